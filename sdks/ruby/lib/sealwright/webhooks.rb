# frozen_string_literal: true

require "json"
require "openssl"

module Sealwright
  # The event of a delivery, once its signature and age are proved (Standard Webhooks, v1 and v1a): of the class that belongs to its type.
  #
  # `payload` is the body as it arrived, before any parsing; `headers` a Hash, or Rack's environment.
  # A secret is the endpoint's whsec_ or the public whpk_; give old and new while you rotate. `tolerance` is in seconds. Raises WebhookVerificationError.
  def self.verify_webhook(payload, headers, secrets, tolerance: 300, now: Time.now)
    raise ArgumentError, "verify_webhook needs the raw body: a parsed object has lost what was signed." unless payload.is_a?(String)

    given = headers.to_h.transform_keys { |name| name.to_s.downcase.tr("_", "-").delete_prefix("http-") }
    # As bytes: what a stranger sent may be no text at all.
    id, sent, signatures = %w[id timestamp signature].map { |name| given["webhook-#{name}"].to_s.b }
    if [id, sent, signatures].any?(&:empty?)
      raise WebhookVerificationError, "webhook-id, webhook-timestamp or webhook-signature is missing."
    end
    raise WebhookVerificationError, "webhook-timestamp is not a number of seconds." unless sent.match?(/\A\d{1,12}\z/)
    unless (now.to_f - sent.to_i).abs <= tolerance
      raise WebhookVerificationError, "The delivery is too old or too new. Is the clock of this machine right?"
    end

    content = "#{id}.#{sent}." + payload.b
    secrets = Array(secrets)
    raise ArgumentError, "verify_webhook needs at least one secret." if secrets.empty?

    given_signatures = signatures.split.map { |one| one.split(",", 2) }
    matched = secrets.count do |secret|
      version, fits = webhook_verifier(secret, content)
      given_signatures.count { |kind, value| kind == version && fits.call(value.to_s) }.positive?
    end.positive?
    raise WebhookVerificationError, "No signature fits. Check the secret, and that the body is the raw bytes." unless matched

    event = JSON.parse(payload.dup.force_encoding(Encoding::UTF_8))
    raise WebhookVerificationError, "The body is no event." unless event.is_a?(Hash)

    WebhookEvent.from(event)
  rescue JSON::ParserError
    raise WebhookVerificationError, "The body is not JSON."
  end

  # An Ed25519 key as X.509 writes it is these bytes and the key.
  ED25519_HEAD = ["302a300506032b6570032100"].pack("H*").freeze
  private_constant :ED25519_HEAD

  # Which signatures a secret proves, and whether one of them fits.
  def self.webhook_verifier(secret, content)
    public = secret.start_with?("whpk_")
    key = secret.sub(/\Awh(sec|pk)_/, "").unpack1("m0")
    raise ArgumentError, "A webhook secret is whsec_ or whpk_ and base64." if key.empty? || (public && key.bytesize != 32)

    unless public
      expected = [OpenSSL::HMAC.digest("SHA256", key, content)].pack("m0")
      # secure_compare takes as long whatever differs.
      return ["v1", ->(value) { OpenSSL.secure_compare(expected, value) }]
    end
    pkey = OpenSSL::PKey.read(ED25519_HEAD + key)
    ["v1a", lambda do |value|
      pkey.verify(nil, value.unpack1("m0"), content)
    rescue ArgumentError, OpenSSL::PKey::PKeyError
      false
    end]
  end
  private_class_method :webhook_verifier
end
