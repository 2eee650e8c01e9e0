ALTER TABLE "offerings" ADD COLUMN "facts_stated" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "commercial_terms" jsonb;