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
const Version = "0.1.0"

// longestWait is for how long a server may ask to be left alone; beyond it the error is returned.
const longestWait = time.Minute

// Client is a client of one Sealwright server. It may be used by several goroutines.
type Client struct {
	Services
	key, base, version string
	timeout            time.Duration
	maxRetries         int
	http               *http.Client
}

// Option sets up a client.
type Option func(*Client)

// WithTimeout limits each try of a call; 30 seconds if not set. Files are limited by their context only.
func WithTimeout(timeout time.Duration) Option { return func(c *Client) { c.timeout = timeout } }

// WithMaxRetries sets how often a call is tried again; 3 if not set.
func WithMaxRetries(times int) Option { return func(c *Client) { c.maxRetries = times } }

// WithAPIVersion asks for another version of the API than DefaultAPIVersion.
func WithAPIVersion(version string) Option { return func(c *Client) { c.version = version } }

// WithHTTPClient uses your own transport. Redirects are never followed: the key goes to one host only.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) { c.http = client }
}

// New makes a client. An empty key or address is taken from SEALWRIGHT_KEY or SEALWRIGHT_URL.
func New(apiKey, baseURL string, options ...Option) (*Client, error) {
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
	c := &Client{key: apiKey, base: strings.TrimRight(baseURL, "/"), version: DefaultAPIVersion, timeout: 30 * time.Second, maxRetries: 3, http: &http.Client{}}
	for _, option := range options {
		option(c)
	}
	own := *c.http
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.http = &own
	c.Services = newServices(c)
	return c, nil
}

// CallOption is what one call does differently.
type CallOption func(*callSettings)

type callSettings struct {
	idempotencyKey, ifMatch, scenario, version string
	timeout                                    time.Duration
}

// IdempotencyKey is used instead of a random one, for example the number of your order.
func IdempotencyKey(key string) CallOption {
	return func(s *callSettings) { s.idempotencyKey = key }
}

// IfMatch is the ETag of the object as you read it (Result.Header): when it has changed since, nothing is done and the
// error's code is version_conflict.
func IfMatch(etag string) CallOption { return func(s *callSettings) { s.ifMatch = etag } }

// Scenario names the outcome to play, with sandbox keys only.
func Scenario(name string) CallOption { return func(s *callSettings) { s.scenario = name } }

// APIVersion of this call.
func APIVersion(version string) CallOption { return func(s *callSettings) { s.version = version } }

// Timeout of each try of this call.
func Timeout(timeout time.Duration) CallOption {
	return func(s *callSettings) { s.timeout = timeout }
}

// Result is an answer, or one object of a list.
type Result struct {
	// Raw is its JSON.
	Raw json.RawMessage
	// Header of the answer; nil for objects of a list and events.
	Header http.Header
}

// Decode reads it into a value of yours.
func (r *Result) Decode(into any) error { return json.Unmarshal(r.Raw, into) }

// Text finds a text by the names that lead to it; it is empty if there is none.
func (r *Result) Text(names ...string) string {
	var value any
	if json.Unmarshal(r.Raw, &value) != nil {
		return ""
	}
	for _, name := range names {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	text, _ := value.(string)
	return text
}

// Download is a file, read as it arrives. Close it.
type Download struct {
	io.ReadCloser
	Header http.Header
}

// Iterator walks over a list and fetches its pages as they are needed:
//
//	for it.Next() { it.Item().Decode(&offering) }
//	if err := it.Err(); err != nil { … }
type Iterator struct {
	fetch  func(cursor string) (*Result, error)
	items  []json.RawMessage
	cursor string
	begun  bool
	item   *Result
	err    error
}

// Next goes to the next object; false at the end, or when a page could not be read.
func (it *Iterator) Next() bool {
	for len(it.items) == 0 {
		if it.err != nil || it.begun && it.cursor == "" {
			return false
		}
		answer, err := it.fetch(it.cursor)
		if err != nil {
			it.err = err
			return false
		}
		var page struct {
			Data       []json.RawMessage `json:"data"`
			HasMore    bool              `json:"has_more"`
			NextCursor string            `json:"next_cursor"`
		}
		if it.err = answer.Decode(&page); it.err != nil {
			return false
		}
		it.begun, it.items, it.cursor = true, page.Data, ""
		if page.HasMore {
			it.cursor = page.NextCursor
		}
	}
	it.item, it.items = &Result{Raw: it.items[0]}, it.items[1:]
	return true
}

// Item is the present object.
func (it *Iterator) Item() *Result { return it.item }

// Err is what ended the walk early, or nil.
func (it *Iterator) Err() error { return it.err }

type call struct {
	method, path string
	query        any
	body         any
	file         io.Reader
	mediaType    string
	idempotent   bool
	options      []CallOption
}

func (c *Client) json(ctx context.Context, one call) (*Result, error) {
	return c.page(ctx, one, "")
}

func (c *Client) page(ctx context.Context, one call, cursor string) (*Result, error) {
	response, body, err := c.send(ctx, one, cursor, false)
	if err != nil {
		return nil, err
	}
	if len(body) == 0 {
		body = []byte("{}")
	}
	if !json.Valid(body) {
		return nil, fmt.Errorf("%w: the answer cannot be read", ErrNetwork)
	}
	return &Result{Raw: body, Header: response.Header}, nil
}

func (c *Client) list(ctx context.Context, one call) *Iterator {
	return &Iterator{fetch: func(cursor string) (*Result, error) { return c.page(ctx, one, cursor) }}
}

func (c *Client) download(ctx context.Context, one call) (*Download, error) {
	response, _, err := c.send(ctx, one, "", true)
	if err != nil {
		return nil, err
	}
	return &Download{response.Body, response.Header}, nil
}

// send tries until there is an answer to keep. The body of a stream is left open.
func (c *Client) send(ctx context.Context, one call, cursor string, stream bool) (*http.Response, []byte, error) {
	for _, part := range strings.Split(one.path, "/")[1:] {
		if part == "" || part == "." || part == ".." {
			return nil, nil, errors.New("sealwright: an id is empty")
		}
	}
	settings := callSettings{version: c.version, timeout: c.timeout}
	for _, option := range one.options {
		option(&settings)
	}
	query := values(one.query)
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	address := c.base + "/api/v1" + one.path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	header := http.Header{
		"Authorization": {"Bearer " + c.key},
		"Accept":        {"application/json"},
		"User-Agent":    {"sealwright-go/" + Version},
	}
	if stream {
		header.Set("Accept", "*/*")
	}
	if one.idempotent {
		// Made once, so that the server knows all tries of this call as one.
		if settings.idempotencyKey == "" {
			settings.idempotencyKey = randomKey()
		}
		header.Set("Idempotency-Key", settings.idempotencyKey)
	}
	header.Set("Sealwright-Version", settings.version)
	if settings.ifMatch != "" {
		header.Set("If-Match", settings.ifMatch)
	}
	if settings.scenario != "" {
		header.Set("Sandbox-Scenario", settings.scenario)
	}

	var text []byte
	if one.file != nil {
		header.Set("Content-Type", one.mediaType)
		settings.timeout = 0
	} else if one.body != nil {
		header.Set("Content-Type", "application/json")
		var err error
		if text, err = json.Marshal(one.body); err != nil {
			return nil, nil, err
		}
	}
	tries := c.maxRetries
	seeker, start := rewindable(one.file)
	if one.file != nil && seeker == nil {
		tries = 0
	}
	if stream {
		settings.timeout = 0
	}
	// Of other calls nobody knows after a failed network or a 500 whether they were done.
	repeatable := one.idempotent || one.method == http.MethodGet

	for attempt := 0; ; attempt++ {
		var body io.Reader
		var lending *lent
		if one.file != nil {
			if attempt > 0 {
				if _, err := seeker.Seek(start, io.SeekStart); err != nil {
					return nil, nil, err
				}
			}
			lending = &lent{file: one.file}
			body = lending
		} else if text != nil {
			body = bytes.NewReader(text)
		}
		response, answer, err := c.exchange(ctx, one.method, address, header, body, settings.timeout, stream)
		if seeker != nil {
			lending.takeBack()
		}
		wait := pause(attempt, "")
		switch {
		case err != nil:
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			if attempt >= tries || !repeatable {
				return nil, nil, fmt.Errorf("%w: no answer from %s: %w", ErrNetwork, c.base, err)
			}
		case response.StatusCode < 300:
			return response, answer, nil
		default:
			problem := newError(response, answer)
			wait = pause(attempt, response.Header.Get("Retry-After"))
			if attempt >= tries || wait > longestWait || !mayRetry(problem, repeatable) {
				return nil, nil, problem
			}
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
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

func mayRetry(problem *Error, repeatable bool) bool {
	switch problem.Status {
	case 500, 502, 504:
		return repeatable
	case 429, 503:
		return true
	case 409:
		return problem.Code == "idempotency_in_progress"
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

// values reads the fields of a generated struct of parameters by their tags; what is empty is left out.
func values(params any) url.Values {
	query := url.Values{}
	pointer := reflect.ValueOf(params)
	if !pointer.IsValid() || pointer.IsNil() {
		return query
	}
	for i, fields := 0, pointer.Elem(); i < fields.NumField(); i++ {
		name := fields.Type().Field(i).Tag.Get("query")
		switch value := fields.Field(i).Interface().(type) {
		case string:
			if value != "" {
				query.Set(name, value)
			}
		case []string:
			for _, one := range value {
				query.Add(name, one)
			}
		}
	}
	return query
}
