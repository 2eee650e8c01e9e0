# frozen_string_literal: true

require_relative "lib/sealwright/version"

Gem::Specification.new do |spec|
  spec.name = "sealwright"
  spec.version = Sealwright::VERSION
  spec.summary = "Sealwright: compliance for tokenized assets, one call before each transaction."
  spec.authors = ["Sealwright"]
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.0"
  spec.files = Dir["lib/**/*.rb"] + ["README.md", "LICENSE"]
end
