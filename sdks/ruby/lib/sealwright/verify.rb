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

  VerifiedCredential = Struct.new(:format, :id, :environment, :subject, :wallet, :level, :credential_hash, :issued_at, :expires_at, :claims, :held_by,
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
      Verifier.read_credential(credential, issuer).places.map { |place| Verifier.fetch(place.url) }
    end

    # Verifies a VC (`vc+jwt`) or an SD-JWT VC (`dc+sd-jwt`) of this issuer: signature, times, who holds it, level, and whether it was revoked.
    # Raises VerificationError; a list that is missing or older than your budget never reads as "not revoked". `wallet` is the one whose control was
    # proven to you. `holder: { audience:, nonce: }` is what you asked the holder's wallet to sign, and needed for a credential that names a key of the
    # holder. `wallet: :any` looks at the credential alone.
    def verify_credential(credential, issuer:, status_lists:, wallet: nil, holder: nil, level: nil, max_status_age_seconds: 300,
                          clock_tolerance_seconds: 60, now: Time.now)
      raise ArgumentError, "Name the wallet whose control was proven, or what the holder signed, or say wallet: :any." if wallet.nil? && holder.nil?

      read = Verifier.read_credential(credential, issuer)
      held = read.subject.split(":").last
      problems = []
      problems << "wrong_wallet" unless [nil, :any].include?(wallet) || Verifier.same_wallet?(held, wallet.to_s)
      held_by, problem = Verifier.holder_of(read, wallet, holder, now.to_i)
      problems << problem if problem
      problems << "wrong_environment" unless read.environment == issuer.environment
      problems << "level_not_shown" if level && read.level.nil?
      problems << "level_too_low" if level && read.level && LEVELS.fetch(read.level) < LEVELS.fetch(level.to_s)
      problems << "expired" if now.to_i >= read.expires_at
      problems << "not_yet_valid" if now.to_i + clock_tolerance_seconds < read.issued_at
      found, age = Verifier.status(issuer, read.places, status_lists, now.to_i, max_status_age_seconds, clock_tolerance_seconds)
      problems.concat(found)
      raise VerificationError, problems unless problems.empty?

      VerifiedCredential.new(
        format: read.format, id: read.id, environment: read.environment, subject: read.subject, wallet: held, level: read.level,
        credential_hash: read.credential_hash, issued_at: Time.at(read.issued_at).utc, expires_at: Time.at(read.expires_at).utc, claims: read.claims,
        held_by: held_by, status_age_seconds: age
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
    # A credential as it was signed, before anything of it is judged. `places` are where its state is told: `holder_key` is nil where it names none.
    Reading = Struct.new(:format, :id, :environment, :subject, :level, :credential_hash, :issued_at, :expires_at, :claims, :places, :bound, :holder_key,
                         :shown, :proof, keyword_init: true)
    Place = Struct.new(:url, :purpose, :index)
    # A holder's proof counts for this long, before and after the present time.
    PROOF_SECONDS = 300
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

    # One that shows its private half is anybody's.
    def key_of(jwk)
      case jwk.is_a?(Hash) && !jwk.key?("d") && [jwk["kty"], jwk["crv"]]
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

    # Claims of a token of this type whose signature holds.
    def jws(text, issuer, type)
      signed(text, type) { |kid| issuer.keys[kid.split("#", 2).last] }
    end

    # Claims of a token that the key of its kid signed.
    def signed(text, type)
      head, body, signature = parts = text.to_s.split(".", -1)
      raise VerificationError, ["malformed"] unless parts.size == 3 && text.bytesize <= 200_000

      header = JSON.parse(decode(head))
      claims = JSON.parse(decode(body))
      raise VerificationError, ["malformed"] if !header.is_a?(Hash) || !claims.is_a?(Hash) || header["typ"] != type || header.key?("crit")

      key = yield header["kid"].to_s
      raise VerificationError, ["issuer_not_trusted"] unless key
      raise VerificationError, ["signature_invalid"] unless signed?(key, header["alg"], "#{head}.#{body}", signature)

      claims
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

    def read_credential(text, issuer)
      text = text.to_s.strip
      text.include?("~") ? read_sd_jwt(text, issuer) : read_vc(text, issuer)
    end

    # A VC of this issuer; refuses one that is not whole.
    def read_vc(text, issuer)
      claims = jws(text, issuer, "vc+jwt")
      raise VerificationError, ["issuer_not_trusted"] unless claims["issuer"] == issuer.did && claims["iss"] == issuer.did

      subject = claims["credentialSubject"]
      entries = claims["credentialStatus"]
      raise VerificationError, ["malformed"] unless subject.is_a?(Hash) && entries.is_a?(Array) && entries.all?(Hash)

      places = %w[revocation suspension].map do |purpose|
        entry = entries.find { |one| one["statusPurpose"] == purpose } || {}
        url = entry["statusListCredential"].to_s
        number = url[%r{/([1-9]\d{0,8})(?:/suspension)?\z}, 1]
        # Status is asked where the issuer publishes it, not where a credential would like it asked.
        home = number && url == issuer.status_list_url(number, purpose) && entry["statusListIndex"].to_s.match?(/\A\d{1,9}\z/)
        raise VerificationError, ["malformed"] unless home

        Place.new(url, purpose, entry["statusListIndex"].to_i)
      end
      whole = subject["id"].is_a?(String) && subject["id"] == claims["sub"] && LEVELS_KNOWN.include?(subject["level"]) &&
              [claims["iat"], claims["exp"]].all?(Integer) && claims["id"].is_a?(String) && subject["credentialHash"].is_a?(String)
      raise VerificationError, ["malformed"] unless whole

      Reading.new(format: "vc+jwt", id: claims["id"].split("/").last, environment: subject["environment"], subject: subject["id"], level: subject["level"],
                  credential_hash: subject["credentialHash"], issued_at: claims["iat"], expires_at: claims["exp"], places: places, bound: claims.key?("cnf"),
                  claims: { "walletControl" => subject["walletControl"], "evidence" => claims["evidence"] }.compact)
    end

    # An SD-JWT VC (RFC 9901) of this issuer, with what the holder shows of it and the holder's proof; refuses one that is not whole.
    def read_sd_jwt(text, issuer)
      shown, proof = text.match(/\A(.*~)([^~]*)\z/m).captures
      token, *disclosures = shown.delete_suffix("~").split("~", -1)
      plain = jws(token, issuer, "dc+sd-jwt")
      base = "#{issuer.url}#{"/sandbox" if issuer.environment == "sandbox"}"
      raise VerificationError, ["issuer_not_trusted"] unless [issuer.did, base].include?(plain["iss"])

      claims = open_claims(disclosures, plain)
      list = plain["status"].is_a?(Hash) && plain["status"]["status_list"]
      uri, index = list.is_a?(Hash) ? list.values_at("uri", "idx") : nil
      number = uri.to_s[%r{/([1-9]\d{0,8})/token(?:-es256)?\z}, 1]
      home = number && ["", "-es256"].any? { |more| uri == "#{issuer.status_list_url(number, "revocation")}/token#{more}" }
      key = plain["cnf"].is_a?(Hash) ? key_of(plain["cnf"]["jwk"]) : nil
      # A key that cannot be read, or a proof by none, is not the same as no key.
      holder = plain.key?("cnf") ? key : proof.empty?
      whole = claims && home && holder && index.is_a?(Integer) && index >= 0 && plain["vct"] == "#{issuer.url}/vct/identity-assurance/1" &&
              [plain["iat"], plain["exp"]].all?(Integer) && plain.values_at("sub", "id", "credential_hash").all?(String)
      raise VerificationError, ["malformed"] unless whole

      Reading.new(format: "dc+sd-jwt", id: plain["id"], environment: plain["environment"], subject: plain["sub"], level: level_shown(claims),
                  credential_hash: plain["credential_hash"], issued_at: plain["iat"], expires_at: plain["exp"], claims: claims,
                  places: [Place.new(uri, "token", index)], bound: plain.key?("cnf"), holder_key: key, shown: shown, proof: proof)
    end

    # What the disclosures say; nil when one is not one that the issuer signed, comes twice, or would overwrite a plain claim.
    def open_claims(disclosures, plain)
      return nil unless plain["_sd_alg"] == "sha-256" && disclosures.uniq == disclosures

      disclosures.each_with_object({}) do |one, claims|
        salt, name, *value = opened = JSON.parse(decode(one))
        right = opened.is_a?(Array) && [salt, name].all?(String) && value.size == 1 && Array(plain["_sd"]).include?(digest(one))
        return nil unless right && !plain.key?(name) && !claims.key?(name)

        claims[name] = value[0]
      end
    rescue ArgumentError, JSON::ParserError
      nil
    end

    # The level itself, or the highest that is vouched for alone; nil where neither was shown.
    def level_shown(claims)
      LEVELS_KNOWN.include?(claims["level"]) ? claims["level"] : LEVELS_KNOWN.reverse.find { |one| claims[one] == true }
    end

    # What shows that its holder presented it, and what speaks against that.
    def holder_of(read, wallet, holder, now)
      return ["wallet", nil] if !read.bound && ![nil, :any].include?(wallet)
      return proven?(read, holder, now) ? ["key", nil] : ["not_checked", "holder_proof_invalid"] if holder && !read.proof.to_s.empty?

      ["not_checked", wallet == :any ? nil : "holder_proof_missing"]
    end

    # Key binding (RFC 9901, section 4.3): the holder's key signed for this verifier and nonce, and for what is shown.
    def proven?(read, holder, now)
      audience, nonce = holder.values_at(:audience, :nonce).map(&:to_s)
      said = signed(read.proof, "kb+jwt") { read.holder_key }
      !audience.empty? && !nonce.empty? && said["aud"] == audience && said["nonce"] == nonce && said["sd_hash"] == digest(read.shown) &&
        said["iat"].is_a?(Integer) && (now - said["iat"]).abs <= PROOF_SECONDS
    rescue VerificationError
      false
    end

    def digest(text)
      [sha256(text)].pack("m0").tr("+/", "-_").delete("=")
    end

    # What speaks against it by its lists, and the age of the oldest one.
    def status(issuer, places, given, now, max_age, tolerance)
      problems = []
      ages = []
      read = given.map { |one| read_list(one, issuer) }
      places.each do |place|
        # The newest of several copies counts.
        found = read.compact.select { |one| one[:url] == place.url && one[:purpose] == place.purpose }.max_by { |one| one[:signed_at] }
        next problems << (read.include?(nil) ? "status_invalid" : "status_missing") unless found

        age = now - found[:signed_at]
        ages << age
        state = state_in(found[:bits], place)
        problems << state if state
        problems << "status_stale" if age > max_age || age < -tolerance || now >= found[:expires_at] + tolerance
      end
      [problems.uniq, ages.size == places.size ? ages.max : nil]
    end

    # What a list says of a place; nil where that is nothing.
    def state_in(bits, place)
      byte = bits.getbyte(place.index / (place.purpose == "token" ? 4 : 8))
      return "status_invalid" unless byte
      return [nil, "revoked", "suspended", "status_invalid"][(byte >> (place.index % 4 * 2)) & 3] if place.purpose == "token"

      (place.purpose == "revocation" ? "revoked" : "suspended") if (byte & (0x80 >> (place.index % 8))).positive?
    end

    # A list of this issuer, or nil when anything about it is wrong.
    def read_list(text, issuer)
      claims = jws(text, issuer, "vc+jwt")
      subject = claims["credentialSubject"]
      return unless claims["issuer"] == issuer.did && claims["iss"] == issuer.did && Array(claims["type"]).include?("BitstringStatusListCredential") &&
                    subject.is_a?(Hash) && %w[revocation suspension].include?(subject["statusPurpose"]) && [claims["iat"], claims["exp"]].all?(Integer)

      packed = subject["encodedList"].to_s
      return unless packed.start_with?("u")

      list_of(claims, claims["id"], subject["statusPurpose"], Zlib::GzipReader.new(StringIO.new(decode(packed[1..]))).read(MOST_BYTES + 1))
    rescue VerificationError
      read_token_list(text, issuer)
    rescue ArgumentError, Zlib::Error
      nil
    end

    # A token status list of this issuer (`statuslist+jwt`), or nil.
    def read_token_list(text, issuer)
      claims = jws(text, issuer, "statuslist+jwt")
      list = claims["status_list"]
      return unless list.is_a?(Hash) && list["bits"] == 2 && [claims["iat"], claims["exp"]].all?(Integer)

      list_of(claims, claims["sub"], "token", inflate(decode(list["lst"])))
    rescue VerificationError, ArgumentError, Zlib::Error
      nil
    end

    def list_of(claims, url, purpose, bits)
      return if bits.nil? || bits.bytesize < LIST_BYTES || bits.bytesize > MOST_BYTES

      { url: url, purpose: purpose, bits: bits, signed_at: claims["iat"], expires_at: claims["exp"] }
    end

    # Unpacked, and no more of it than a list may have.
    def inflate(packed)
      inflater = Zlib::Inflate.new
      bits = +""
      inflater.inflate(packed) { |chunk| (bits << chunk).bytesize > MOST_BYTES and return nil }
      inflater.finished? ? bits : nil
    ensure
      inflater&.close
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
