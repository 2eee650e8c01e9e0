ALTER TABLE "webhook_attempts" ADD COLUMN "mentions" jsonb;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "mentions" jsonb;