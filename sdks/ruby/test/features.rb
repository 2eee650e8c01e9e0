# frozen_string_literal: true

# What the installed gem does beyond test/contract.rb: run by tests/sdks/ruby.test.ts.
require "json"
require "logger"
require "sealwright"
require "stringio"

given = JSON.parse(ENV.fetch("GIVEN"))
wallet = given["wallet"]
client = Sealwright::Client.new(api_key: given["key"], base_url: given["url"])
said = {}
denied_by = lambda do |one, **options|
  one.defi.verify_wallet(wallet_address: wallet, protocol_name: "Pool", scenario: "sanctioned_address", **options)
rescue Sealwright::ComplianceDenied => e
  e
end

denial = denied_by.call(client, on_deny: :error)
said["denied"] = [denial.class.name, denial.decision.outcome, denial.decision.reason_codes.any?, denial.request_id[0, 4]]
strict = Sealwright::Client.new(api_key: given["key"], base_url: given["url"], on_deny: :error)
said["denied_by_client"] = denied_by.call(strict).class.name

raised = lambda do |&block|
  block.call
  nil
rescue StandardError => e
  e.class.name
end
said["misspelt"] = [
  raised.call { client.wallets.verify(wallet_adress: wallet, wallet_address: wallet) },
  raised.call { Sealwright::KycData.new(fullname: "Ada Example") },
  raised.call { client.wallets.status(wallet).verfied },
]
long = client.wallets.verify(wallet_address: wallet, expand: ["decision.rules"])
said["rules"] = long.decision.rules.size > client.wallets.verify(wallet_address: wallet).decision.rules.size
person = Sealwright::KycData.new(full_name: "Ada Example", date_of_birth: "1990-05-17", country: "US")
said["given"] = client.wallets.verify(wallet_address: "0x5ea15ea15ea15ea15ea15ea15ea15ea100000001", kyc_data: person).decision.outcome

# A span as OpenTelemetry has it, without its gem.
Context = Struct.new(:hex_trace_id, :hex_span_id, :trace_flags)
Span = Struct.new(:name, :told, :finished) do
  def context
    Context.new("a" * 32, "b" * 16, Struct.new(:sampled?).new(true))
  end

  def set_attribute(name, value)
    told[name] = value
  end

  def finish
    self.finished = true
  end
end
class Spans
  attr_reader :all

  def start_span(name, kind:, attributes:)
    @all = [*@all, Span.new(name, attributes.merge("kind" => kind), false)]
    @all.last
  end
end
lines = StringIO.new
spans = Spans.new
told = Sealwright::Client.new(api_key: given["key"], base_url: given["url"], logger: Logger.new(lines), tracer: spans)
status = told.wallets.status(wallet)
said["response"] = [status.response_info.status, status.response_info.attempts, status.response_info.request_id[0, 4]]
raised.call { told.offerings.get("off_none") }
said["log"] = lines.string.lines.map { |line| line[/sealwright (.*)/, 1].gsub(/ (attempt|duration_ms|request_id)=\S+/, "") }
said["log_is_silent"] = !lines.string.match?(/#{wallet[-6..]}|sw_sandbox/)
said["spans"] = spans.all.map { |one| [one.name, one.told["http.response.status_code"], one.told["error.type"], one.finished] }

hook = given["webhook"]
event = Sealwright.verify_webhook(hook["payload"], hook["headers"], hook["secret"])
said["event"] = [event.class.name, event.data.object.credential.level, event.data.object.wallet_id]

issuer = Sealwright::CredentialIssuer.read(given["did"], given["url"], environment: "sandbox")
refused = lambda do |&block|
  block.call
  "believed"
rescue Sealwright::VerificationError => e
  e.outcome ? "#{e.code} #{e.outcome}" : e.code
end
check = lambda do |vc = given["vc"], **more|
  Sealwright.verify_credential(vc, issuer: issuer, wallet: wallet, status_lists: given["lists"], **more)
end
credential = check.call
said["credential"] = [credential.level, credential.status_age_seconds < 300]
broken = given["vc"].sub(/.{10}\z/) { |tail| tail.tr("A-Za-z", "B-ZAb-za") }
said["refused"] = [
  refused.call { check.call(now: Time.now + 3600) },
  refused.call { check.call(wallet: wallet.sub(/.\z/, "3")) },
  refused.call { check.call(status_lists: []) },
  refused.call { check.call(broken) },
  refused.call { check.call(issuer: Sealwright::CredentialIssuer.new(did: issuer.did, url: issuer.url, environment: "sandbox", keys: {}, attesters: [])) },
]

said["sd_jwt"] = given["sd_jwt"].map do |one|
  of = ->(text = one["text"], **more) { Sealwright.verify_credential(text, issuer: issuer, wallet: wallet, status_lists: one["lists"], **more) }
  found = of.call
  added = "#{one["text"]}#{["[\"salt\",\"accredited\",true]"].pack("m0").tr("+/", "-_").delete("=")}~"
  bare = "#{one["text"].split("~")[0]}~"
  asked = { audience: "https://shop.example", nonce: "n" }
  [found.format, found.level, found.held_by, found.claims["level"], of.call(bare).level] + [
    -> { of.call(wallet: wallet.sub(/.\z/, "3")) }, -> { of.call(level: "accredited") }, -> { of.call(bare, level: "basic") }, -> { of.call(added) },
    -> { of.call(status_lists: []) }, -> { of.call(status_lists: given["lists"]) }, -> { of.call(now: Time.now + 3600) },
    -> { of.call(status_lists: one["after"]) }, -> { of.call(wallet: nil, holder: asked) },
  ].map { |block| refused.call(&block).split[0] }
end
held = given["held"]
asked = held["asked"].transform_keys(&:to_sym)
present = lambda do |text = held["presented"], **more|
  Sealwright.verify_credential(text, issuer: issuer, holder: asked, status_lists: held["lists"], **more)
end
said["held"] = [
  present.call.held_by,
  present.call(held["shown"], wallet: :any).held_by,
] + [
  -> { present.call(held["shown"]) }, -> { present.call(holder: asked.merge(nonce: "another")) }, -> { present.call(holder: asked.merge(audience: "https://o.example")) },
  -> { present.call(held["stranger"]) }, -> { present.call(now: Time.now + 400, max_status_age_seconds: 2000) }, -> { present.call(wallet: wallet.sub(/.\z/, "3")) },
].map { |block| refused.call(&block).split[0] }

keys = Sealwright.fetch_log_keys(given["url"])
receipt = given["receipt"]
altered = JSON.parse(JSON.generate(receipt)).tap { |one| one["receipt"]["entry"]["action"] += "!" }
code = ->(&block) { refused.call(&block).split[0] }
said["receipt"] = [
  Sealwright.verify_receipt(receipt, keys: keys, decision_id: given["decision"]).subject["id"],
  code.call { Sealwright.verify_receipt(receipt, keys: keys, decision_id: "dec_other") },
  code.call { Sealwright.verify_receipt(altered, keys: keys) },
  code.call { Sealwright.verify_receipt(receipt, keys: []) },
]

permit = given["permit"]
open_door = lambda do |one = permit, **more|
  expected = { issuer: issuer, wallet: wallet, chain_id: 1, verifying_contract: given["contract"], level: "defi-basic", policy: "Pool" }
  Sealwright.verify_permit(one, **expected, **more)
end
longer = JSON.parse(JSON.generate(permit)).tap { |one| one["message"]["expires"] += 1 }
said["permit"] = [
  open_door.call.level,
  code.call { open_door.call(wallet: given["contract"]) },
  code.call { open_door.call(now: Time.now + 400) },
  code.call { open_door.call(level: "defi-institutional") },
  code.call { open_door.call(longer) },
  code.call { open_door.call(policy: "Another") },
]

# One client for many threads, on connections that stay open.
answers = Array.new(8) { Thread.new { Array.new(4) { client.wallets.status(wallet).wallet_address }.uniq.size } }.map(&:value)
said["threads"] = answers.sum
puts JSON.generate(said)
