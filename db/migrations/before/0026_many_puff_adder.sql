ALTER TABLE "offerings" ADD COLUMN "token_link" jsonb;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "token_end" jsonb;