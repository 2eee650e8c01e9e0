# frozen_string_literal: true

require "json"

module Sealwright
  # RFC 8785: the one spelling of a value that came from JSON.
  module Canonical
    module_function

    def json(value)
      case value
      when Hash then "{#{value.sort_by { |name, _| name.encode(Encoding::UTF_16BE).bytes }.map { |name, one| "#{text(name)}:#{json(one)}" }.join(",")}}"
      when Array then "[#{value.map { |one| json(one) }.join(",")}]"
      when String then text(value)
      when Float then number(value)
      # What does not fit a double is another number there.
      when Integer then value.abs < 1 << 53 ? value.to_s : number(value.to_f)
      else value.nil? ? "null" : value.to_s
      end
    end

    ESCAPES = { "\b" => '\b', "\t" => '\t', "\n" => '\n', "\f" => '\f', "\r" => '\r', '"' => '\"', "\\" => "\\\\" }.freeze

    def text(value)
      "\"#{value.gsub(/[\x00-\x1f"\\]/) { |letter| ESCAPES[letter] || format('\u%04x', letter.ord) }}\""
    end

    # As ECMAScript writes it: the shortest digits, with an exponent below 1e-6 and from 1e21.
    def number(value)
      return "0" if value.zero?

      mantissa, exponent = value.abs.to_s.then { |plain| plain.include?("e") ? plain.split("e") : [plain, "0"] }
      whole, part = mantissa.split(".")
      part = "" if part == "0"
      digits = (whole + part).sub(/\A0+/, "")
      # The place of the point from the left of the digits.
      point = whole.size + exponent.to_i - ((whole + part).size - digits.size)
      digits = digits.sub(/0+\z/, "")
      sign = value.negative? ? "-" : ""
      return "#{sign}#{digits}#{"0" * (point - digits.size)}" if point.between?(digits.size, 21)
      return "#{sign}#{digits[0, point]}.#{digits[point..]}" if point.between?(1, 21)
      return "#{sign}0.#{"0" * -point}#{digits}" if point.between?(-5, 0)

      more = digits.size > 1 ? ".#{digits[1..]}" : ""
      "#{sign}#{digits[0]}#{more}e#{point.positive? ? "+" : "-"}#{(point - 1).abs}"
    end
  end
  private_constant :Canonical
end
