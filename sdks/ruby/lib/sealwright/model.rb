# frozen_string_literal: true

require "json"

module Sealwright
  # What stands for a field that was not given: nil is a value of its own.
  UNSET = Object.new.freeze
  private_constant :UNSET

  # How an answer came: for logs, support and `if_match:`.
  Response = Struct.new(:status, :headers, :body, :attempts, keyword_init: true) do
    # Names the call in the logs of the service and to its support.
    def request_id
      headers["x-request-id"]
    end

    def etag
      headers["etag"]
    end
  end

  # An object of the API. Its fields are methods; what a newer server says besides is reached by `[]`, `dig` and `to_h`.
  #
  # One that a call takes is made with keywords, `KycData.new(full_name: "Ada Example")`, which refuses a misspelt one.
  class Model
    class << self
      # The names of the fields in the API, by what they are called here.
      def fields
        @fields ||= {}
      end

      # The words that tell this kind of object from others.
      def constants_told
        @constants_told ||= {}
      end

      # Used by the generated models: a field, what is made of its value, its name here, and its one value if it has one.
      def field(key, shape = nil, as: nil, const: nil)
        name = key.to_s
        called = as || name.gsub(/[^A-Za-z0-9]+/, "_").gsub(/([a-z0-9])([A-Z])/, '\1_\2').downcase.to_sym
        fields[called] = name
        constants_told[name] = const if const
        define_method(called) { shape ? made(name, shape) : @data[name] }
      end

      # The model of what came from JSON: a list or a map of them, one of several, as the shape says. Anything else stays as it is.
      def make(shape, value)
        case shape
        when String then value.is_a?(Hash) ? Sealwright.const_get(shape).from(value) : value
        when Array then value.is_a?(Array) ? value.map { |one| make(shape[0], one) } : value
        else
          return value unless value.is_a?(Hash)
          return value.transform_values { |one| make(shape[:map], one) } if shape[:map]

          kinds = shape[:any].grep(String).map { |name| Sealwright.const_get(name) }
          (kinds.find { |kind| kind.told_of?(value) } || kinds[0]).from(value)
        end
      end

      # Whether a hash says that it is of this kind.
      def told_of?(value)
        constants_told.all? { |name, word| value[name] == word } && fields.values.count { |name| value.key?(name) } >= value.size
      end

      # From what came as JSON.
      def from(data, response = nil)
        allocate.tap { |one| one.send(:take, data, response) }
      end
    end

    # How it came; nil for what is part of an answer.
    attr_reader :response_info

    def initialize(**given)
      unknown = given.keys - self.class.fields.keys
      raise ArgumentError, "#{self.class.name} has no #{unknown.join(", ")}." unless unknown.empty?

      take(given.to_h { |name, value| [self.class.fields[name], Model.plain(value)] }, nil)
    end

    # For `if_match:`; nil where the answer has none.
    def etag
      @response_info&.etag
    end

    # By the name in the API.
    def [](name)
      @data[name.to_s]
    end

    def dig(name, *more)
      value = self[name]
      more.empty? || value.nil? ? value : value.dig(*more)
    end

    def key?(name)
      @data.key?(name.to_s)
    end

    # All of it, as it is in JSON.
    def to_h
      @data
    end

    def to_json(*state)
      @data.to_json(*state)
    end

    def ==(other)
      other.class == self.class && other.to_h == @data
    end
    alias eql? ==

    def hash
      [self.class, @data].hash
    end

    def inspect
      "#<#{self.class.name} #{@data.inspect}>"
    end

    # A value without models, and with strings as keys, as JSON has it.
    def self.plain(value)
      case value
      when Model then value.to_h
      when Hash then value.to_h { |name, one| [name.to_s, plain(one)] }
      when Array then value.map { |one| plain(one) }
      else value
      end
    end

    private

    def take(data, response)
      @data = data.freeze
      @response_info = response
      @made = {}
    end

    def made(name, shape)
      return @made[name] if @made.key?(name)

      @made[name] = Model.make(shape, @data[name])
    end
  end
end
