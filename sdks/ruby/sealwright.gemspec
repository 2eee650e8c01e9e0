# frozen_string_literal: true

require_relative "lib/sealwright/version"

Gem::Specification.new do |spec|
  spec.name = "sealwright"
  spec.version = Sealwright::VERSION
  spec.summary = "Sealwright: compliance for tokenized assets, one call before each transaction."
  spec.description = "Typed calls, models and events of the Sealwright API, safe retries, lists as Enumerable, webhooks and offline verification."
  spec.authors = ["Sealwright"]
  spec.homepage = "https://github.com/sealwright"
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.0"
  spec.files = Dir["lib/**/*.rb", "sig/**/*.rbs"] + ["README.md", "CHANGELOG.md", "LICENSE"]
  spec.metadata = { "rubygems_mfa_required" => "true", "allowed_push_host" => "https://rubygems.org" }
end
