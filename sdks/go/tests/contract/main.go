// What a server sees of this package, and what it makes of the answers: run by tests/sdks/languages.test.ts.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"sealwright.example/sealwright"
)

type object = map[string]any

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	var given struct {
		Key, URL, Flaky, Wallet, Scenario, CSV, Bulk string
		Person                                       object
		Webhook                                      struct {
			Payload, Secret, Other, Public, Stranger string
			Headers, Old, Far                        map[string]string
		}
	}
	if err := json.Unmarshal([]byte(os.Getenv("CONTRACT")), &given); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	client := must(sealwright.New(given.Key, given.URL))
	said := object{}

	answer := must(client.Wallets.Verify(ctx, object{"wallet_address": given.Wallet, "kyc_data": given.Person}))
	said["outcome"] = answer.Text("decision", "outcome")
	var check struct{ Sanctioned bool }
	denied := must(client.Sanctions.Check(ctx, object{"wallet_address": given.Wallet}, sealwright.Scenario(given.Scenario)))
	must(0, denied.Decode(&check))
	said["scenario"] = check.Sanctioned

	given.Person["date_of_birth"] = "2199-01-01"
	_, err := client.Wallets.Verify(ctx, object{"wallet_address": given.Wallet, "kyc_data": given.Person})
	var problem *sealwright.Error
	if errors.Is(err, sealwright.ErrValidation) && errors.As(err, &problem) {
		said["problem"] = []any{problem.Status, problem.Code, problem.Errors[0].Pointer, problem.RequestID[:4]}
	}
	_, err = client.Offerings.Get(ctx, "off_00000000000000000000000000", nil)
	if errors.Is(err, sealwright.ErrNotFound) && errors.As(err, &problem) {
		said["missing"] = problem.Code
	}

	terms := object{"type": "equity", "regulation": "reg_d_506c", "total_supply": 1, "price_per_token": "1", "maximum_raise": "1"}
	terms["name"], terms["external_id"] = "Three again", "Three"
	_, err = client.Offerings.Create(ctx, terms)
	if errors.Is(err, sealwright.ErrConflict) && errors.As(err, &problem) {
		var more struct {
			ExistingID string `json:"existing_id"`
		}
		must(0, json.Unmarshal(problem.Raw, &more))
		said["known"] = []any{problem.Status, problem.Code, more.ExistingID, strings.HasSuffix(problem.DocURL, problem.Code)}
	}

	counting := &counter{}
	walker := must(sealwright.New(given.Key, given.URL, sealwright.WithHTTPClient(&http.Client{Transport: counting})))
	ids, perPage := []string{}, 0
	offerings := walker.Offerings.List(ctx, &sealwright.OfferingsListParams{Limit: "2"})
	for offerings.Next() {
		ids = append(ids, offerings.Item().Text("id"))
		if counting.calls == 1 {
			perPage++
		}
	}
	must(0, offerings.Err())
	said["pages"], said["offerings"] = []int{perPage, counting.calls}, ids

	mine := sealwright.IfMatch(must(client.Offerings.Get(ctx, ids[0], nil)).Header.Get("ETag"))
	must(client.Offerings.Update(ctx, ids[0], object{"description": "Newer words"}, mine))
	_, err = client.Offerings.Update(ctx, ids[0], object{"description": "Older words"}, mine)
	if errors.Is(err, sealwright.ErrConflict) && errors.As(err, &problem) {
		said["late"] = problem.Code
	}

	flaky := must(sealwright.New(given.Key, given.Flaky))
	must(flaky.Sanctions.Check(ctx, object{"wallet_address": given.Wallet}))
	must(flaky.Wallets.Verify(ctx, object{"wallet_address": given.Wallet}))
	impatient := must(sealwright.New(given.Key, given.Flaky, sealwright.WithMaxRetries(0)))
	_, err = impatient.Keys.Self(ctx)
	if errors.Is(err, sealwright.ErrServer) && errors.As(err, &problem) {
		said["gave_up"] = problem.Status
	}
	broken := []string{}
	if events := flaky.Events.List(ctx, &sealwright.EventsListParams{Limit: "1"}); events.Next() {
		broken = append(broken, "events")
	}
	half := must(flaky.Sanctions.Bulk.Results(ctx, given.Bulk, &sealwright.SanctionsBulkResultsParams{Format: "csv"}))
	if _, err = io.ReadAll(half); err != nil {
		broken = append(broken, "no results")
	}
	half.Close()
	said["broken_off"] = broken
	_, err = flaky.Wallets.Challenge(ctx, object{"wallet_address": given.Wallet})
	if errors.As(err, &problem) {
		said["moved"] = problem.Status
	}
	var made struct{ Total int }
	params := &sealwright.SanctionsBulkCreateParams{Lists: []string{"us_ofac_sdn"}}
	must(0, must(flaky.Sanctions.Bulk.Create(ctx, strings.NewReader(given.CSV), "text/csv", params)).Decode(&made))
	said["uploaded"] = made.Total
	file := must(client.Sanctions.Bulk.Results(ctx, given.Bulk, &sealwright.SanctionsBulkResultsParams{Format: "csv"}))
	defer file.Close()
	said["lines"] = strings.Count(string(must(io.ReadAll(file))), "\n")

	hook := given.Webhook
	verified := func(payload string, headers map[string]string, tolerance time.Duration, secrets ...string) string {
		header := http.Header{}
		for name, value := range headers {
			header.Set(name, value)
		}
		event, err := sealwright.VerifyWebhook([]byte(payload), header, tolerance, secrets...)
		if errors.Is(err, sealwright.ErrWebhook) {
			return "refused"
		}
		return must(event, err).Text("data", "name")
	}
	said["webhook"] = []string{
		verified(hook.Payload, hook.Headers, 0, hook.Secret),
		verified(hook.Payload, hook.Headers, 0, hook.Other, hook.Secret),
		verified(hook.Payload+" ", hook.Headers, 0, hook.Secret),
		verified(hook.Payload, hook.Headers, 0, hook.Other),
		verified(hook.Payload, hook.Old, 0, hook.Secret),
		verified(hook.Payload, hook.Old, 2*time.Hour, hook.Secret),
		verified(hook.Payload, hook.Far, 0, hook.Secret),
		verified(hook.Payload, hook.Headers, 0, hook.Public),
		verified(hook.Payload+" ", hook.Headers, 0, hook.Public),
		verified(hook.Payload, hook.Headers, 0, hook.Stranger),
	}
	must(0, json.NewEncoder(os.Stdout).Encode(said))
}

// counter counts the calls that go out.
type counter struct{ calls int }

func (c *counter) RoundTrip(request *http.Request) (*http.Response, error) {
	c.calls++
	return http.DefaultTransport.RoundTrip(request)
}
