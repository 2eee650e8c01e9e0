CREATE TABLE "venues" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"registration" text NOT NULL,
	"regulator" text NOT NULL,
	"jurisdictions" jsonb NOT NULL,
	"valid_from" text NOT NULL,
	"valid_until" text,
	"evidence_url" text NOT NULL,
	"evidence_sha256" text,
	"status" text DEFAULT 'proposed' NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"first_word" jsonb,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "venue_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "venues_name" ON "venues" USING btree (lower("name")) WHERE status in ('proposed', 'active', 'withdrawing');--> statement-breakpoint
CREATE UNIQUE INDEX "venues_registration" ON "venues" USING btree ("regulator","registration") WHERE status in ('proposed', 'active', 'withdrawing');