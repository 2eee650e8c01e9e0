// Package verify proves credentials, receipts and permits of Sealwright without a connection: give it the keys you trust, once
// fetched, and the signed lists you hold. What is unknown, stale or malformed is refused, with every reason.
package verify

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"strings"
)

// Reason is why something is refused.
type Reason string

// Reasons of refusals.
const (
	// Malformed is not what it should be at all.
	Malformed Reason = "malformed"
	// SignatureInvalid was changed, or signed by somebody else.
	SignatureInvalid Reason = "signature_invalid"
	// IssuerNotTrusted is signed by a key that you did not name.
	IssuerNotTrusted Reason = "issuer_not_trusted"
	// WrongWallet is of another wallet.
	WrongWallet Reason = "wrong_wallet"
	// WrongEnvironment is of the sandbox in production, or the other way round.
	WrongEnvironment Reason = "wrong_environment"
	// LevelTooLow is below the level that you ask for.
	LevelTooLow Reason = "level_too_low"
	// Expired is over.
	Expired Reason = "expired"
	// NotYetValid begins later.
	NotYetValid Reason = "not_yet_valid"
	// Revoked is ended for good.
	Revoked Reason = "revoked"
	// Suspended is ended for now.
	Suspended Reason = "suspended"
	// StatusMissing has no list that says whether it was revoked or suspended.
	StatusMissing Reason = "status_missing"
	// StatusInvalid has a list that does not hold.
	StatusInvalid Reason = "status_invalid"
	// StatusStale has a list that is too old.
	StatusStale Reason = "status_stale"
	// LevelNotShown is an SD-JWT VC of which the holder did not show the level.
	LevelNotShown Reason = "level_not_shown"
	// HolderProofMissing names a key of the holder, and comes without the signature of it that you ask for.
	HolderProofMissing Reason = "holder_proof_missing"
	// HolderProofInvalid was not signed by the holder's key for you, this nonce and what is shown, or too long ago.
	HolderProofInvalid Reason = "holder_proof_invalid"
	// DocumentAltered has a document that is not the one in the log.
	DocumentAltered Reason = "document_altered"
	// CheckpointMismatch has a checkpoint of another log or size.
	CheckpointMismatch Reason = "checkpoint_mismatch"
	// NotInLog is no entry of the log.
	NotInLog Reason = "not_in_log"
	// TooLong lasts longer than a permit may.
	TooLong Reason = "too_long"
	// WrongContract is for another contract or chain.
	WrongContract Reason = "wrong_contract"
	// WrongPolicy is for another policy.
	WrongPolicy Reason = "wrong_policy"
)

// Refusal is the error of all that is not proven. Nothing refused may open a door.
type Refusal struct {
	// Reasons are all that speak against it.
	Reasons []Reason
}

// Error names the reasons.
func (r *Refusal) Error() string {
	words := make([]string, len(r.Reasons))
	for i, reason := range r.Reasons {
		words[i] = string(reason)
	}
	return "sealwright/verify: refused: " + strings.Join(words, ", ")
}

// Has says whether this is one of the reasons.
func (r *Refusal) Has(reason Reason) bool {
	for _, one := range r.Reasons {
		if one == reason {
			return true
		}
	}
	return false
}

// Open says whether nothing speaks against it but what could not be told now: fetch newer lists and ask again.
func (r *Refusal) Open() bool {
	for _, reason := range r.Reasons {
		switch reason {
		case StatusMissing, StatusInvalid, StatusStale, NotYetValid:
		default:
			return false
		}
	}
	return true
}

func refuse(reasons ...Reason) error { return &Refusal{Reasons: reasons} }

// Issuer is who is believed: its name, where it publishes, and its keys.
type Issuer struct {
	// DID is its name, such as did:web:sealwright.example.
	DID string
	// URL is the address of the server, without /sandbox.
	URL string
	// Environment is production or sandbox.
	Environment string
	// Attesters are its accounts, which sign permits.
	Attesters []string
	keys      map[string]any
}

// ParseIssuer reads a DID document, as /.well-known/did.json of the server has it for production and /sandbox/did.json for the
// sandbox. Fetch it once, from an address that you trust, and keep it.
func ParseIssuer(document []byte, url, environment string) (*Issuer, error) {
	var read struct {
		ID      string `json:"id"`
		Methods []struct {
			ID      string          `json:"id"`
			JWK     json.RawMessage `json:"publicKeyJwk"`
			Account string          `json:"blockchainAccountId"`
		} `json:"verificationMethod"`
	}
	if err := json.Unmarshal(document, &read); err != nil {
		return nil, err
	}
	if environment != "production" && environment != "sandbox" {
		return nil, errors.New("sealwright/verify: an environment is production or sandbox")
	}
	if strings.HasSuffix(read.ID, ":sandbox") != (environment == "sandbox") || !strings.HasPrefix(read.ID, "did:web:") {
		return nil, errors.New("sealwright/verify: the document is not one of this environment")
	}
	issuer := &Issuer{DID: read.ID, URL: strings.TrimRight(url, "/"), Environment: environment, keys: map[string]any{}}
	for _, method := range read.Methods {
		_, kid, _ := strings.Cut(method.ID, "#")
		if key := publicKey(method.JWK); key != nil && kid != "" {
			issuer.keys[kid] = key
		}
		if account, ok := strings.CutPrefix(method.Account, "eip155:1:"); ok {
			issuer.Attesters = append(issuer.Attesters, account)
		}
	}
	if len(issuer.keys) == 0 {
		return nil, errors.New("sealwright/verify: the document has no key that is known")
	}
	return issuer, nil
}

// publicKey is an Ed25519 or a P-256 key; nil where it is neither.
func publicKey(jwk json.RawMessage) any {
	var read struct {
		Kty, Crv, X, Y string
		D              json.RawMessage
	}
	// One that shows its private half is anybody's.
	if json.Unmarshal(jwk, &read) != nil || read.D != nil {
		return nil
	}
	x, wrong := base64.RawURLEncoding.Strict().DecodeString(read.X)
	if wrong != nil || len(x) != 32 {
		return nil
	}
	if read.Kty == "OKP" && read.Crv == "Ed25519" {
		return ed25519.PublicKey(x)
	}
	y, wrong := base64.RawURLEncoding.Strict().DecodeString(read.Y)
	if wrong != nil || len(y) != 32 || read.Kty != "EC" || read.Crv != "P-256" {
		return nil
	}
	key := &ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(x), Y: new(big.Int).SetBytes(y)}
	if _, err := key.ECDH(); err != nil {
		return nil
	}
	return key
}

const longestToken = 200_000

// openJWS is the payload of a compact JWS that one of these keys signed. Its key says which algorithm holds, not its header.
func (issuer *Issuer) openJWS(token, typ string) ([]byte, Reason) {
	return openSigned(token, typ, func(kid string) any { return issuer.keys[kid[strings.Index(kid, "#")+1:]] })
}

// openSigned is the payload of a compact JWS that the key of its kid signed.
func openSigned(token, typ string, keyOf func(kid string) any) ([]byte, Reason) {
	parts := strings.Split(token, ".")
	if len(token) > longestToken || len(parts) != 3 {
		return nil, Malformed
	}
	var decoded [3][]byte
	for i, part := range parts {
		var err error
		if decoded[i], err = base64.RawURLEncoding.Strict().DecodeString(part); err != nil {
			return nil, Malformed
		}
	}
	var header struct {
		Alg, Typ, Kid string
		Crit          json.RawMessage
	}
	if json.Unmarshal(decoded[0], &header) != nil || header.Typ != typ || header.Crit != nil {
		return nil, Malformed
	}
	signed, signature := []byte(parts[0]+"."+parts[1]), decoded[2]
	holds := false
	switch key := keyOf(header.Kid).(type) {
	case ed25519.PublicKey:
		holds = (header.Alg == "EdDSA" || header.Alg == "Ed25519") && ed25519.Verify(key, signed, signature)
	case *ecdsa.PublicKey:
		sum := sha256.Sum256(signed)
		holds = header.Alg == "ES256" && len(signature) == 64 &&
			ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:]))
	default:
		return nil, IssuerNotTrusted
	}
	if !holds {
		return nil, SignatureInvalid
	}
	return decoded[1], ""
}
