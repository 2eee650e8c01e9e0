CREATE TABLE "bulk_parts" (
	"bulk_id" text NOT NULL,
	"part" integer NOT NULL,
	"first_line" integer NOT NULL,
	"input_sealed" "bytea" NOT NULL,
	"output_sealed" "bytea",
	CONSTRAINT "bulk_parts_bulk_id_part_pk" PRIMARY KEY("bulk_id","part")
);
--> statement-breakpoint
ALTER TABLE "exceptions" ALTER COLUMN "state" SET DEFAULT 'proposed';--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "format" text NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "columns" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "only_lists" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "lists" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "parts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "parts_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "invalid" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "problems" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "subject_key_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bulk_screenings" ADD COLUMN "finished_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "entity_name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "wallet_address" text;--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "check_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "monitored_subjects" ADD COLUMN "check_id" text;--> statement-breakpoint
ALTER TABLE "monitored_subjects" ADD COLUMN "threshold" integer DEFAULT 8500 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitored_subjects" ADD COLUMN "lists" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_parts" ADD CONSTRAINT "bulk_parts_bulk_id_bulk_screenings_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_screenings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_screenings_due" ON "bulk_screenings" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "exceptions_entity" ON "exceptions" USING btree ("state","entity_id");--> statement-breakpoint
CREATE INDEX "exceptions_expiry" ON "exceptions" USING btree ("state","expires_at");--> statement-breakpoint
CREATE INDEX "list_versions_sandbox" ON "list_versions" USING btree ("organization_id");