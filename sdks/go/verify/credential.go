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

// CredentialExpectation is what you know and ask when somebody presents a credential. Name the wallet, the holder, or AnyHolder.
type CredentialExpectation struct {
	// Issuer that you trust.
	Issuer *Issuer
	// Wallet whose control was proven to you: a credential is sealed to one.
	Wallet string
	// Holder is what the holder was asked to sign: needed where the credential names a key of the holder.
	Holder *Holder
	// AnyHolder counts only what the credential says, whoever presents it. It then proves nothing of whoever does.
	AnyHolder bool
	// Levels that are enough, as the API names them; any where it is empty.
	Levels []string
	// StatusLists are the signed lists as you fetched them from StatusURLs.
	StatusLists []string
	// MaxStatusAge is how old the lists may be; five minutes where it is 0, as the issuer asks.
	MaxStatusAge time.Duration
	// Now is the present time; that of the machine where it is zero.
	Now time.Time
}

// Holder is what you asked the holder's wallet to sign: the audience is you, the nonce is of this one presentation.
type Holder struct{ Audience, Nonce string }

// CredentialFacts are what a credential says that was believed.
type CredentialFacts struct {
	// Format is vc+jwt or dc+sd-jwt.
	Format string
	// ID names it.
	ID string
	// Subject is the did:pkh of the wallet.
	Subject string
	// Level is how well the holder is known; empty where an SD-JWT VC does not show it.
	Level string
	// Hash is the hash of its facts, as contracts have it.
	Hash string
	// Claims are what the holder showed of an SD-JWT VC.
	Claims map[string]json.RawMessage
	// HeldBy is what shows that its holder presented it: key, wallet or, for AnyHolder, empty.
	HeldBy string
	// IssuedAt is when it was issued.
	IssuedAt time.Time
	// ExpiresAt is when it is over.
	ExpiresAt time.Time
	// StatusAge is since when the oldest of its lists was signed.
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

// reading is a credential as it was signed, before anything of it is judged.
type reading struct {
	CredentialFacts
	environment string
	places      []place
	// bound says that it names a key of the holder, which may be one that nobody can read.
	bound        bool
	holderKey    any
	shown, proof string
}

// place is one list that a credential is in, and where. A token status list says both purposes.
type place struct {
	url, purpose string
	index        int
}

const tokenPurpose = "token"

var isHash = regexp.MustCompile(`^0x[0-9a-f]{64}$`)

// StatusURLs are the lists that say whether a credential was revoked or suspended: two of a VC, one of an SD-JWT VC. It may be read
// before it is believed, because all lie at the issuer.
func StatusURLs(credential string, issuer *Issuer) ([]string, error) {
	read, reason := readCredential(credential, issuer)
	if reason != "" {
		return nil, refuse(reason)
	}
	urls := make([]string, len(read.places))
	for at, one := range read.places {
		urls[at] = one.url
	}
	return urls, nil
}

// Credential proves a W3C verifiable credential in a JWT (vc+jwt) or an SD-JWT VC (dc+sd-jwt) with nothing but the issuer's keys and
// the lists that it signs. The error is a *Refusal with all that speaks against it; a missing or too old list never reads as "not revoked".
func Credential(credential string, expected CredentialExpectation) (*CredentialFacts, error) {
	now, maxAge := expected.Now, expected.MaxStatusAge
	if now.IsZero() {
		now = time.Now()
	}
	if maxAge == 0 {
		maxAge = 5 * time.Minute
	}
	read, reason := readCredential(credential, expected.Issuer)
	if reason != "" {
		return nil, refuse(reason)
	}
	found := &read.CredentialFacts
	var reasons []Reason
	asksHolder := expected.Wallet == "" && (expected.Holder != nil || expected.AnyHolder)
	if !asksHolder && !isOfWallet(found.Subject, expected.Wallet) {
		reasons = append(reasons, WrongWallet)
	}
	heldBy, reason := read.judgeHolder(expected, now)
	if found.HeldBy = heldBy; reason != "" {
		reasons = append(reasons, reason)
	}
	if read.environment != expected.Issuer.Environment {
		reasons = append(reasons, WrongEnvironment)
	}
	if len(expected.Levels) > 0 && found.Level == "" {
		reasons = append(reasons, LevelNotShown)
	} else if len(expected.Levels) > 0 && !slices.Contains(expected.Levels, found.Level) {
		reasons = append(reasons, LevelTooLow)
	}
	if !now.Before(found.ExpiresAt) {
		reasons = append(reasons, Expired)
	}
	if now.Add(clockTolerance).Before(found.IssuedAt) {
		reasons = append(reasons, NotYetValid)
	}
	age, more := expected.Issuer.judge(read.places, expected.StatusLists, now, maxAge)
	found.StatusAge = age
	if reasons = append(reasons, more...); len(reasons) > 0 {
		return nil, refuse(reasons...)
	}
	return found, nil
}

// judgeHolder says what shows that its holder presented it, and what speaks against that.
func (read *reading) judgeHolder(expected CredentialExpectation, now time.Time) (string, Reason) {
	switch {
	case !read.bound && expected.Wallet != "":
		return "wallet", ""
	case expected.Holder != nil && read.proof != "":
		if read.provesPossession(*expected.Holder, now) {
			return "key", ""
		}
		return "", HolderProofInvalid
	case expected.AnyHolder:
		return "", ""
	case !read.bound && expected.Holder == nil:
		// That no wallet was named is told already.
		return "", ""
	}
	return "", HolderProofMissing
}

func readCredential(credential string, issuer *Issuer) (*reading, Reason) {
	credential = strings.TrimSpace(credential)
	if strings.Contains(credential, "~") {
		return readSDJWT(credential, issuer)
	}
	return readVC(credential, issuer)
}

func seconds(since1970 float64) time.Time { return time.Unix(int64(since1970), 0).UTC() }

const jsTime = "2006-01-02T15:04:05.000Z"

// base is where the issuer publishes what is of its environment.
func (issuer *Issuer) base() string {
	if issuer.Environment == "sandbox" {
		return issuer.URL + "/sandbox"
	}
	return issuer.URL
}

// readVC is a VC as it was signed, with its place of revocation first and that of suspension second.
func readVC(jwt string, issuer *Issuer) (*reading, Reason) {
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
	var places []place
	for _, purpose := range []string{"revocation", "suspension"} {
		at := slices.IndexFunc(read.Statuses, func(one status) bool { return one.Purpose == purpose })
		if at < 0 {
			return nil, Malformed
		}
		one := read.Statuses[at]
		index, wrong := strconv.ParseUint(one.Index, 10, 31)
		if wrong != nil {
			return nil, Malformed
		}
		entries, places = append(entries, one), append(places, place{one.List, purpose, int(index)})
	}
	// Status must be asked where the issuer publishes it, not where a credential would like it asked.
	list, atHome := strings.CutPrefix(entries[0].List, issuer.base()+"/credentials/status/")
	_, noNumber := strconv.ParseUint(list, 10, 32)
	wellFormed := atHome && noNumber == nil && entries[1].List == entries[0].List+"/suspension" && entries[0].Index == entries[1].Index &&
		read.ID != "" && read.Subject.ID != "" && read.Subject.ID == read.Sub && read.Subject.Level != "" && isHash.MatchString(read.Subject.Hash) &&
		isWhole(read.Iat) && isWhole(read.Exp) &&
		read.From == seconds(*read.Iat).Format(jsTime) && read.Until == seconds(*read.Exp).Format(jsTime)
	if !wellFormed {
		return nil, Malformed
	}
	return &reading{
		CredentialFacts: CredentialFacts{
			Format: "vc+jwt", ID: read.ID[strings.LastIndex(read.ID, "/")+1:], Subject: read.Subject.ID, Level: read.Subject.Level, Hash: read.Subject.Hash,
			IssuedAt: seconds(*read.Iat), ExpiresAt: seconds(*read.Exp),
		},
		environment: read.Subject.Environment, places: places, bound: read.HolderKey != nil,
	}, ""
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

// judge says how old the oldest of the lists is, and what speaks against the credential or against the lists.
func (issuer *Issuer) judge(places []place, given []string, now time.Time, maxAge time.Duration) (age time.Duration, reasons []Reason) {
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
	for _, at := range places {
		var newest *statusList
		state := Reason("")
		for _, list := range lists {
			if list == nil || list.url != at.url || list.purpose != at.purpose || newest != nil && list.signed.Before(newest.signed) {
				continue
			}
			told := list.state(at.index)
			// Of two lists of one second nobody knows which is the later: the one that speaks against it counts.
			if newest == nil || !list.signed.Equal(newest.signed) || state == "" {
				state = told
			}
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
		if state != "" {
			add(state)
		}
		if since > maxAge || since < -clockTolerance || !now.Before(newest.expires.Add(clockTolerance)) {
			add(StatusStale)
		}
	}
	return age, reasons
}

// state is what a list says of a place; empty where that is nothing.
func (list *statusList) state(index int) Reason {
	perByte := 8
	if list.purpose == tokenPurpose {
		perByte = 4
	}
	if index/perByte >= len(list.bits) {
		return StatusInvalid
	}
	told := list.bits[index/perByte]
	if list.purpose == tokenPurpose {
		return []Reason{"", Revoked, Suspended, StatusInvalid}[told>>(index%4*2)&3]
	}
	if told&(0x80>>(index&7)) == 0 {
		return ""
	}
	if list.purpose == "revocation" {
		return Revoked
	}
	return Suspended
}

const (
	leastBits = 131_072 / 8
	mostBits  = 1 << 20
)

// readList is a signed list of this issuer; nil where anything about it is wrong.
func (issuer *Issuer) readList(jwt string) *statusList {
	payload, reason := issuer.openJWS(jwt, "vc+jwt")
	if reason != "" {
		return issuer.readTokenList(jwt)
	}
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
	if json.Unmarshal(payload, &read) != nil || read.Issuer != issuer.DID || read.Iss != issuer.DID ||
		!slices.Contains(read.Type, "BitstringStatusListCredential") || read.Subject.Type != "BitstringStatusList" ||
		!isWhole(read.Iat) || !isWhole(read.Exp) || read.Subject.Purpose == tokenPurpose {
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
	return readBits(reader)
}

func readBits(reader io.Reader) ([]byte, error) {
	bits, err := io.ReadAll(io.LimitReader(reader, mostBits+1))
	if err == nil && (len(bits) < leastBits || len(bits) > mostBits) {
		err = fmt.Errorf("%d bytes are no list", len(bits))
	}
	return bits, err
}
