package sealwright

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// DefaultTolerance is how old or new a delivery may be.
const DefaultTolerance = 5 * time.Minute

// VerifyWebhook returns the event of a delivery once its signature and age are proved (Standard Webhooks, v1 and v1a).
// The payload is the body as it arrived, before any parsing. A secret is the endpoint's whsec_ or the public whpk_; give old and new
// while you rotate.
// A tolerance of 0 means DefaultTolerance. A refused delivery is an ErrWebhook.
func VerifyWebhook(payload []byte, header http.Header, tolerance time.Duration, secrets ...string) (*Event, error) {
	if len(secrets) == 0 {
		return nil, errors.New("sealwright: VerifyWebhook needs at least one secret")
	}
	if tolerance == 0 {
		tolerance = DefaultTolerance
	}
	id, sent, signatures := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("Webhook-Signature")
	if id == "" || sent == "" || signatures == "" {
		return nil, fmt.Errorf("%w: webhook-id, webhook-timestamp or webhook-signature is missing", ErrWebhook)
	}
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%w: webhook-timestamp is not a number of seconds", ErrWebhook)
	}
	if age := time.Since(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return nil, fmt.Errorf("%w: the delivery is too old or too new; is the clock of this machine right?", ErrWebhook)
	}
	signed := bytes.Join([][]byte{[]byte(id), []byte(sent), payload}, []byte("."))
	matched := false
	for _, secret := range secrets {
		version, fits, err := verifier(secret, signed)
		if err != nil {
			return nil, err
		}
		for _, signature := range strings.Fields(signatures) {
			given, value, _ := strings.Cut(signature, ",")
			got, err := base64.StdEncoding.DecodeString(value)
			if given == version && err == nil && fits(got) {
				matched = true
			}
		}
	}
	if !matched {
		return nil, fmt.Errorf("%w: no signature fits; check the secret, and that the body is the raw bytes", ErrWebhook)
	}
	event := &Event{}
	if err := json.Unmarshal(payload, event); err != nil {
		return nil, fmt.Errorf("%w: the body is no event: %w", ErrWebhook, err)
	}
	return event, nil
}

// longestDelivery is more than any event takes.
const longestDelivery = 1 << 20

// ReadWebhook reads the delivery in a request and verifies it, as VerifyWebhook does with the usual tolerance.
func ReadWebhook(request *http.Request, secrets ...string) (*Event, error) {
	payload, err := io.ReadAll(io.LimitReader(request.Body, longestDelivery+1))
	if err != nil {
		return nil, fmt.Errorf("%w: the body cannot be read: %w", ErrWebhook, err)
	}
	if len(payload) > longestDelivery {
		return nil, fmt.Errorf("%w: the body is too long", ErrWebhook)
	}
	return VerifyWebhook(payload, request.Header, 0, secrets...)
}

// verifier says which signatures a secret proves, and whether one of them fits.
func verifier(secret string, signed []byte) (version string, fits func([]byte) bool, err error) {
	text, public := strings.CutPrefix(secret, "whpk_")
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, "whsec_"))
	if err != nil || len(key) == 0 || (public && len(key) != ed25519.PublicKeySize) {
		return "", nil, errors.New("sealwright: a webhook secret is whsec_ or whpk_ and base64")
	}
	if public {
		return "v1a", func(got []byte) bool { return ed25519.Verify(key, signed, got) }, nil
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(signed)
	expected := mac.Sum(nil)
	return "v1", func(got []byte) bool { return hmac.Equal(got, expected) }, nil
}
