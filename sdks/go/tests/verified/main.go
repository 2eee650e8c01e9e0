// Says of each case what package verify makes of it: run by tests/sdks/go.test.ts.
package main

import (
	"encoding/json"
	"errors"
	"log"
	"os"
	"time"

	"github.com/sealwright/sealwright-go/verify"
)

func main() {
	var given struct {
		Document, URL, Other string
		Cases                []struct {
			Credential, Wallet string
			Lists, Levels      []string
			Ahead, Budget      int64
			Production         bool
			Holder             *verify.Holder
			AnyHolder          bool
			Receipt            json.RawMessage
			Key                string
			Permit             json.RawMessage
			Contract, Policy   string
			Level              string
			ChainID            int64
			Attesters          []string
		}
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		log.Fatal(err)
	}
	issuer, err := verify.ParseIssuer([]byte(given.Document), given.URL, "sandbox")
	if err != nil {
		log.Fatal(err)
	}
	other, err := verify.ParseIssuer([]byte(given.Other), given.URL, "production")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := verify.ParseIssuer([]byte(given.Other), given.URL, "sandbox"); err == nil {
		log.Fatal("the production's keys are taken for the sandbox's")
	}
	said := []any{}
	for _, one := range given.Cases {
		now := time.Now().Add(time.Duration(one.Ahead) * time.Second)
		var found any
		switch {
		case one.Receipt != nil:
			facts, wrong := verify.Receipt(one.Receipt, one.Key)
			if err = wrong; err == nil {
				found = facts.SubjectID
			}
		case one.Permit != nil:
			if one.Attesters == nil {
				one.Attesters = issuer.Attesters
			}
			facts, wrong := verify.Permit(one.Permit, verify.PermitExpectation{
				Attesters: one.Attesters, Wallet: one.Wallet, ChainID: one.ChainID, Contract: one.Contract, Policy: one.Policy, Level: one.Level, Now: now,
			})
			if err = wrong; err == nil {
				found = facts.Level
			}
		default:
			by := issuer
			if one.Production {
				by = other
			}
			facts, wrong := verify.Credential(one.Credential, verify.CredentialExpectation{
				Issuer: by, Wallet: one.Wallet, Holder: one.Holder, AnyHolder: one.AnyHolder, Levels: one.Levels, StatusLists: one.Lists, MaxStatusAge: time.Duration(one.Budget) * time.Second, Now: now,
			})
			if err = wrong; err == nil {
				found = []any{facts.ID, facts.Hash, facts.Level, facts.StatusAge < 5*time.Minute || one.Budget > 0}
				if facts.Format != "vc+jwt" {
					found = []any{facts.ID, facts.Level, facts.HeldBy}
				}
			}
		}
		var refusal *verify.Refusal
		if errors.As(err, &refusal) {
			found = refusal.Reasons
		} else if err != nil {
			log.Fatal(err)
		}
		said = append(said, found)
	}
	if err := json.NewEncoder(os.Stdout).Encode(said); err != nil {
		log.Fatal(err)
	}
}
