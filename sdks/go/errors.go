package sealwright

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// Kinds of errors, for errors.Is. A denial is none of them: it is an answer with decision.outcome.
var (
	ErrBadRequest       = errors.New("sealwright: bad request")
	ErrAuthentication   = errors.New("sealwright: authentication")
	ErrPermissionDenied = errors.New("sealwright: permission denied")
	ErrNotFound         = errors.New("sealwright: not found")
	ErrConflict         = errors.New("sealwright: conflict")
	ErrValidation       = errors.New("sealwright: validation")
	ErrRateLimit        = errors.New("sealwright: rate limit")
	// ErrServer is an answer of 500 or above, after all tries. Treat it as not allowed.
	ErrServer = errors.New("sealwright: server")
	// ErrNetwork means that no answer came, after all tries. Treat it as not allowed.
	ErrNetwork = errors.New("sealwright: network")
	// ErrWebhook means that a delivery is not from Sealwright, was changed on its way, or is too old.
	ErrWebhook = errors.New("sealwright: webhook")
)

var kinds = map[int]error{
	400: ErrBadRequest,
	401: ErrAuthentication,
	403: ErrPermissionDenied,
	404: ErrNotFound,
	409: ErrConflict,
	412: ErrConflict,
	422: ErrValidation,
	429: ErrRateLimit,
}

// FieldError tells what is wrong with one field.
type FieldError struct {
	// Pointer is a JSON pointer into the body.
	Pointer    string `json:"pointer"`
	Code       string `json:"code"`
	Detail     string `json:"detail"`
	Suggestion string `json:"suggestion"`
}

// Error is a problem the API answered with (RFC 9457).
type Error struct {
	Status    int          `json:"-"`
	Header    http.Header  `json:"-"`
	Code      string       `json:"code"`
	Title     string       `json:"title"`
	Detail    string       `json:"detail"`
	RequestID string       `json:"request_id"`
	DocURL    string       `json:"doc_url"`
	Errors    []FieldError `json:"errors"`
	// Raw is all the API said, with what belongs to this code only, such as existing_id; nil if it was not JSON.
	Raw json.RawMessage `json:"-"`
}

func (e *Error) Error() string {
	text := fmt.Sprintf("sealwright: %d %s: %s", e.Status, e.Code, e.Detail)
	for _, field := range e.Errors {
		text += fmt.Sprintf(" (%s: %s)", field.Pointer, field.Detail)
	}
	if e.RequestID != "" {
		text += " [" + e.RequestID + "]"
	}
	return text
}

// Is makes errors.Is(err, ErrValidation) and its like work.
func (e *Error) Is(target error) bool {
	if e.Status >= 500 {
		return target == ErrServer
	}
	kind, known := kinds[e.Status]
	return known && target == kind
}

func newError(response *http.Response, body []byte) *Error {
	problem := &Error{}
	// What is not JSON comes from something in between; the status is enough then.
	if json.Unmarshal(body, problem) == nil {
		problem.Raw = body
	} else {
		problem = &Error{}
	}
	problem.Status, problem.Header = response.StatusCode, response.Header
	if problem.RequestID == "" {
		problem.RequestID = response.Header.Get("X-Request-Id")
	}
	if problem.Code == "" {
		problem.Code = "unknown"
	}
	if problem.Detail == "" {
		problem.Detail = http.StatusText(response.StatusCode)
	}
	return problem
}
