CREATE INDEX "cases_decision" ON "cases" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "cases_appeal" ON "cases" USING btree (("appeal" ->> 'id')) WHERE appeal is not null;--> statement-breakpoint
CREATE INDEX "decisions_refused" ON "decisions" USING btree ("wallet_address","evaluated_at") WHERE outcome <> 'allow';