CREATE INDEX "screenings_wallet" ON "screenings" USING btree ("wallet_address","created_at") WHERE wallet_address is not null;--> statement-breakpoint
CREATE INDEX "wallets_organization" ON "wallets" USING btree ("organization_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "decisions_subject" ON "decisions" USING btree ("subject_id","evaluated_at") WHERE subject_type <> 'sanctions_check';--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("organization_id","environment","created_at");