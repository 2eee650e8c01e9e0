# frozen_string_literal: true

require "json"
require "openssl"

module Sealwright
  # The event of a delivery, once its signature and age are proved (Standard Webhooks, v1).
  #
  # `payload` is the body as it arrived, before any parsing; `headers` a Hash, or Rack's environment.
  # Give old and new secret while you rotate. `tolerance` is in seconds. Raises WebhookVerificationError.
  def self.verify_webhook(payload, headers, secrets, tolerance: 300, now: Time.now)
    raise ArgumentError, "verify_webhook needs the raw body: a parsed object has lost what was signed." unless payload.is_a?(String)

    given = headers.to_h.transform_keys { |name| name.to_s.downcase.tr("_", "-").delete_prefix("http-") }
    id, sent, signatures = %w[id timestamp signature].map { |name| given["webhook-#{name}"].to_s }
    if [id, sent, signatures].any?(&:empty?)
      raise WebhookVerificationError, "webhook-id, webhook-timestamp or webhook-signature is missing."
    end
    raise WebhookVerificationError, "webhook-timestamp is not a number of seconds." unless sent.match?(/\A\d+\z/)
    if (now.to_f - sent.to_i).abs > tolerance
      raise WebhookVerificationError, "The delivery is too old or too new. Is the clock of this machine right?"
    end

    content = "#{id}.#{sent}.".b + payload.b
    keys = Array(secrets).map { |secret| webhook_key(secret) }
    raise ArgumentError, "verify_webhook needs at least one secret." if keys.empty?

    expected = keys.map { |key| [OpenSSL::HMAC.digest("SHA256", key, content)].pack("m0") }
    given_v1 = signatures.split.filter_map { |one| one.delete_prefix("v1,") if one.start_with?("v1,") }
    # secure_compare takes as long whatever differs.
    matched = expected.product(given_v1).count { |ours, theirs| OpenSSL.secure_compare(ours, theirs) }.positive?
    raise WebhookVerificationError, "No signature fits. Check the secret, and that the body is the raw bytes." unless matched

    JSON.parse(payload.dup.force_encoding(Encoding::UTF_8))
  rescue JSON::ParserError
    raise WebhookVerificationError, "The body is not JSON."
  end

  def self.webhook_key(secret)
    key = secret.delete_prefix("whsec_").unpack1("m0")
    raise ArgumentError, "A webhook secret is empty." if key.empty?

    key
  end
  private_class_method :webhook_key
end
