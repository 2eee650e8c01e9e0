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

	sealwright "github.com/sealwright/sealwright-go"
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
		Person                                       struct {
			Name    string `json:"full_name"`
			Born    string `json:"date_of_birth"`
			Country string
		}
		Webhook struct {
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

	person := func() *sealwright.KYCData {
		return &sealwright.KYCData{FullName: &given.Person.Name, DateOfBirth: &given.Person.Born, Country: &given.Person.Country}
	}
	answer := must(client.Wallets.Verify(ctx, &sealwright.WalletsVerifyInput{WalletAddress: given.Wallet, KYCData: person()}))
	said["outcome"] = answer.Decision.Outcome
	subject := &sealwright.SanctionsCheckInput{WalletAddress: &given.Wallet}
	denied := must(client.Sanctions.Check(ctx, subject, sealwright.WithScenario(given.Scenario)))
	said["scenario"] = denied.SanctionsCheck.Sanctioned

	given.Person.Born = "2199-01-01"
	_, err := client.Wallets.Verify(ctx, &sealwright.WalletsVerifyInput{WalletAddress: given.Wallet, KYCData: person()})
	var problem *sealwright.Error
	if errors.Is(err, sealwright.ErrValidation) && errors.As(err, &problem) {
		said["problem"] = []any{problem.Status, problem.Code, problem.Errors[0].Pointer, problem.RequestID[:4]}
	}
	_, err = client.Offerings.Get(ctx, "off_00000000000000000000000000", nil)
	if errors.Is(err, sealwright.ErrNotFound) && errors.As(err, &problem) {
		said["missing"] = problem.Code
	}

	_, err = client.Offerings.Create(ctx, &sealwright.OfferingsCreateInput{
		Name: "Three again", ExternalID: sealwright.Ptr("Three"), Type: sealwright.Ptr(sealwright.OfferingTypeEquity), Regulation: sealwright.Ptr(sealwright.RegulationRegD506C),
		TotalSupply: "1", PricePerToken: "1", MaximumRaise: sealwright.Ptr(sealwright.Decimal("1")),
	})
	if errors.Is(err, sealwright.ErrConflict) && errors.As(err, &problem) {
		var more struct {
			ExistingID string `json:"existing_id"`
		}
		must(0, json.Unmarshal(problem.Raw, &more))
		said["known"] = []any{problem.Status, problem.Code, more.ExistingID, strings.HasSuffix(problem.DocURL, string(problem.Code))}
	}

	counting := &counter{}
	walker := must(sealwright.New(given.Key, given.URL, sealwright.WithHTTPClient(&http.Client{Transport: counting})))
	ids, perPage := []string{}, 0
	for offering, err := range walker.Offerings.List(ctx, &sealwright.OfferingsListParams{Limit: sealwright.Ptr[int64](2)}) {
		ids = append(ids, must(offering, err).ID)
		if counting.calls == 1 {
			perPage++
		}
	}
	said["pages"], said["offerings"] = []int{perPage, counting.calls}, ids

	var read sealwright.Response
	must(client.Offerings.Get(ctx, ids[0], nil, sealwright.WithResponse(&read)))
	mine := sealwright.WithIfMatch(read.ETag())
	must(client.Offerings.Update(ctx, ids[0], &sealwright.OfferingsUpdateInput{Description: sealwright.Value("Newer words")}, mine))
	_, err = client.Offerings.Update(ctx, ids[0], &sealwright.OfferingsUpdateInput{Description: sealwright.Value("Older words")}, mine)
	if errors.Is(err, sealwright.ErrConflict) && errors.As(err, &problem) {
		said["late"] = problem.Code
	}

	flaky := must(sealwright.New(given.Key, given.Flaky))
	must(flaky.Sanctions.Check(ctx, subject))
	must(flaky.Wallets.Verify(ctx, &sealwright.WalletsVerifyInput{WalletAddress: given.Wallet}))
	impatient := must(sealwright.New(given.Key, given.Flaky, sealwright.WithMaxRetries(0)))
	_, err = impatient.Keys.Self(ctx)
	if errors.Is(err, sealwright.ErrServer) && errors.As(err, &problem) {
		said["gave_up"] = problem.Status
	}
	broken := []string{}
	for _, err := range flaky.Events.List(ctx, &sealwright.EventsListParams{Limit: sealwright.Ptr[int64](1)}) {
		must(0, err)
		broken = append(broken, "events")
		break
	}
	csv := &sealwright.SanctionsBulkResultsParams{Format: sealwright.Ptr(sealwright.BulkScreeningFormatCSV)}
	half := must(flaky.Sanctions.Bulk.Results(ctx, given.Bulk, csv))
	if _, err = io.ReadAll(half); err != nil {
		broken = append(broken, "no results")
	}
	half.Close()
	said["broken_off"] = broken
	_, err = flaky.Wallets.Challenge(ctx, &sealwright.WalletsChallengeInput{WalletAddress: given.Wallet})
	if errors.As(err, &problem) {
		said["moved"] = problem.Status
	}
	params := &sealwright.SanctionsBulkCreateParams{Lists: []sealwright.SanctionsList{sealwright.SanctionsListUSOfacSDN}}
	said["uploaded"] = must(flaky.Sanctions.Bulk.Create(ctx, strings.NewReader(given.CSV), "text/csv", params)).Total
	file := must(client.Sanctions.Bulk.Results(ctx, given.Bulk, csv))
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
		var sent struct{ Data struct{ Name string } }
		must(0, json.Unmarshal(must(event, err).Raw, &sent))
		return sent.Data.Name
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
