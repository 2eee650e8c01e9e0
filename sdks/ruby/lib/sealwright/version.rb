# frozen_string_literal: true

module Sealwright
  VERSION = "0.2.0"
end
