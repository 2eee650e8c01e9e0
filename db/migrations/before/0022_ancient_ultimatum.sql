ALTER TABLE "webhook_endpoints" ADD COLUMN "failing_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "transactions_to" ON "transactions" USING btree ("organization_id","environment","to_address","created_at");