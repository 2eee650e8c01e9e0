# frozen_string_literal: true

module Sealwright
  VERSION = "0.1.0"
end
