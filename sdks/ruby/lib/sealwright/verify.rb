# frozen_string_literal: true

require "json"
require "net/http"
require "openssl"
require "stringio"
require "uri"
require "zlib"
require_relative "canonical"
require_relative "ethereum"

# What Sealwright signed, verified without asking it: by OpenSSL, with keys and status lists that you keep.
module Sealwright
  # Not believed. `problems` are all codes that were found, `code` is the first. `outcome` is "unknown" where nothing speaks against it but
  # something could not be told; also that opens no door.
  class VerificationError < Error
    # Those that say "cannot tell now" and not "no".
    OPEN = %w[status_missing status_invalid status_stale not_yet_valid].freeze
    private_constant :OPEN

    attr_reader :code, :outcome, :problems

    def initialize(codes)
      @problems = codes.uniq.partition { |code| !OPEN.include?(code) }.flatten
      @code = @problems[0]
      @outcome = (@problems - OPEN).empty? ? "unknown" : "invalid"
      super("Not believed: #{@problems.join(", ")}.")
    end
  end

  # An issuer that you trust: keep it, and read it anew within a day.
  CredentialIssuer = Struct.new(:did, :url, :environment, :keys, :attesters, keyword_init: true) do
    # The issuer that a DID document describes. Raises ArgumentError when it is not the one of this address and environment.
    def self.read(document, url, environment: "production")
      url = url.chomp("/")
      did = did_of(url, environment)
      unless document.is_a?(Hash) && document["id"] == did && document["verificationMethod"].is_a?(Array)
        raise ArgumentError, "This is not the DID document of #{did}."
      end

      asserting = Array(document["assertionMethod"])
      methods = document["verificationMethod"].select { |one| one["controller"] == did && asserting.include?(one["id"]) }
      keys = methods.to_h { |one| [one["id"].delete_prefix("#{did}#"), Verifier.key_of(one["publicKeyJwk"])] }.compact
      attesters = methods.map { |one| one["blockchainAccountId"].to_s[/\Aeip155:\d+:(0x\h{40})\z/, 1] }.compact
      new(did: did, url: url, environment: environment, keys: keys, attesters: attesters)
    end

    # The name of the issuer at an address, as did:web.
    def self.did_of(url, environment)
      uri = URI.parse(url)
      host = uri.port == uri.default_port ? uri.host : "#{uri.host}%3A#{uri.port}"
      ["did:web", host, *uri.path.split("/").reject(&:empty?), *(environment == "sandbox" ? ["sandbox"] : [])].join(":")
    end

    # Where a status list is published.
    def status_list_url(list, purpose)
      "#{url}#{"/sandbox" if environment == "sandbox"}/credentials/status/#{list}#{"/suspension" if purpose == "suspension"}"
    end
  end

  VerifiedCredential = Struct.new(:id, :environment, :subject, :wallet, :level, :credential_hash, :issued_at, :expires_at, :claims,
                                  :status_age_seconds, keyword_init: true)
  VerifiedReceipt = Struct.new(:id, :action, :timestamp, :subject, :origin, :index, :size, :documents, keyword_init: true)
  VerifiedPermit = Struct.new(:wallet, :chain_id, :contract, :level, :expires_at, :attester, keyword_init: true)

  LEVELS = { "basic" => 1, "enhanced" => 2, "accredited" => 3 }.freeze
  private_constant :LEVELS

  class << self
    # Fetches the DID document of the service at this address: its public keys. Keep them for a day.
    def fetch_issuer(url, environment: "production")
      base = Verifier.base(url)
      path = environment == "sandbox" ? "/sandbox/did.json" : "/.well-known/did.json"
      CredentialIssuer.read(JSON.parse(Verifier.fetch("#{base}#{path}")), base, environment: environment)
    end

    # The log's verifier keys: for verify_receipt. Get them once, from a source you trust, and keep them.
    def fetch_log_keys(url)
      JSON.parse(Verifier.fetch("#{Verifier.base(url)}/.well-known/sealwright-log")).fetch("epochs").map { |one| one["verifier_key"] }
    end

    # The lists that say whether a credential was revoked: keep them as long as your budget of age allows.
    def fetch_status_lists(credential, issuer)
      list, = Verifier.status_place(Verifier.jws(credential, issuer)[1])
      %w[revocation suspension].map { |purpose| Verifier.fetch(issuer.status_list_url(list, purpose)) }
    end

    # Verifies a VC (`vc+jwt`) of this issuer: signature, times, the wallet whose control was proven to you, level, and whether it was revoked.
    # Raises VerificationError; a list that is missing or older than your budget never reads as "not revoked". `wallet: :any` looks at the
    # credential alone. One that names a key of the holder is refused: who presents it has to sign, which the service reads.
    def verify_credential(credential, issuer:, wallet:, status_lists:, level: nil, max_status_age_seconds: 300, clock_tolerance_seconds: 60,
                          now: Time.now)
      _, claims = Verifier.jws(credential, issuer)
      list, index = Verifier.status_place(claims)
      subject = claims.fetch("credentialSubject")
      held = subject["id"].to_s.split(":").last
      problems = []
      problems << "wrong_wallet" unless wallet == :any || Verifier.same_wallet?(held, wallet.to_s)
      problems << "holder_proof_missing" if claims["cnf"]
      problems << "wrong_environment" unless subject["environment"] == issuer.environment
      problems << "level_too_low" if level && LEVELS.fetch(subject["level"], 0) < LEVELS.fetch(level.to_s)
      problems << "expired" if now.to_i >= claims["exp"]
      problems << "not_yet_valid" if now.to_i + clock_tolerance_seconds < claims["iat"]
      found, age = Verifier.status(issuer, list, index, status_lists, now.to_i, max_status_age_seconds, clock_tolerance_seconds)
      problems.concat(found)
      raise VerificationError, problems unless problems.empty?

      VerifiedCredential.new(
        id: claims["id"].split("/").last, environment: subject["environment"], subject: subject["id"], wallet: held, level: subject["level"],
        credential_hash: subject["credentialHash"], issued_at: Time.at(claims["iat"]).utc, expires_at: Time.at(claims["exp"]).utc,
        claims: { "walletControl" => subject["walletControl"], "evidence" => claims["evidence"] }.compact, status_age_seconds: age
      )
    end

    # Verifies that an entry stands in the log, by the receipt alone: give it as the API answered it, or what is in `receipt`.
    # `keys` are the log's verifier keys. Raises VerificationError.
    def verify_receipt(given, keys:, decision_id: nil, entry_id: nil)
      given = given.to_h
      answer = given["receipt"].is_a?(Hash) ? given : {}
      receipt = answer["receipt"] || given
      Verifier.check_receipt(receipt, keys)
      entry = receipt["entry"]
      decisions = [answer["decision_id"], decision_id].compact
      entries = [answer["audit_id"], entry_id].compact
      other = decisions.any? { |id| entry["subject_type"] != "decision" || entry["subject_id"] != id } || entries.any? { |id| entry["id"] != id }
      raise VerificationError, ["wrong_subject"] if other

      VerifiedReceipt.new(
        id: entry["id"], action: entry["action"], timestamp: entry["timestamp"], documents: receipt["documents"],
        subject: { "type" => entry["subject_type"], "id" => entry["subject_id"] }, **receipt["log"].slice("origin", "index", "size").transform_keys(&:to_sym)
      )
    end

    # The same judgement that the contract makes, anywhere. `policy` is its name. Raises VerificationError.
    def verify_permit(given, issuer:, wallet:, chain_id:, verifying_contract:, policy:, level: "defi-basic", now: Time.now)
      permit = Ethereum::Permit.read(given.to_h)
      raise VerificationError, ["malformed"] unless permit

      problems = permit.problems(wallet: wallet, chain_id: chain_id, verifying_contract: verifying_contract, policy: policy, level: level, now: now.to_f)
      signer = permit.signer
      attester = issuer.attesters.find { |one| signer && one.casecmp?(signer) }
      problems << "signature_invalid" unless attester
      raise VerificationError, problems unless problems.empty?

      VerifiedPermit.new(wallet: permit.wallet, chain_id: permit.chain_id, contract: permit.contract, level: permit.level_name,
                         expires_at: Time.at(permit.expires).utc, attester: attester)
    end
  end

  # What the methods above are made of.
  module Verifier
    # An Ed25519 key as X.509 writes it is these bytes and the key; a point of P-256 these and the point.
    ED25519_HEAD = ["302a300506032b6570032100"].pack("H*").freeze
    P256_HEAD = ["3059301306072a8648ce3d020106082a8648ce3d030107034200"].pack("H*").freeze
    # The least that a list has, and the most that one unpacks to.
    LIST_BYTES = 131_072 / 8
    MOST_BYTES = 1 << 20

    module_function

    # Keys that anybody on the way could have exchanged are none.
    def base(url)
      uri = URI.parse(url)
      return url.chomp("/") if uri.scheme == "https" || %w[localhost 127.0.0.1].include?(uri.host)

      raise ArgumentError, "#{url} is not an https address, so its keys could be anybody's."
    end

    # What is there, from nowhere else.
    def fetch(url)
      answer = Net::HTTP.get_response(URI.parse(url))
      raise NetworkError, "#{url} answered #{answer.code}." unless answer.is_a?(Net::HTTPOK)

      answer.body
    rescue SystemCallError, IOError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError => e
      raise NetworkError, "#{url} could not be fetched: #{e.message}"
    end

    def key_of(jwk)
      case jwk && [jwk["kty"], jwk["crv"]]
      when %w[OKP Ed25519] then OpenSSL::PKey.read(ED25519_HEAD + decode(jwk["x"]))
      when %w[EC P-256] then OpenSSL::PKey.read("#{P256_HEAD}\x04".b + decode(jwk["x"]) + decode(jwk["y"]))
      end
    rescue ArgumentError, OpenSSL::PKey::PKeyError
      nil
    end

    # base64url in its one spelling without padding.
    def decode(text)
      bytes = text.to_s.tr("-_", "+/").then { |one| (one + "=" * (-one.size % 4)).unpack1("m0") }
      raise ArgumentError, "not base64url" unless [bytes].pack("m0").tr("+/", "-_").delete("=") == text

      bytes
    end

    # Header and claims of a VC whose signature holds.
    def jws(text, issuer)
      head, body, signature = parts = text.to_s.split(".", -1)
      raise VerificationError, ["malformed"] unless parts.size == 3 && text.bytesize <= 200_000

      header = JSON.parse(decode(head))
      claims = JSON.parse(decode(body))
      raise VerificationError, ["malformed"] if !header.is_a?(Hash) || !claims.is_a?(Hash) || header["typ"] != "vc+jwt" || header.key?("crit")

      key = issuer.keys[header["kid"].to_s.split("#", 2).last]
      raise VerificationError, ["issuer_not_trusted"] unless key
      raise VerificationError, ["signature_invalid"] unless signed?(key, header["alg"], "#{head}.#{body}", signature)
      raise VerificationError, ["issuer_not_trusted"] unless claims["issuer"] == issuer.did && claims["iss"] == issuer.did

      [header, claims]
    rescue ArgumentError, JSON::ParserError
      raise VerificationError, ["malformed"]
    end

    # Which algorithm holds its key says and not the header.
    def signed?(key, algorithm, input, signature)
      bytes = decode(signature)
      return false unless bytes.bytesize == 64
      return %w[EdDSA Ed25519].include?(algorithm) && key.verify(nil, bytes, input) unless key.is_a?(OpenSSL::PKey::EC)

      numbers = [bytes[0, 32], bytes[32, 32]].map { |one| OpenSSL::ASN1::Integer(OpenSSL::BN.new(one, 2)) }
      algorithm == "ES256" && key.verify("SHA256", OpenSSL::ASN1::Sequence(numbers).to_der, input)
    rescue ArgumentError, OpenSSL::PKey::PKeyError
      false
    end

    # List and index of a credential; refuses one that is not whole.
    def status_place(claims)
      subject = claims["credentialSubject"]
      entries = claims["credentialStatus"]
      raise VerificationError, ["malformed"] unless subject.is_a?(Hash) && entries.is_a?(Array) && entries.all?(Hash)

      revocation, suspension = %w[revocation suspension].map { |purpose| entries.find { |one| one["statusPurpose"] == purpose } || {} }
      list = revocation["statusListCredential"].to_s[%r{/(\d+)\z}, 1]
      index = revocation["statusListIndex"].to_s
      whole = list && index.match?(/\A\d{1,9}\z/) && suspension["statusListIndex"] == index && subject["id"] == claims["sub"] &&
              LEVELS_KNOWN.include?(subject["level"]) && [claims["iat"], claims["exp"]].all?(Integer) && claims["id"].is_a?(String)
      raise VerificationError, ["malformed"] unless whole

      [list.to_i, index.to_i, revocation["statusListCredential"], suspension["statusListCredential"]]
    end

    # What speaks against it by its lists, and the age of the older one.
    def status(issuer, list, index, given, now, max_age, tolerance)
      problems = []
      ages = []
      read = given.map { |one| read_list(one, issuer) }
      %w[revocation suspension].each do |purpose|
        # Status is asked where the issuer publishes it. The newest of several copies counts.
        found = read.compact.select { |one| one[:url] == issuer.status_list_url(list, purpose) && one[:purpose] == purpose }.max_by { |one| one[:signed_at] }
        next problems << (read.include?(nil) ? "status_invalid" : "status_missing") unless found

        age = now - found[:signed_at]
        ages << age
        byte = found[:bits].getbyte(index / 8)
        if byte.nil? then problems << "status_invalid"
        elsif (byte & (0x80 >> (index % 8))).positive? then problems << (purpose == "revocation" ? "revoked" : "suspended")
        end
        problems << "status_stale" if age > max_age || age < -tolerance || now >= found[:expires_at] + tolerance
      end
      [problems.uniq, ages.size == 2 ? ages.max : nil]
    end

    # A list of this issuer, or nil when anything about it is wrong.
    def read_list(text, issuer)
      _, claims = jws(text, issuer)
      subject = claims["credentialSubject"]
      return unless Array(claims["type"]).include?("BitstringStatusListCredential") && subject.is_a?(Hash) && [claims["iat"], claims["exp"]].all?(Integer)

      packed = subject["encodedList"].to_s
      bits = packed.start_with?("u") ? Zlib::GzipReader.new(StringIO.new(decode(packed[1..]))).read(MOST_BYTES + 1) : nil
      return if bits.nil? || bits.bytesize < LIST_BYTES || bits.bytesize > MOST_BYTES

      { url: claims["id"], purpose: subject["statusPurpose"], bits: bits, signed_at: claims["iat"], expires_at: claims["exp"] }
    rescue VerificationError, ArgumentError, Zlib::Error
      nil
    end

    # Addresses of Ethereum are the same in every case of their letters, those of Solana are not.
    def same_wallet?(held, asked)
      held.start_with?("0x") ? held.casecmp?(asked) : held == asked
    end

    # Refuses a receipt that does not hold by one of these keys.
    def check_receipt(receipt, keys)
      whole = receipt.is_a?(Hash) && receipt["type"] == "sealwright-receipt/1" && (receipt.keys - %w[type entry documents log checkpoint]).empty? &&
              receipt["entry"].is_a?(Hash) && receipt["documents"].is_a?(Hash) && receipt["checkpoint"].is_a?(String) && log?(receipt["log"])
      raise VerificationError, ["malformed"] unless whole

      named = keys.map(&:strip).select { |key| key.start_with?("#{receipt["log"]["origin"]}+") }
      raise VerificationError, ["log_not_trusted"] if named.empty?

      problems = named.map { |key| receipt_problem(receipt, key) }
      raise VerificationError, [problems[0]] unless problems.include?(nil)
    end

    def log?(log)
      log.is_a?(Hash) && (log.keys - %w[origin index size proof]).empty? && log["origin"].is_a?(String) && [log["index"], log["size"]].all?(Integer) &&
        log["index"] >= 0 && log["index"] < log["size"] && log["proof"].is_a?(Array) && log["proof"].all? { |one| one.to_s.match?(/\A[0-9a-f]{64}\z/) }
    end

    def receipt_problem(receipt, key)
      details = receipt["entry"]["details"] || {}
      altered = receipt["documents"].any? { |name, document| details[name] != sha256(Canonical.json(document)).unpack1("H*") }
      return "document_altered" if altered

      name, id, encoded = key.match(/\A([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+\/]+=*)\z/)&.captures
      tagged = encoded.to_s.unpack1("m0")
      return "malformed" unless tagged.bytesize == 33 && tagged.getbyte(0) == 1 && sha256("#{name}\n".b + tagged).unpack1("H*")[0, 8] == id

      log = receipt["log"]
      text, signature = note(receipt["checkpoint"], name, id)
      origin, size, root, *more = text.to_s.chomp.split("\n", -1)
      return "checkpoint_mismatch" if text.nil? || origin != log["origin"] || size != log["size"].to_s || root.nil? || more.include?("")
      return "checkpoint_signature_invalid" unless signature && OpenSSL::PKey.read(ED25519_HEAD + tagged[1..]).verify(nil, signature, text)

      leaf = sha256("\x00".b + Canonical.json(receipt["entry"]).b)
      climb(leaf, log["index"], log["size"], log["proof"].map { |one| [one].pack("H*") }) == root.unpack1("m0") ? nil : "not_in_log"
    rescue ArgumentError, OpenSSL::PKey::PKeyError
      "malformed"
    end

    # The text of a signed note (C2SP) and the signature of this key.
    def note(checkpoint, name, id)
      cut = checkpoint.rindex("\n\n")
      return if cut.nil? || !checkpoint.end_with?("\n") || checkpoint.match?(/[\x00-\x09\x0b-\x1f]/)

      own = nil
      checkpoint[(cut + 2)..].chomp.split("\n", -1).each do |line|
        by, encoded = line.match(/\A\u2014 ([^\s+]+) ([A-Za-z0-9+\/]+=*)\z/)&.captures
        bytes = encoded.to_s.unpack1("m0")
        return nil if bytes.bytesize < 5

        own ||= bytes[4..] if by == name && bytes[0, 4].unpack1("H*") == id
      end
      [checkpoint[0..cut], own]
    end

    # The root that a leaf and its proof lead to (RFC 9162, 2.1.3.2), or nil.
    def climb(leaf, index, size, proof)
      last = size - 1
      proof.each do |sibling|
        return nil if last.zero?

        if index.odd? || index == last
          leaf = sha256("\x01".b + sibling + leaf)
          until index.odd? || index.zero?
            index /= 2
            last /= 2
          end
        else
          leaf = sha256("\x01".b + leaf + sibling)
        end
        index /= 2
        last /= 2
      end
      last.zero? ? leaf : nil
    end

    def sha256(bytes)
      OpenSSL::Digest.digest("SHA256", bytes)
    end

    LEVELS_KNOWN = %w[basic enhanced accredited].freeze
  end
  private_constant :Verifier
end
