// Package sealwright is compliance for tokenized assets: one call before each transaction.
//
// The core is written by hand; the services are generated from the description of the API.
package sealwright

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"math"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Version of this package.
const Version = "0.2.0"

// longestWait is for how long a server may ask to be left alone; beyond it the error is returned.
const longestWait = time.Minute

// Client is a client of one Sealwright server, with one pool of connections. Make it once: several goroutines may use it.
type Client struct {
	Services
	key, base string
	defaults  settings
	http      *http.Client
	logger    *slog.Logger
	tracer    Tracer
}

// New makes a client. An empty key or address is taken from SEALWRIGHT_KEY or SEALWRIGHT_URL.
func New(apiKey, baseURL string, options ...ClientOption) (*Client, error) {
	if apiKey == "" {
		apiKey = os.Getenv("SEALWRIGHT_KEY")
	}
	if baseURL == "" {
		baseURL = os.Getenv("SEALWRIGHT_URL")
	}
	if apiKey == "" {
		return nil, errors.New("sealwright: give an API key, or set SEALWRIGHT_KEY")
	}
	if address, err := url.Parse(baseURL); err != nil || address.Host == "" || !strings.HasPrefix(address.Scheme, "http") {
		return nil, errors.New("sealwright: give the address of your server, or set SEALWRIGHT_URL")
	}
	c := &Client{key: apiKey, base: strings.TrimRight(baseURL, "/")}
	c.defaults = settings{version: DefaultAPIVersion, timeout: 30 * time.Second, maxRetries: 3}
	for _, option := range options {
		option.setUp(c)
	}
	if c.http == nil {
		// Of all connections to one host the default keeps only two.
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.MaxIdleConnsPerHost = transport.MaxIdleConns
		c.http = &http.Client{Transport: transport}
	}
	own := *c.http
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.http = &own
	c.Services = newServices(c)
	return c, nil
}

// Response is an answer as it came. WithResponse fills it in.
type Response struct {
	// StatusCode is the status of HTTP.
	StatusCode int
	// Header has the headers.
	Header http.Header
	// RequestID names the request in logs and in support.
	RequestID string
	// Raw is the JSON of the answer; nil of a file.
	Raw json.RawMessage
	// Tries is how often it was sent: 1 where the first was answered.
	Tries int
}

// ETag is what WithIfMatch takes.
func (r *Response) ETag() string { return r.Header.Get("ETag") }

// Replayed says whether this is the first answer to its idempotency key, sent again.
func (r *Response) Replayed() bool { return r.Header.Get("Idempotent-Replayed") == "true" }

// Download is a file, read as it arrives. Close it.
type Download struct {
	io.ReadCloser
	// Header has the headers, with Content-Type and Content-Disposition.
	Header http.Header
}

type call struct {
	id, method, path string
	query            any
	body             any
	file             io.Reader
	mediaType        string
	idempotent       bool
	// route is its path with the names of the ids in it, where it has any.
	route string
	// list says that the answer has to have data.
	list bool
	// object is what the answer has to say it is.
	object  string
	options []CallOption
}

// answer makes a call and reads what it answers.
func answer[T any](ctx context.Context, c *Client, one call) (*T, error) {
	return page[T](ctx, c, one, "")
}

func page[T any](ctx context.Context, c *Client, one call, cursor string) (*T, error) {
	_, body, err := c.send(ctx, one, cursor, false)
	if err != nil {
		return nil, err
	}
	into := new(T)
	if err = expected(one, body); err == nil {
		err = json.Unmarshal(body, into)
	}
	if one, ok := any(into).(choice); ok && err == nil && one.isUnknown() {
		err = errors.New("it is none of what this call answers")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: the answer cannot be read: %w", ErrNetwork, err)
	}
	return into, nil
}

// choice is an answer that is one of several things.
type choice interface{ isUnknown() bool }

// expected says what is wrong with an answer that is of something else: a field that is missing would read as false, which may say
// that all is well.
func expected(one call, body []byte) error {
	var head struct {
		Object string          `json:"object"`
		Data   json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		return err
	}
	if one.object != "" && head.Object != one.object {
		return fmt.Errorf("it is %q and not %q", head.Object, one.object)
	}
	if one.list && !startsAs(head.Data, "[") {
		return errors.New("it is no list")
	}
	return nil
}

// list goes over all entries of all pages. An error is given once, as the last.
func list[T any](ctx context.Context, c *Client, one call) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for cursor := ""; ; {
			got, err := page[struct {
				Data       []*T   `json:"data"`
				HasMore    bool   `json:"has_more"`
				NextCursor string `json:"next_cursor"`
			}](ctx, c, one, cursor)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, entry := range got.Data {
				if !yield(entry, nil) {
					return
				}
			}
			if !got.HasMore || got.NextCursor == "" {
				return
			}
			cursor = got.NextCursor
		}
	}
}

func (c *Client) download(ctx context.Context, one call) (*Download, error) {
	response, _, err := c.send(ctx, one, "", true)
	if err != nil {
		return nil, err
	}
	return &Download{response.Body, response.Header}, nil
}

func (c *Client) settingsOf(one call) settings {
	s := c.defaults
	for _, option := range one.options {
		option.apply(&s)
	}
	if one.idempotent && s.idempotencyKey == "" {
		// Made once, so that the server knows all tries of this call as one.
		s.idempotencyKey = randomKey()
	}
	return s
}

func (c *Client) headerOf(one call, s settings, stream bool) http.Header {
	header := http.Header{}
	for name, values := range s.header {
		header[name] = values
	}
	set := func(name, value string) {
		if value != "" {
			header.Set(name, value)
		}
	}
	set("Authorization", "Bearer "+c.key)
	set("Accept", "application/json")
	if stream {
		set("Accept", "*/*")
	}
	set("User-Agent", "sealwright-go/"+Version)
	set("Sealwright-Version", s.version)
	if one.idempotent {
		set("Idempotency-Key", s.idempotencyKey)
	}
	set("If-Match", s.ifMatch)
	set("Sandbox-Scenario", s.scenario)
	if one.file != nil {
		set("Content-Type", one.mediaType)
	} else if one.body != nil {
		set("Content-Type", "application/json")
	}
	return header
}

func (c *Client) addressOf(one call, s settings, cursor string) string {
	query := values(one.query)
	for name, more := range s.query {
		query[name] = append(query[name], more...)
	}
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	address := c.base + "/api/v1" + one.path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return address
}

// send makes a call with its span. The body of a stream is left open.
func (c *Client) send(ctx context.Context, one call, cursor string, stream bool) (*http.Response, []byte, error) {
	for _, part := range strings.Split(one.path, "/")[1:] {
		if part == "" || part == "." || part == ".." {
			return nil, nil, errEmptyID
		}
	}
	s := c.settingsOf(one)
	ctx, span := c.startSpan(ctx, one)
	header := c.headerOf(one, s, stream)
	if injector, ok := c.tracer.(Injector); ok {
		injector.Inject(ctx, header)
	}
	response, body, tries, err := c.try(ctx, one, s, c.addressOf(one, s, cursor), header, stream)
	var kept *Response
	if response != nil {
		kept = &Response{StatusCode: response.StatusCode, Header: response.Header, RequestID: response.Header.Get("X-Request-Id"), Raw: body, Tries: tries}
	}
	if s.response != nil && kept != nil {
		*s.response = *kept
	}
	endSpan(span, kept, err)
	return response, body, err
}

// try sends until there is an answer to keep.
func (c *Client) try(ctx context.Context, one call, s settings, address string, header http.Header, stream bool) (*http.Response, []byte, int, error) {
	var text []byte
	if one.body != nil {
		var err error
		if text, err = json.Marshal(one.body); err != nil {
			return nil, nil, 0, err
		}
	}
	tries := s.maxRetries
	seeker, start := rewindable(one.file)
	if one.file != nil && seeker == nil {
		tries = 0
	}
	if stream || one.file != nil {
		s.timeout = 0
	}
	// Of other calls nobody knows after a failed network or a 500 whether they were done.
	repeatable := one.idempotent || one.method == http.MethodGet

	for attempt := 0; ; attempt++ {
		var body io.Reader
		var lending *lent
		if one.file != nil {
			if attempt > 0 {
				if _, err := seeker.Seek(start, io.SeekStart); err != nil {
					return nil, nil, attempt, err
				}
			}
			lending = &lent{file: one.file}
			body = lending
		} else if text != nil {
			body = bytes.NewReader(text)
		}
		began := time.Now()
		response, answer, err := c.exchange(ctx, one.method, address, header, body, s.timeout, stream)
		if seeker != nil {
			lending.takeBack()
		}
		var failure error
		wait := pause(attempt, "")
		again := attempt < tries
		switch {
		case err != nil && ctx.Err() != nil:
			failure, again = ctx.Err(), false
		case err != nil:
			failure = fmt.Errorf("%w: no answer from %s: %w", ErrNetwork, c.base, err)
			again = again && repeatable
		case response.StatusCode >= 300:
			wait = pause(attempt, response.Header.Get("Retry-After"))
			failure = newError(response, answer)
			again = again && wait <= longestWait && mayRetry(failure, repeatable)
		default:
			again = false
		}
		if err != nil {
			// It broke off: what came of it is no answer.
			response = nil
		}
		c.logTry(ctx, one, attempt, began, response, err, again)
		if !again {
			return response, answer, attempt + 1, failure
		}
		select {
		case <-ctx.Done():
			return nil, nil, attempt + 1, ctx.Err()
		case <-time.After(wait):
		}
	}
}

func (c *Client) exchange(ctx context.Context, method, address string, header http.Header, body io.Reader, timeout time.Duration, stream bool) (*http.Response, []byte, error) {
	if timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		ctx = limited
	}
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, nil, err
	}
	request.Header = header.Clone()
	response, err := c.http.Do(request)
	if err != nil {
		return nil, nil, err
	}
	if stream && response.StatusCode < 300 {
		return response, nil, nil
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return response, answer, err
}

func mayRetry(failure error, repeatable bool) bool {
	var problem *Error
	if !errors.As(failure, &problem) {
		return false
	}
	switch problem.Status {
	case 500, 502, 504:
		return repeatable
	case 429, 503:
		return true
	case 409:
		return problem.Code == CodeIdempotencyInProgress
	}
	return false
}

// pause is what the server asks for, else a random part of 0.5, 1, 2, 4, 8 seconds.
func pause(attempt int, retryAfter string) time.Duration {
	jitter := time.Duration((0.5 + mathrand.Float64()/2) * float64(min8(attempt)))
	if retryAfter == "" {
		return jitter
	}
	if seconds, err := strconv.ParseFloat(retryAfter, 64); err == nil && seconds >= 0 {
		// As a float first: so many nanoseconds may be more than a Duration holds.
		return time.Duration(math.Min(seconds, 1e6)*float64(time.Second)) + spread()
	}
	if at, err := http.ParseTime(retryAfter); err == nil {
		if left := time.Until(at); left > 0 {
			return left + spread()
		}
		return 0
	}
	return jitter
}

func spread() time.Duration { return time.Duration(mathrand.Intn(100)) * time.Millisecond }

func min8(attempt int) time.Duration {
	if attempt >= 4 {
		return 8 * time.Second
	}
	return 500 * time.Millisecond << attempt
}

// lent is a file for one try. It stays the caller's to close, and a transport that still reads it after the answer came
// gets nothing more of it: the next try begins anew.
type lent struct {
	mu   sync.Mutex
	file io.Reader
	over bool
}

func (l *lent) Read(into []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return 0, errors.New("sealwright: this try is over")
	}
	return l.file.Read(into)
}

func (l *lent) Close() error { return nil }

func (l *lent) takeBack() {
	l.mu.Lock()
	l.over = true
	l.mu.Unlock()
}

func rewindable(file io.Reader) (io.Seeker, int64) {
	seeker, ok := file.(io.Seeker)
	if !ok {
		return nil, 0
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, 0
	}
	return seeker, start
}

func randomKey() string {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic("sealwright: no randomness: " + err.Error())
	}
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// values reads the fields of a generated struct of parameters by their tags; what is left out is not sent.
func values(params any) url.Values {
	query := url.Values{}
	pointer := reflect.ValueOf(params)
	if !pointer.IsValid() || pointer.IsNil() {
		return query
	}
	for i, fields := 0, pointer.Elem(); i < fields.NumField(); i++ {
		name := fields.Type().Field(i).Tag.Get("query")
		field := fields.Field(i)
		if field.Kind() == reflect.Pointer {
			if field.IsNil() {
				continue
			}
			field = field.Elem()
		} else if field.IsZero() {
			continue
		}
		if field.Kind() == reflect.Slice {
			for at := 0; at < field.Len(); at++ {
				query.Add(name, textOf(field.Index(at)))
			}
		} else {
			query.Set(name, textOf(field))
		}
	}
	return query
}

func textOf(value reflect.Value) string {
	if at, ok := value.Interface().(time.Time); ok {
		return at.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprint(value.Interface())
}
