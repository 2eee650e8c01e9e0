package sealwright

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Kinds of errors, for errors.Is. A denial is an answer whose decision says so; it is an error only where WithOnDeny asks for it.
var (
	// ErrComplianceDenied is a denial of a call made with WithOnDeny; errors.As finds the *ComplianceDenied with the decision.
	ErrComplianceDenied = errors.New("sealwright: compliance denied")
	// ErrBadRequest is a request that cannot be read.
	ErrBadRequest = errors.New("sealwright: bad request")
	// ErrAuthentication is a missing, wrong, expired or revoked key.
	ErrAuthentication = errors.New("sealwright: authentication")
	// ErrPermissionDenied is a key without the scope, or a network that it is not good for.
	ErrPermissionDenied = errors.New("sealwright: permission denied")
	// ErrNotFound is an object that does not exist, or that the key may not read.
	ErrNotFound = errors.New("sealwright: not found")
	// ErrConflict is what contradicts what is there already.
	ErrConflict = errors.New("sealwright: conflict")
	// ErrValidation is a field that is wrong: Error.Errors says which.
	ErrValidation = errors.New("sealwright: validation")
	// ErrRateLimit is too many calls, after all tries: Error.RetryAfter says how long to wait.
	ErrRateLimit = errors.New("sealwright: rate limit")
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
	Pointer string `json:"pointer"`
	// Code says what is wrong, in one word that stays.
	Code string `json:"code"`
	// Detail says it to a person.
	Detail string `json:"detail"`
	// Suggestion is what was probably meant, where there is something like it.
	Suggestion string `json:"suggestion"`
}

// Error is a problem the API answered with (RFC 9457).
type Error struct {
	// Status is that of HTTP.
	Status int `json:"-"`
	// Header has the headers of the answer.
	Header http.Header `json:"-"`
	// Code says what went wrong, in one word that stays.
	Code ErrorCode `json:"code"`
	// Title says the same in a few words.
	Title string `json:"title"`
	// Detail says what happened and what to do.
	Detail string `json:"detail"`
	// RequestID names the request in logs and in support.
	RequestID string `json:"request_id"`
	// DocURL is the page about this code.
	DocURL string `json:"doc_url"`
	// Errors are the fields that are wrong.
	Errors []FieldError `json:"errors"`
	// MoreErrors is how many more fields are wrong than Errors names.
	MoreErrors int `json:"more_errors"`
	// RetryAfter is how long the server asks to be left alone; 0 where it does not.
	RetryAfter time.Duration `json:"-"`
	// Raw is all the API said, with what belongs to this code only, such as existing_id; nil if it was not JSON.
	Raw json.RawMessage `json:"-"`
}

// Error says it in one line: status, code, detail, fields and request id.
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

// ComplianceDenied is a denial, as the error of a call that was made with WithOnDeny. It is a decision and not a fault: the
// rules refuse, and Decision says which and what would change it.
type ComplianceDenied struct {
	// Problem is what the API answered.
	Problem *Error
	// Decision is the one that refuses.
	Decision *DecisionResult
	// Answer is the JSON that the call answers without WithOnDeny.
	Answer json.RawMessage
}

// Error says in one line which reasons refuse.
func (e *ComplianceDenied) Error() string {
	return fmt.Sprintf("sealwright: denied by decision %s: %s [%s]", e.Decision.ID, strings.Join(e.Decision.ReasonCodes, ", "), e.Problem.RequestID)
}

// Is makes errors.Is(err, ErrComplianceDenied) work.
func (e *ComplianceDenied) Is(target error) bool { return target == ErrComplianceDenied }

// Unwrap is the problem that the API answered with.
func (e *ComplianceDenied) Unwrap() error { return e.Problem }

// Decode reads the answer into the type of the call, such as *WalletVerification.
func (e *ComplianceDenied) Decode(into any) error { return json.Unmarshal(e.Answer, into) }

// newError is what a refusal is: of compliance_denied the decision, else the problem.
func newError(response *http.Response, body []byte) error {
	problem := readProblem(response, body)
	if problem.Code != CodeComplianceDenied {
		return problem
	}
	var denied struct {
		Decision json.RawMessage `json:"decision"`
	}
	var answer struct {
		Decision *DecisionResult `json:"decision"`
	}
	if json.Unmarshal(body, &denied) != nil || json.Unmarshal(denied.Decision, &answer) != nil || answer.Decision == nil {
		return problem
	}
	return &ComplianceDenied{Problem: problem, Decision: answer.Decision, Answer: denied.Decision}
}

func readProblem(response *http.Response, body []byte) *Error {
	problem := &Error{}
	// What is not JSON comes from something in between; the status is enough then.
	if json.Unmarshal(body, problem) == nil {
		problem.Raw = body
	} else {
		problem = &Error{}
	}
	problem.Status, problem.Header = response.StatusCode, response.Header
	if asked := response.Header.Get("Retry-After"); asked != "" {
		problem.RetryAfter = pause(0, asked)
	}
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
