ALTER TABLE "investments" ADD COLUMN "refusal" text;--> statement-breakpoint
CREATE INDEX "investments_created" ON "investments" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_deadline" ON "transactions" USING btree ("deadline") WHERE deadline is not null;