ALTER TABLE "investments" ADD COLUMN "accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "affiliation" jsonb;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "closed_at" timestamp (3) with time zone;