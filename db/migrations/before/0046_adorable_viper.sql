CREATE TABLE "list_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"entries" integer NOT NULL,
	"names" integer NOT NULL,
	"addresses" integer NOT NULL,
	"published_at" timestamp (3) with time zone,
	"dated_by" text,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"etag" text,
	"origin" text NOT NULL,
	"content" "bytea",
	"findings" jsonb NOT NULL,
	"before_id" text,
	"state" text DEFAULT 'held' NOT NULL,
	"first_word" jsonb,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "list_versions" ADD COLUMN "dated_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "list_holds_open" ON "list_holds" USING btree ("source","sha256") WHERE state in ('held', 'discarded');