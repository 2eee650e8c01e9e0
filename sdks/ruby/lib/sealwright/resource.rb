# frozen_string_literal: true

require "erb"

module Sealwright
  # What all resources share.
  class Resource
    def initialize(client)
      @client = client
    end

    private

    # One part of a path. An empty one would call another operation.
    def part(value)
      text = value.to_s
      raise ArgumentError, "An id is empty." if ["", ".", ".."].include?(text)

      ERB::Util.url_encode(text)
    end
  end
end
