package verify

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A holder's proof counts for this long, before and after the present time.
const proofLife = 5 * time.Minute

var tokenList = regexp.MustCompile(`^[1-9]\d{0,8}/token(-es256)?$`)

// levels are those that an SD-JWT VC can show one by one, the highest first.
var levels = []string{"accredited", "enhanced", "basic"}

// readSDJWT is an SD-JWT VC (RFC 9901) as it was signed, with what the holder shows of it and the holder's proof.
func readSDJWT(text string, issuer *Issuer) (*reading, Reason) {
	cut := strings.LastIndex(text, "~") + 1
	shown, proof := text[:cut], text[cut:]
	parts := strings.Split(strings.TrimSuffix(shown, "~"), "~")
	payload, reason := issuer.openJWS(parts[0], "dc+sd-jwt")
	if reason != "" {
		return nil, reason
	}
	var read struct {
		Iss, Sub, ID, Vct, Environment string
		Iat, Exp                       *float64
		Hash                           string                         `json:"credential_hash"`
		Confirmation                   *struct{ JWK json.RawMessage } `json:"cnf"`
		Status                         struct {
			List struct {
				URI string   `json:"uri"`
				Idx *float64 `json:"idx"`
			} `json:"status_list"`
		}
	}
	var plain map[string]json.RawMessage
	if json.Unmarshal(payload, &read) != nil || json.Unmarshal(payload, &plain) != nil {
		return nil, Malformed
	}
	if read.Iss != issuer.DID && read.Iss != issuer.base() {
		return nil, IssuerNotTrusted
	}
	claims, whole := openClaims(parts[1:], plain)
	list, atHome := strings.CutPrefix(read.Status.List.URI, issuer.base()+"/credentials/status/")
	if !whole || !atHome || !tokenList.MatchString(list) || !isWhole(read.Status.List.Idx) || *read.Status.List.Idx > math.MaxInt32 ||
		read.Vct != issuer.URL+"/vct/identity-assurance/1" || read.Sub == "" || read.ID == "" || !isHash.MatchString(read.Hash) ||
		!isWhole(read.Iat) || !isWhole(read.Exp) {
		return nil, Malformed
	}
	_, bound := plain["cnf"]
	var key any
	if read.Confirmation != nil {
		key = publicKey(read.Confirmation.JWK)
	}
	// A key that cannot be read, or a proof by none, is not the same as no key.
	if bound != (key != nil) || !bound && proof != "" {
		return nil, Malformed
	}
	return &reading{
		CredentialFacts: CredentialFacts{
			Format: "dc+sd-jwt", ID: read.ID, Subject: read.Sub, Level: levelShown(claims), Hash: read.Hash, Claims: claims,
			IssuedAt: seconds(*read.Iat), ExpiresAt: seconds(*read.Exp),
		},
		environment: read.Environment,
		places:      []place{{read.Status.List.URI, tokenPurpose, int(*read.Status.List.Idx)}},
		bound:       bound, holderKey: key, shown: shown, proof: proof,
	}, ""
}

// openClaims is false when a disclosure is not one that the issuer signed, comes twice, or would overwrite a plain claim.
func openClaims(disclosures []string, plain map[string]json.RawMessage) (map[string]json.RawMessage, bool) {
	var algorithm string
	var signed []string
	if json.Unmarshal(plain["_sd_alg"], &algorithm) != nil || algorithm != "sha-256" {
		return nil, false
	}
	if plain["_sd"] != nil && json.Unmarshal(plain["_sd"], &signed) != nil {
		return nil, false
	}
	claims := map[string]json.RawMessage{}
	for _, one := range disclosures {
		opened, wrong := base64.RawURLEncoding.Strict().DecodeString(one)
		var parts []json.RawMessage
		if wrong != nil || json.Unmarshal(opened, &parts) != nil || len(parts) != 3 {
			return nil, false
		}
		var salt, name *string
		if json.Unmarshal(parts[0], &salt) != nil || json.Unmarshal(parts[1], &name) != nil || salt == nil || name == nil {
			return nil, false
		}
		_, isPlain := plain[*name]
		_, isTwice := claims[*name]
		if !slices.Contains(signed, digest(one)) || isPlain || isTwice {
			return nil, false
		}
		claims[*name] = parts[2]
	}
	return claims, true
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// levelShown is the level itself, or the highest that is vouched for alone; empty where neither was shown.
func levelShown(claims map[string]json.RawMessage) string {
	var level string
	if json.Unmarshal(claims["level"], &level) == nil && slices.Contains(levels, level) {
		return level
	}
	for _, one := range levels {
		if string(claims[one]) == "true" {
			return one
		}
	}
	return ""
}

// provesPossession is key binding (RFC 9901, section 4.3): the holder's key signed for this verifier and nonce, and for what is shown.
func (read *reading) provesPossession(asked Holder, now time.Time) bool {
	payload, reason := openSigned(read.proof, "kb+jwt", func(string) any { return read.holderKey })
	var said struct {
		Aud, Nonce string
		Hash       string `json:"sd_hash"`
		Iat        *float64
	}
	if reason != "" || json.Unmarshal(payload, &said) != nil || asked.Audience == "" || asked.Nonce == "" {
		return false
	}
	return said.Aud == asked.Audience && said.Nonce == asked.Nonce && said.Hash == digest(read.shown) && isWhole(said.Iat) &&
		now.Sub(seconds(*said.Iat)).Abs() <= proofLife
}

// readTokenList is a token status list of this issuer (statuslist+jwt); nil where anything about it is wrong.
func (issuer *Issuer) readTokenList(jwt string) *statusList {
	payload, reason := issuer.openJWS(jwt, "statuslist+jwt")
	var read struct {
		Sub      string
		Iat, Exp *float64
		List     struct {
			Bits int
			Lst  string
		} `json:"status_list"`
	}
	if reason != "" || json.Unmarshal(payload, &read) != nil || read.List.Bits != 2 || !isWhole(read.Iat) || !isWhole(read.Exp) {
		return nil
	}
	packed, err := base64.RawURLEncoding.DecodeString(read.List.Lst)
	if err != nil {
		return nil
	}
	reader, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil
	}
	bits, err := readBits(reader)
	if err != nil {
		return nil
	}
	return &statusList{url: read.Sub, purpose: tokenPurpose, bits: bits, signed: seconds(*read.Iat), expires: seconds(*read.Exp)}
}
