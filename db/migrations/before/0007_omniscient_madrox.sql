CREATE TABLE "timers" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "appeal" jsonb;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "overdue_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "accreditation_warned_days" integer;--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "lockup_told" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "timers_due" ON "timers" USING btree ("due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "timers_subject" ON "timers" USING btree ("subject_id");