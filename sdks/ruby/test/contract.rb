# frozen_string_literal: true

# What a server sees of this library, and what it makes of the answers: run by tests/sdks/languages.test.ts.
require_relative "../lib/sealwright"
require "stringio"

given = JSON.parse(ENV.fetch("CONTRACT"))
client = Sealwright::Client.new(api_key: given["key"], base_url: given["url"])
said = {}

answer = client.wallets.verify(wallet_address: given["wallet"], kyc_data: given["person"])
said["outcome"] = answer.decision.outcome
said["scenario"] = client.sanctions.check(wallet_address: given["wallet"], scenario: given["scenario"]).sanctioned

begin
  client.wallets.verify(wallet_address: given["wallet"], kyc_data: given["person"].merge("date_of_birth" => "2199-01-01"))
rescue Sealwright::ValidationError => e
  said["problem"] = [e.status, e.code, e.errors[0]["pointer"], e.request_id[0, 4]]
end
begin
  client.offerings.get("off_00000000000000000000000000")
rescue Sealwright::NotFoundError => e
  said["missing"] = e.code
end

begin
  terms = { type: "equity", regulation: "reg_d_506c", total_supply: 1, price_per_token: "1", maximum_raise: "1" }
  client.offerings.create(**terms, name: "Three again", external_id: "Three")
rescue Sealwright::ConflictError => e
  said["known"] = [e.status, e.code, e.problem["existing_id"], e.doc_url.end_with?(e.code)]
end

first = client.offerings.list(limit: 2)
pages = [first]
pages << pages.last.next_page while pages.last.more?
said["pages"] = [first.data.size, pages.size]
said["offerings"] = first.map(&:id)

read = client.offerings.get(said["offerings"][0])
client.offerings.update(read.id, description: "Newer words", if_match: read.etag)
begin
  client.offerings.update(read.id, description: "Older words", if_match: read.etag)
rescue Sealwright::ConflictError => e
  said["late"] = e.code
end

flaky = Sealwright::Client.new(api_key: given["key"], base_url: given["flaky"])
flaky.sanctions.check(wallet_address: given["wallet"])
flaky.wallets.verify(wallet_address: given["wallet"])
begin
  Sealwright::Client.new(api_key: given["key"], base_url: given["flaky"], max_retries: 0).keys.self
rescue Sealwright::ServerError => e
  said["gave_up"] = e.status
end
said["broken_off"] = [flaky.events.list(limit: 1).data.empty? ? "" : "events"]
begin
  flaky.sanctions.bulk.results(given["bulk"], format: "csv") { |piece| piece }
rescue Sealwright::NetworkError
  said["broken_off"] << "no results"
end
begin
  flaky.wallets.challenge(wallet_address: given["wallet"])
rescue Sealwright::APIError => e
  said["moved"] = e.status
end
said["uploaded"] = flaky.sanctions.bulk.create(StringIO.new(given["csv"]), lists: ["us_ofac_sdn"]).total
lines = 0
client.sanctions.bulk.results(given["bulk"], format: "csv") { |piece| lines += piece.count("\n") }
said["lines"] = lines

hook = given["webhook"]
payload, headers, secret, other, old = hook.values_at("payload", "headers", "secret", "other", "old")
verified = lambda do |body, sent, secrets, **more|
  Sealwright.verify_webhook(body, sent, secrets, **more).dig("data", "name")
rescue Sealwright::WebhookVerificationError
  "refused"
end
said["webhook"] = [
  verified.call(payload, headers, secret),
  verified.call(payload, headers.transform_keys { |name| "HTTP_#{name.upcase.tr("-", "_")}" }, [other, secret]),
  verified.call("#{payload} ", headers, secret),
  verified.call(payload, headers, other),
  verified.call(payload, old, secret),
  verified.call(payload, old, secret, tolerance: 7200),
  verified.call(payload, hook["far"], secret),
  verified.call(payload, old, secret, tolerance: Float::NAN),
  verified.call(payload, headers, hook["public"]),
  verified.call("#{payload} ", headers, hook["public"]),
  verified.call(payload, headers, hook["stranger"]),
]
puts JSON.generate(said)
