package sealwright

import (
	"log/slog"
	"net/http"
	"time"
)

// ClientOption sets up a client.
type ClientOption interface{ setUp(*Client) }

// CallOption is what one call does differently.
type CallOption interface{ apply(*settings) }

// Option is good for a client and for one call.
type Option interface {
	ClientOption
	CallOption
}

// settings of one call.
type settings struct {
	idempotencyKey, ifMatch, scenario, version string
	timeout                                    time.Duration
	maxRetries                                 int
	header                                     http.Header
	query                                      map[string][]string
	response                                   *Response
}

type clientOption func(*Client)

func (o clientOption) setUp(c *Client) { o(c) }

type callOption func(*settings)

func (o callOption) apply(s *settings) { o(s) }

type option func(*settings)

func (o option) setUp(c *Client)   { o(&c.defaults) }
func (o option) apply(s *settings) { o(s) }

// WithTimeout limits each try of a call; 30 seconds if not set, none with 0. Files are limited by their context only.
func WithTimeout(timeout time.Duration) Option {
	return option(func(s *settings) { s.timeout = timeout })
}

// WithMaxRetries sets how often a call is tried again; 3 if not set.
func WithMaxRetries(times int) Option { return option(func(s *settings) { s.maxRetries = times }) }

// WithAPIVersion asks for another version of the API than DefaultAPIVersion.
func WithAPIVersion(version string) Option { return option(func(s *settings) { s.version = version }) }

// WithHTTPClient uses a client of yours, with its connections and proxies. Redirects are never followed: the key goes to one
// host only.
func WithHTTPClient(client *http.Client) ClientOption {
	return clientOption(func(c *Client) { c.http = client })
}

// WithLogger says of each try what was called, how long it took and what came of it, at the level debug, and of what is tried
// again at the level warn. Keys, bodies and queries are never written.
func WithLogger(logger *slog.Logger) ClientOption {
	return clientOption(func(c *Client) { c.logger = logger })
}

// WithTracer makes a span of each call.
func WithTracer(tracer Tracer) ClientOption {
	return clientOption(func(c *Client) { c.tracer = tracer })
}

// WithIdempotencyKey is used instead of a random key, for example the number of your order.
func WithIdempotencyKey(key string) CallOption {
	return callOption(func(s *settings) { s.idempotencyKey = key })
}

// WithIfMatch is the ETag of the object as you read it (Response.ETag): when it has changed since, nothing is done and the
// error's code is CodeVersionConflict.
func WithIfMatch(etag string) CallOption { return callOption(func(s *settings) { s.ifMatch = etag }) }

// WithScenario names the outcome to play, with sandbox keys only.
func WithScenario(name string) CallOption { return callOption(func(s *settings) { s.scenario = name }) }

// WithOnDeny makes a denial an error: the call then fails with *ComplianceDenied, which has the decision.
func WithOnDeny() CallOption { return withQuery("on_deny", "error") }

// WithExpand fills in what an answer only names, such as ExpandRules.
func WithExpand(paths ...string) CallOption { return withQuery("expand[]", paths...) }

// ExpandRules brings every rule that was looked at, those that pass too. Calls that decide know it.
const ExpandRules = "decision.rules"

func withQuery(name string, values ...string) CallOption {
	return callOption(func(s *settings) {
		if s.query == nil {
			s.query = map[string][]string{}
		}
		s.query[name] = append(s.query[name], values...)
	})
}

// WithHeader sends one more header, such as traceparent.
func WithHeader(name, value string) CallOption {
	return callOption(func(s *settings) {
		if s.header == nil {
			s.header = http.Header{}
		}
		s.header.Set(name, value)
	})
}

// WithResponse keeps the answer as it came: its status, headers, request id and JSON, also of a refusal.
func WithResponse(into *Response) CallOption {
	return callOption(func(s *settings) { s.response = into })
}
