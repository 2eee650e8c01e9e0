package verify

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"
	"time"
)

// What the product signed, and what was done to it afterwards.
func TestCases(t *testing.T) {
	var given struct {
		Now                  int64
		Document, URL, Other string
		Cases                []struct {
			Name               string
			Reasons            []Reason
			Credential, Wallet string
			Lists, Levels      []string
			Ahead, Budget      int64
			Production         bool
			Receipt            json.RawMessage
			Key                string
			Permit             json.RawMessage
			Contract, Policy   string
			Level              string
			ChainID            int64
			Attesters          []string
		}
	}
	text, err := os.ReadFile("testdata/cases.json")
	if err == nil {
		err = json.Unmarshal(text, &given)
	}
	if err != nil {
		t.Fatal(err)
	}
	issuer, err := ParseIssuer([]byte(given.Document), given.URL, "sandbox")
	if err != nil {
		t.Fatal(err)
	}
	other, err := ParseIssuer([]byte(given.Other), given.URL, "production")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParseIssuer([]byte(given.Other), given.URL, "sandbox"); err == nil {
		t.Error("the keys of production are taken for those of the sandbox")
	}
	for _, one := range given.Cases {
		t.Run(one.Name, func(t *testing.T) {
			now := time.Unix(given.Now+one.Ahead, 0)
			var err error
			switch {
			case one.Receipt != nil:
				_, err = Receipt(one.Receipt, one.Key)
			case one.Permit != nil:
				if one.Attesters == nil {
					one.Attesters = issuer.Attesters
				}
				_, err = Permit(one.Permit, PermitExpectation{
					Attesters: one.Attesters, Wallet: one.Wallet, ChainID: one.ChainID, Contract: one.Contract, Policy: one.Policy, Level: one.Level, Now: now,
				})
			default:
				by := issuer
				if one.Production {
					by = other
				}
				_, err = Credential(one.Credential, CredentialExpectation{
					Issuer: by, Wallet: one.Wallet, Levels: one.Levels, StatusLists: one.Lists, MaxStatusAge: time.Duration(one.Budget) * time.Second, Now: now,
				})
			}
			refusal := &Refusal{}
			if err != nil && !errors.As(err, &refusal) {
				t.Fatal(err)
			}
			if !slices.Equal(refusal.Reasons, one.Reasons) {
				t.Errorf("refused for %v, not for %v", refusal.Reasons, one.Reasons)
			}
		})
	}
}
