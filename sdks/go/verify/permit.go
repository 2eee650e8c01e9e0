package verify

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"strings"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"
)

// PermitExpectation is what the contract or server that a permit is shown to asks of it.
type PermitExpectation struct {
	// Attesters are the accounts that are believed: Issuer.Attesters.
	Attesters []string
	// Wallet that acts.
	Wallet string
	// ChainID of the chain.
	ChainID int64
	// Contract is that of the protocol.
	Contract string
	// Level is the least: defi-basic, defi-enhanced or defi-institutional.
	Level string
	// Policy is its name.
	Policy string
	// Now is the present time; that of the machine where it is zero.
	Now time.Time
}

// PermitFacts are what a permit allows.
type PermitFacts struct {
	// Wallet that may act.
	Wallet string
	// Level of the wallet: 1 basic, 2 enhanced, 3 institutional.
	Level int64
	// ExpiresAt is when it is over.
	ExpiresAt time.Time
	// Attester is the account that signed it.
	Attester string
}

const longestPermit = 10 * time.Minute

var defiLevels = map[string]int64{"defi-basic": 1, "defi-enhanced": 2, "defi-institutional": 3}

// Permit judges a permit (EIP-712) as a contract does. It is `permit` of DeFi.Access, as JSON or as that field. The error is a
// *Refusal.
func Permit(permit any, expected PermitExpectation) (*PermitFacts, error) {
	raw, err := json.Marshal(jsonOf(permit))
	if err != nil {
		return nil, refuse(Malformed)
	}
	var read struct {
		Domain struct {
			Name     string `json:"name"`
			Version  string `json:"version"`
			ChainID  int64  `json:"chainId"`
			Contract string `json:"verifyingContract"`
		} `json:"domain"`
		Message struct {
			Wallet   string `json:"wallet"`
			Protocol string `json:"protocol"`
			Level    int64  `json:"level"`
			Expires  int64  `json:"expires"`
			Policy   string `json:"policy"`
		} `json:"message"`
		Signature string `json:"signature"`
	}
	if json.Unmarshal(raw, &read) != nil || read.Domain.Name != "SealwrightPermit" || read.Domain.Version != "1" {
		return nil, refuse(Malformed)
	}
	message := read.Message
	wallet, contract := bytesOf(message.Wallet, 20), bytesOf(message.Protocol, 20)
	policy, signature := bytesOf(message.Policy, 32), bytesOf(read.Signature, 65)
	if wallet == nil || contract == nil || policy == nil || signature == nil || message.Level < 0 || message.Level > 255 || message.Expires < 0 || read.Domain.ChainID <= 0 {
		return nil, refuse(Malformed)
	}
	now := expected.Now
	if now.IsZero() {
		now = time.Now()
	}
	expires := time.Unix(message.Expires, 0).UTC()
	least, known := defiLevels[expected.Level]
	var reasons []Reason
	for _, one := range []struct {
		wrong  bool
		reason Reason
	}{
		{!now.Before(expires), Expired},
		{expires.Sub(now) > longestPermit, TooLong},
		{!strings.EqualFold(message.Wallet, expected.Wallet), WrongWallet},
		{read.Domain.ChainID != expected.ChainID || !strings.EqualFold(read.Domain.Contract, expected.Contract) || !strings.EqualFold(message.Protocol, expected.Contract), WrongContract},
		{message.Policy != "0x"+hex.EncodeToString(keccak([]byte(expected.Policy))), WrongPolicy},
		{!known || message.Level < least, LevelTooLow},
	} {
		if one.wrong {
			reasons = append(reasons, one.reason)
		}
	}
	hash := keccak([]byte("\x19\x01"),
		keccak(keccak([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")),
			keccak([]byte("SealwrightPermit")), keccak([]byte("1")), word(big.NewInt(read.Domain.ChainID).Bytes()), word(contract)),
		keccak(keccak([]byte("Permit(address wallet,address protocol,uint8 level,uint48 expires,bytes32 policy)")),
			word(wallet), word(contract), word([]byte{byte(message.Level)}), word(binary.BigEndian.AppendUint64(nil, uint64(message.Expires))), policy))
	attester := signerOf(hash, signature)
	trusted := false
	for _, one := range expected.Attesters {
		trusted = trusted || attester != "" && strings.EqualFold(one, attester)
	}
	if !trusted {
		reasons = append(reasons, SignatureInvalid)
	}
	if len(reasons) > 0 {
		return nil, refuse(reasons...)
	}
	return &PermitFacts{Wallet: message.Wallet, Level: message.Level, ExpiresAt: expires, Attester: attester}, nil
}

// signerOf is the account that signed a hash; empty where the signature is none.
func signerOf(hash, signature []byte) string {
	recovery := signature[64]
	if recovery < 27 {
		recovery += 27
	}
	if recovery != 27 && recovery != 28 {
		return ""
	}
	key, _, err := ecdsa.RecoverCompact(append([]byte{recovery}, signature[:64]...), hash)
	if err != nil {
		return ""
	}
	return "0x" + hex.EncodeToString(keccak(key.SerializeUncompressed()[1:])[12:])
}

func keccak(parts ...[]byte) []byte {
	hash := sha3.NewLegacyKeccak256()
	for _, part := range parts {
		hash.Write(part)
	}
	return hash.Sum(nil)
}

// word is a value on the right of 32 bytes.
func word(value []byte) []byte { return append(make([]byte, 32-len(value)), value...) }

// bytesOf reads 0x and hex digits of one length; nil for anything else.
func bytesOf(text string, length int) []byte {
	digits, ok := strings.CutPrefix(text, "0x")
	raw, err := hex.DecodeString(digits)
	if !ok || err != nil || len(raw) != length {
		return nil
	}
	return raw
}
