ALTER TABLE "list_holds" ADD COLUMN "profile" jsonb;--> statement-breakpoint
ALTER TABLE "list_versions" ADD COLUMN "profile" jsonb;