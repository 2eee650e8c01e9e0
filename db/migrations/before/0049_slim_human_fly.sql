ALTER TABLE "investments" ADD COLUMN "payment_freeze_id" text;--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "refund" jsonb;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "terms_case_id" text;