CREATE TABLE "due_diligence_files" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"person_id" text NOT NULL,
	"covers" text[] NOT NULL,
	"subject_key_id" text NOT NULL,
	"findings_sealed" "bytea" NOT NULL,
	"document_sha256" text,
	"state" text DEFAULT 'proposed' NOT NULL,
	"author" text NOT NULL,
	"approved_by" text,
	"approved_in_capacity" text,
	"approved_at" timestamp (3) with time zone,
	"ended_by" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "evidence" text;--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "evidence_hash" text;--> statement-breakpoint
CREATE INDEX "due_diligence_files_person" ON "due_diligence_files" USING btree ("organization_id","environment","person_id");