package sealwright

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// DefaultTolerance is how old or new a delivery may be.
const DefaultTolerance = 5 * time.Minute

// VerifyWebhook returns the event of a delivery once its signature and age are proved (Standard Webhooks, v1).
// The payload is the body as it arrived, before any parsing. Give old and new secret while you rotate.
// A tolerance of 0 means DefaultTolerance. A refused delivery is an ErrWebhook.
func VerifyWebhook(payload []byte, header http.Header, tolerance time.Duration, secrets ...string) (*Result, error) {
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
	matched := false
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return nil, errors.New("sealwright: a webhook secret is whsec_ and base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + sent + "."))
		mac.Write(payload)
		expected := mac.Sum(nil)
		for _, signature := range strings.Fields(signatures) {
			value, isV1 := strings.CutPrefix(signature, "v1,")
			if !isV1 {
				continue
			}
			got, err := base64.StdEncoding.DecodeString(value)
			if err == nil && hmac.Equal(got, expected) {
				matched = true
			}
		}
	}
	if !matched {
		return nil, fmt.Errorf("%w: no signature fits; check the secret, and that the body is the raw bytes", ErrWebhook)
	}
	if !json.Valid(payload) {
		return nil, fmt.Errorf("%w: the body is not JSON", ErrWebhook)
	}
	return &Result{Raw: payload}, nil
}
