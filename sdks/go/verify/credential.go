package verify

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// CredentialExpectation is what you know and ask when somebody presents a credential.
type CredentialExpectation struct {
	// Issuer that you trust.
	Issuer *Issuer
	// Wallet whose control was proven to you: a credential is sealed to one.
	Wallet string
	// Levels that are enough, as the API names them; any where it is empty.
	Levels []string
	// StatusLists are the signed lists as you fetched them from StatusURLs.
	StatusLists []string
	// MaxStatusAge is how old the lists may be; five minutes where it is 0, as the issuer asks.
	MaxStatusAge time.Duration
	// Now is the present time; that of the machine where it is zero.
	Now time.Time
}

// CredentialFacts are what a credential says that was believed.
type CredentialFacts struct {
	// ID names it.
	ID string
	// Subject is the did:pkh of the wallet.
	Subject string
	// Level is how well the holder is known.
	Level string
	// Hash is the hash of its facts, as contracts have it.
	Hash string
	// IssuedAt is when it was issued.
	IssuedAt time.Time
	// ExpiresAt is when it is over.
	ExpiresAt time.Time
	// StatusAge is since when the older of its two lists was signed.
	StatusAge time.Duration
}

const clockTolerance = time.Minute

type status struct {
	Purpose string `json:"statusPurpose"`
	Index   string `json:"statusListIndex"`
	List    string `json:"statusListCredential"`
}

type vc struct {
	ID        string          `json:"id"`
	Issuer    string          `json:"issuer"`
	Iss       string          `json:"iss"`
	Sub       string          `json:"sub"`
	Iat       *float64        `json:"iat"`
	Exp       *float64        `json:"exp"`
	From      string          `json:"validFrom"`
	Until     string          `json:"validUntil"`
	Statuses  []status        `json:"credentialStatus"`
	HolderKey json.RawMessage `json:"cnf"`
	Subject   struct {
		ID          string `json:"id"`
		Level       string `json:"level"`
		Hash        string `json:"credentialHash"`
		Environment string `json:"environment"`
	} `json:"credentialSubject"`
}

var isHash = regexp.MustCompile(`^0x[0-9a-f]{64}$`)

// StatusURLs are the two lists that say whether a credential was revoked or suspended. It may be read before it is believed,
// because both lie at the issuer.
func StatusURLs(jwt string, issuer *Issuer) ([]string, error) {
	read, reason := readVC(jwt, issuer)
	if reason != "" {
		return nil, refuse(reason)
	}
	return []string{read.Statuses[0].List, read.Statuses[1].List}, nil
}

// Credential proves a W3C verifiable credential in a JWT (vc+jwt) with nothing but the issuer's keys and the lists that it signs.
// The error is a *Refusal with all that speaks against it; a missing or too old list never reads as "not revoked".
func Credential(jwt string, expected CredentialExpectation) (*CredentialFacts, error) {
	now, maxAge := expected.Now, expected.MaxStatusAge
	if now.IsZero() {
		now = time.Now()
	}
	if maxAge == 0 {
		maxAge = 5 * time.Minute
	}
	read, reason := readVC(jwt, expected.Issuer)
	if reason != "" {
		return nil, refuse(reason)
	}
	found := &CredentialFacts{
		ID: read.ID[strings.LastIndex(read.ID, "/")+1:], Subject: read.Subject.ID, Level: read.Subject.Level, Hash: read.Subject.Hash,
		IssuedAt: seconds(*read.Iat), ExpiresAt: seconds(*read.Exp),
	}
	var reasons []Reason
	if !isOfWallet(read.Subject.ID, expected.Wallet) {
		reasons = append(reasons, WrongWallet)
	}
	if read.HolderKey != nil {
		reasons = append(reasons, HolderProofMissing)
	}
	if read.Subject.Environment != expected.Issuer.Environment {
		reasons = append(reasons, WrongEnvironment)
	}
	if len(expected.Levels) > 0 && !slices.Contains(expected.Levels, found.Level) {
		reasons = append(reasons, LevelTooLow)
	}
	if !now.Before(found.ExpiresAt) {
		reasons = append(reasons, Expired)
	}
	if now.Add(clockTolerance).Before(found.IssuedAt) {
		reasons = append(reasons, NotYetValid)
	}
	age, more := expected.Issuer.judge(read.Statuses, expected.StatusLists, now, maxAge)
	found.StatusAge = age
	if reasons = append(reasons, more...); len(reasons) > 0 {
		return nil, refuse(reasons...)
	}
	return found, nil
}

func seconds(since1970 float64) time.Time { return time.Unix(int64(since1970), 0).UTC() }

const jsTime = "2006-01-02T15:04:05.000Z"

// readVC is a credential as it was signed, with its revocation first and its suspension second.
func readVC(jwt string, issuer *Issuer) (*vc, Reason) {
	payload, reason := issuer.openJWS(jwt, "vc+jwt")
	if reason != "" {
		return nil, reason
	}
	read := &vc{}
	if json.Unmarshal(payload, read) != nil {
		return nil, Malformed
	}
	if read.Issuer != issuer.DID || read.Iss != issuer.DID {
		return nil, IssuerNotTrusted
	}
	var entries []status
	for _, purpose := range []string{"revocation", "suspension"} {
		at := slices.IndexFunc(read.Statuses, func(one status) bool { return one.Purpose == purpose })
		if at < 0 {
			return nil, Malformed
		}
		entries = append(entries, read.Statuses[at])
	}
	read.Statuses = entries
	// Status must be asked where the issuer publishes it, not where a credential would like it asked.
	base := issuer.URL
	if issuer.Environment == "sandbox" {
		base += "/sandbox"
	}
	list, atHome := strings.CutPrefix(entries[0].List, base+"/credentials/status/")
	_, noNumber := strconv.ParseUint(list, 10, 32)
	wellFormed := atHome && noNumber == nil && entries[1].List == entries[0].List+"/suspension" && entries[0].Index == entries[1].Index &&
		read.ID != "" && read.Subject.ID != "" && read.Subject.ID == read.Sub && read.Subject.Level != "" && isHash.MatchString(read.Subject.Hash) &&
		isWhole(read.Iat) && isWhole(read.Exp) &&
		read.From == seconds(*read.Iat).Format(jsTime) && read.Until == seconds(*read.Exp).Format(jsTime)
	if !wellFormed {
		return nil, Malformed
	}
	return read, ""
}

func isWhole(number *float64) bool {
	return number != nil && *number >= 0 && *number < 1<<40 && *number == math.Trunc(*number)
}

// isOfWallet compares the address in a did:pkh: those of Ethereum are written with and without capitals.
func isOfWallet(subject, wallet string) bool {
	parts := strings.Split(subject, ":")
	if len(parts) != 5 || parts[0] != "did" || parts[1] != "pkh" || wallet == "" {
		return false
	}
	if parts[2] == "eip155" {
		return strings.EqualFold(parts[4], wallet)
	}
	return parts[4] == wallet
}

type statusList struct {
	url, purpose    string
	bits            []byte
	signed, expires time.Time
}

// judge says how old the older of the two lists is, and what speaks against the credential or against the lists.
func (issuer *Issuer) judge(entries []status, given []string, now time.Time, maxAge time.Duration) (age time.Duration, reasons []Reason) {
	var lists []*statusList
	broken := false
	for _, one := range given {
		list := issuer.readList(one)
		broken = broken || list == nil
		lists = append(lists, list)
	}
	add := func(reason Reason) {
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	for _, entry := range entries {
		index, wrong := strconv.ParseUint(entry.Index, 10, 31)
		var newest *statusList
		isSet := false
		for _, list := range lists {
			if list == nil || list.url != entry.List || list.purpose != entry.Purpose || newest != nil && list.signed.Before(newest.signed) {
				continue
			}
			isOff := wrong != nil || int(index) >= len(list.bits)*8
			if isOff {
				add(StatusInvalid)
			}
			// Of two lists of one second nobody knows which is the later: the one that speaks against it counts.
			same := newest != nil && list.signed.Equal(newest.signed)
			isSet = same && isSet || !isOff && list.bits[index>>3]&(0x80>>(index&7)) != 0
			newest = list
		}
		if newest == nil {
			if broken {
				add(StatusInvalid)
			} else {
				add(StatusMissing)
			}
			continue
		}
		since := now.Sub(newest.signed)
		age = max(age, since)
		if isSet && entry.Purpose == "revocation" {
			add(Revoked)
		} else if isSet {
			add(Suspended)
		}
		if since > maxAge || since < -clockTolerance || !now.Before(newest.expires.Add(clockTolerance)) {
			add(StatusStale)
		}
	}
	return age, reasons
}

const (
	leastBits = 131_072 / 8
	mostBits  = 1 << 20
)

// readList is a signed list of this issuer; nil where anything about it is wrong.
func (issuer *Issuer) readList(jwt string) *statusList {
	payload, reason := issuer.openJWS(jwt, "vc+jwt")
	var read struct {
		ID      string   `json:"id"`
		Type    []string `json:"type"`
		Issuer  string   `json:"issuer"`
		Iss     string   `json:"iss"`
		Iat     *float64 `json:"iat"`
		Exp     *float64 `json:"exp"`
		Subject struct {
			Type    string `json:"type"`
			Purpose string `json:"statusPurpose"`
			List    string `json:"encodedList"`
		} `json:"credentialSubject"`
	}
	if reason != "" || json.Unmarshal(payload, &read) != nil || read.Issuer != issuer.DID || read.Iss != issuer.DID ||
		!slices.Contains(read.Type, "BitstringStatusListCredential") || read.Subject.Type != "BitstringStatusList" ||
		!isWhole(read.Iat) || !isWhole(read.Exp) {
		return nil
	}
	bits, err := unpack(read.Subject.List)
	if err != nil {
		return nil
	}
	return &statusList{url: read.ID, purpose: read.Subject.Purpose, bits: bits, signed: seconds(*read.Iat), expires: seconds(*read.Exp)}
}

func unpack(encoded string) ([]byte, error) {
	text, ok := strings.CutPrefix(encoded, "u")
	if !ok {
		return nil, fmt.Errorf("not multibase base64url")
	}
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	bits, err := io.ReadAll(io.LimitReader(reader, mostBits+1))
	if err == nil && (len(bits) < leastBits || len(bits) > mostBits) {
		err = fmt.Errorf("%d bytes are no list", len(bits))
	}
	return bits, err
}
