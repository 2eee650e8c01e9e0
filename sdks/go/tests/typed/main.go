// What a denial, an answer, a log and a span look like in Go: run by tests/sdks/go.test.ts.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log"
	"log/slog"
	"net/http"
	"os"
	"strings"

	sealwright "github.com/sealwright/sealwright-go"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// spans keeps what a tracer is told.
type spans struct{ said []string }

func (s *spans) Start(ctx context.Context, name string, attributes ...slog.Attr) (context.Context, sealwright.Span) {
	s.said = append(s.said, name)
	s.SetAttributes(attributes...)
	return ctx, s
}

func (s *spans) SetAttributes(attributes ...slog.Attr) {
	for _, one := range attributes {
		if one.Key == "url.template" || one.Key == "http.response.status_code" {
			s.said = append(s.said, one.Value.String())
		}
	}
}

func (s *spans) End(err error) {
	if err != nil {
		s.said = append(s.said, "failed")
	}
}

func (s *spans) Inject(_ context.Context, header http.Header) {
	header.Set("Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
}

func main() {
	var given struct {
		Key, URL, Wallet, Secret string
		Delivery                 struct {
			Body   string
			Header map[string]string
		}
	}
	must(0, json.Unmarshal([]byte(os.Getenv("TYPED")), &given))
	ctx := context.Background()
	said := map[string]any{}
	var written bytes.Buffer
	traced := &spans{}
	logger := slog.New(slog.NewTextHandler(&written, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client := must(sealwright.New(given.Key, given.URL, sealwright.WithLogger(logger), sealwright.WithTracer(traced)))

	subject := &sealwright.SanctionsCheckInput{WalletAddress: &given.Wallet}
	listed := sealwright.WithScenario("sanctioned_address")
	var response sealwright.Response
	_, err := client.Sanctions.Check(ctx, subject, listed, sealwright.WithOnDeny(), sealwright.WithExpand(sealwright.ExpandRules), sealwright.WithResponse(&response))
	var denied *sealwright.ComplianceDenied
	var problem *sealwright.Error
	if errors.Is(err, sealwright.ErrComplianceDenied) && errors.As(err, &denied) && errors.As(err, &problem) {
		var check sealwright.SanctionsCheck
		must(0, denied.Decode(&check))
		said["denied"] = []any{denied.Decision.Denied(), denied.Decision.Allowed(), len(denied.Decision.ReasonCodes) > 0, check.Sanctioned, problem.Status, problem.Code}
		said["response"] = []any{response.StatusCode, response.RequestID == problem.RequestID, response.Tries}
	}
	plain := must(client.Sanctions.Check(ctx, subject, listed))
	said["answered"] = []any{plain.SanctionsCheck.Decision.Denied(), plain.SanctionsCheck.Decided().Allowed()}
	whole := must(client.Sanctions.Check(ctx, subject, sealwright.WithExpand(sealwright.ExpandRules)))
	said["expanded"] = len(whole.SanctionsCheck.Decision.Rules) > len(must(client.Sanctions.Check(ctx, subject)).SanctionsCheck.Decision.Rules)

	same := sealwright.WithIdempotencyKey("order-4711")
	first := must(client.Wallets.Challenge(ctx, &sealwright.WalletsChallengeInput{WalletAddress: given.Wallet}, same))
	again := must(client.Wallets.Challenge(ctx, &sealwright.WalletsChallengeInput{WalletAddress: given.Wallet}, same, sealwright.WithResponse(&response)))
	said["replayed"] = []any{first.Nonce == again.Nonce, response.Replayed()}

	page := must(client.Decisions.ListPage(ctx, &sealwright.DecisionsListParams{Limit: sealwright.Ptr[int64](1)}))
	said["page"] = []any{len(page.Data), page.HasMore, page.Data[0].EvaluatedAt.IsZero()}
	_, err = client.Wallets.Get(ctx, "0x0000000000000000000000000000000000000001")
	said["unknown"] = errors.Is(err, sealwright.ErrNotFound)
	said["spans"] = traced.said[len(traced.said)-4:]
	text := written.String()
	said["log"] = []bool{strings.Contains(text, "operation=sanctions.check"), strings.Contains(text, given.Key), strings.Contains(text, given.Wallet)}

	request := must(http.NewRequest("POST", "/", strings.NewReader(given.Delivery.Body)))
	for name, value := range given.Delivery.Header {
		request.Header.Set(name, value)
	}
	event := must(sealwright.ReadWebhook(request, given.Secret))
	switch data := event.Data.(type) {
	case *sealwright.WalletVerifiedEvent:
		said["event"] = []any{event.Type, data.WalletID, data.Credential.Level, event.Timestamp.Year()}
	default:
		said["event"] = data
	}
	var newer sealwright.Event
	must(0, json.Unmarshal([]byte(`{"type":"moon.landed","timestamp":"2026-11-27T00:00:00Z","data":{"object":{"x":1}}}`), &newer))
	unknown, _ := newer.Data.(*sealwright.UnknownEvent)
	said["newer"] = string(unknown.Raw)
	must(0, json.NewEncoder(os.Stdout).Encode(said))
}
