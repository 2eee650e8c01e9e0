ALTER TABLE "investments" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "payment_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "cancellation_case_id" text;--> statement-breakpoint
CREATE INDEX "investments_waiting" ON "investments" USING btree ("offering_id","reserved_until") WHERE status = 'pending';