# frozen_string_literal: true

require "openssl"

module Sealwright
  # What is needed of Ethereum to read a permit: Keccak-256 and the account that signed. The curve is OpenSSL's.
  module Ethereum
    ROUNDS = %w[
      0000000000000001 0000000000008082 800000000000808a 8000000080008000 000000000000808b 0000000080000001 8000000080008081 8000000000008009
      000000000000008a 0000000000000088 0000000080008009 000000008000000a 000000008000808b 800000000000008b 8000000000008089 8000000000008003
      8000000000008002 8000000000000080 000000000000800a 800000008000000a 8000000080008081 8000000000008080 0000000080000001 8000000080008008
    ].map(&:hex).freeze
    TURNS = [[0, 36, 3, 41, 18], [1, 44, 10, 45, 2], [62, 6, 43, 15, 61], [28, 55, 25, 21, 56], [27, 20, 39, 8, 14]].freeze
    MASK = (1 << 64) - 1
    RATE = 136

    module_function

    # Keccak-256 as Ethereum has it, with the padding of before FIPS 202.
    def keccak256(bytes)
      padded = bytes.b + "\x01".b
      padded << "\x00".b * (-padded.bytesize % RATE)
      padded.setbyte(-1, padded.getbyte(-1) | 0x80)
      state = Array.new(5) { Array.new(5, 0) }
      padded.unpack("Q<*").each_slice(RATE / 8) do |block|
        block.each_with_index { |word, at| state[at % 5][at / 5] ^= word }
        state = permuted(state)
      end
      Array.new(4) { |at| state[at][0] }.pack("Q<*")
    end

    def permuted(state)
      ROUNDS.each do |constant|
        columns = state.map { |column| column.reduce(:^) }
        mixed = Array.new(5) { |x| columns[x - 1] ^ turned(columns[(x + 1) % 5], 1) }
        moved = Array.new(5) { Array.new(5) }
        5.times { |x| 5.times { |y| moved[y][(2 * x + 3 * y) % 5] = turned(state[x][y] ^ mixed[x], TURNS[x][y]) } }
        state = Array.new(5) { |x| Array.new(5) { |y| moved[x][y] ^ (~moved[(x + 1) % 5][y] & MASK & moved[(x + 2) % 5][y]) } }
        state[0][0] ^= constant
      end
      state
    end

    def turned(word, by)
      ((word << by) | (word >> (64 - by))) & MASK
    end

    # The account whose key made this signature of a hash, or nil where it is none of the one form that contracts take.
    def signer(hash, signature)
      r, s = [signature[0, 32], signature[32, 32]].map { |one| OpenSSL::BN.new(one, 2) }
      odd = signature.getbyte(64) - 27
      group = OpenSSL::PKey::EC::Group.new("secp256k1")
      half = group.order >> 1
      return if ![0, 1].include?(odd) || r.zero? || s.zero? || r >= group.order || s > half

      point = OpenSSL::PKey::EC::Point.new(group, OpenSSL::BN.new([odd.zero? ? "02" : "03"].pack("H*") + signature[0, 32], 2))
      back = r.mod_inverse(group.order)
      # The key is (s × point − hash × generator) ÷ r.
      from_hash = (group.order - (OpenSSL::BN.new(hash, 2) % group.order)).mod_mul(back, group.order)
      key = point.mul(s.mod_mul(back, group.order)).add(group.generator.mul(from_hash))
      "0x#{keccak256(key.to_octet_string(:uncompressed)[1..])[12..].unpack1("H*")}"
    rescue OpenSSL::PKey::EC::Point::Error, OpenSSL::BNError
      nil
    end

    ADDRESS = /\A0x\h{40}\z/.freeze
    LEVELS = { "defi-basic" => 1, "defi-enhanced" => 2, "defi-institutional" => 3 }.freeze
    MOST_SECONDS = 600
    PERMIT_TYPE = "Permit(address wallet,address protocol,uint8 level,uint48 expires,bytes32 policy)"
    DOMAIN_TYPE = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"

    Permit = Struct.new(:chain_id, :contract, :wallet, :protocol, :level, :expires, :policy, :signature, keyword_init: true) do
      # Nil where it is no permit.
      def self.read(given)
        domain, message, signature = given.values_at("domain", "message", "signature")
        return unless domain.is_a?(Hash) && message.is_a?(Hash) && domain.values_at("name", "version") == %w[SealwrightPermit 1]

        permit = new(chain_id: domain["chainId"], contract: domain["verifyingContract"], signature: signature,
                     **message.slice("wallet", "protocol", "level", "expires", "policy").transform_keys(&:to_sym))
        permit if permit.whole?
      end

      def whole?
        [contract, wallet, protocol].all? { |one| ADDRESS.match?(one.to_s) } && [chain_id, level, expires].all? { |one| one.is_a?(Integer) && one >= 0 } &&
          policy.to_s.match?(/\A0x\h{64}\z/) && signature.to_s.match?(/\A0x\h{130}\z/)
      end

      def level_name
        LEVELS.key(level)
      end

      # What speaks against it besides its signature, as codes.
      def problems(wallet:, chain_id:, verifying_contract:, policy:, level:, now:)
        here = self.chain_id == chain_id && [contract, protocol].all? { |one| one.casecmp?(verifying_contract) }
        { "expired" => !(now < expires), "too_long" => !(expires - now <= MOST_SECONDS), "wrong_wallet" => !self.wallet.casecmp?(wallet),
          "wrong_contract" => !here, "wrong_policy" => !self.policy.casecmp?("0x#{Ethereum.keccak256(policy).unpack1("H*")}"),
          "level_too_low" => self.level < LEVELS.fetch(level.to_s), "malformed" => level_name.nil? }.select { |_, wrong| wrong }.keys
      end

      # The account that signed it (EIP-712), or nil.
      def signer
        name = ->(text) { Ethereum.keccak256(text) }
        word = ->(value) { [(value.is_a?(Integer) ? value.to_s(16) : value.delete_prefix("0x")).rjust(64, "0")].pack("H*") }
        domain = name.call([name.call(DOMAIN_TYPE), name.call("SealwrightPermit"), name.call("1"), word.call(chain_id), word.call(contract)].join)
        struct = name.call([name.call(PERMIT_TYPE), *[wallet, protocol, level, expires, policy].map(&word)].join)
        Ethereum.signer(Ethereum.keccak256("\x19\x01".b + domain + struct), [signature.delete_prefix("0x")].pack("H*"))
      end
    end
  end
  private_constant :Ethereum
end
