CREATE TABLE "holding_acts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"offering_id" text,
	"person_id" text NOT NULL,
	"wallet_address" text,
	"to_address" text,
	"quantity" numeric(38,18),
	"legal_basis" text NOT NULL,
	"document_sha256" text,
	"note" text,
	"freeze_id" text,
	"credential_id" text,
	"asked_by" text NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"effective_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"end_reason" text,
	"decision_id" text,
	"outcome" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "spender_address" text;--> statement-breakpoint
CREATE INDEX "holding_acts_created" ON "holding_acts" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "holding_acts_active" ON "holding_acts" USING btree ("organization_id","environment","offering_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "holding_acts_person" ON "holding_acts" USING btree ("person_id");