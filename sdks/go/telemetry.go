package sealwright

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// Tracer makes spans, for OpenTelemetry or another system: the package itself depends on none. The README has the ten lines
// that join it to go.opentelemetry.io/otel.
type Tracer interface {
	// Start begins the span of a call, such as "sealwright wallets.verify", and gives the context that the call is made in.
	Start(ctx context.Context, name string, attributes ...slog.Attr) (context.Context, Span)
}

// Span is one call with all of its tries.
type Span interface {
	// SetAttributes says more: status, request id, tries.
	SetAttributes(attributes ...slog.Attr)
	// End closes it; err is what the call failed with, or nil.
	End(err error)
}

// Injector is a Tracer that also sends its context along, as a traceparent header.
type Injector interface {
	// Inject writes the headers.
	Inject(ctx context.Context, header http.Header)
}

func (c *Client) startSpan(ctx context.Context, one call) (context.Context, Span) {
	if c.tracer == nil {
		return ctx, nil
	}
	route := one.route
	if route == "" {
		route = one.path
	}
	return c.tracer.Start(ctx, "sealwright "+one.id,
		slog.String("http.request.method", one.method), slog.String("url.template", "/api/v1"+route), slog.String("sealwright.operation", one.id))
}

func endSpan(span Span, r *Response, err error) {
	if span == nil {
		return
	}
	if r != nil {
		span.SetAttributes(slog.Int("http.response.status_code", r.StatusCode), slog.String("sealwright.request_id", r.RequestID), slog.Int("http.request.resend_count", r.Tries-1))
	}
	span.End(err)
}

// logTry says what came of one try. No key, body, id or query is in it.
func (c *Client) logTry(ctx context.Context, one call, attempt int, began time.Time, response *http.Response, err error, again bool) {
	if c.logger == nil {
		return
	}
	attributes := []slog.Attr{slog.String("operation", one.id), slog.Int("try", attempt+1), slog.Duration("took", time.Since(began))}
	result := "failed"
	if response != nil {
		result = strconv.Itoa(response.StatusCode)
		attributes = append(attributes, slog.Int("status", response.StatusCode), slog.String("request_id", response.Header.Get("X-Request-Id")))
	} else if err != nil {
		attributes = append(attributes, slog.String("error", "no answer"))
	}
	level, text := slog.LevelDebug, "sealwright: "+result
	if again {
		level, text = slog.LevelWarn, text+", trying again"
	}
	c.logger.LogAttrs(ctx, level, text, attributes...)
}
