CREATE TABLE "erasures" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"person_id" text NOT NULL,
	"status" text NOT NULL,
	"law" text NOT NULL,
	"asked_on" text NOT NULL,
	"records" jsonb NOT NULL,
	"legal_hold" text,
	"erase_from" text,
	"requested_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "erasures_created" ON "erasures" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_person" ON "erasures" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("status","erase_from");