CREATE TABLE "policies" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"change" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"in_force_since" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reserve_duties" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"token" text NOT NULL,
	"next_month" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reserve_duties_organization_id_environment_token_pk" PRIMARY KEY("organization_id","environment","token")
);
--> statement-breakpoint
CREATE TABLE "reserve_statements" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"token" text NOT NULL,
	"month" text NOT NULL,
	"version" integer NOT NULL,
	"supersedes" text,
	"correction" text,
	"outstanding" numeric(38,18) NOT NULL,
	"reserves" jsonb NOT NULL,
	"total" numeric(38,18) NOT NULL,
	"counted" numeric(38,18) NOT NULL,
	"ratio" text,
	"accountant" jsonb NOT NULL,
	"certified_by" jsonb NOT NULL,
	"document_sha256" text NOT NULL,
	"document_url" text,
	"due_on" text NOT NULL,
	"sha256" text NOT NULL,
	"decision_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "self_exclusions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"source" text NOT NULL,
	"scope" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"wallet_id" text,
	"person_id" text,
	"user_id" text,
	"person_key" text,
	"until" text NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"extended_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "policies_number" ON "policies" USING btree ("number");--> statement-breakpoint
CREATE INDEX "reserve_duties_due" ON "reserve_duties" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reserve_statements_version" ON "reserve_statements" USING btree ("organization_id","environment","token","month","version");--> statement-breakpoint
CREATE INDEX "reserve_statements_created" ON "reserve_statements" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "self_exclusions_person" ON "self_exclusions" USING btree ("organization_id","environment","person_id");--> statement-breakpoint
CREATE INDEX "self_exclusions_wallet" ON "self_exclusions" USING btree ("organization_id","environment","wallet_id");--> statement-breakpoint
CREATE INDEX "self_exclusions_created" ON "self_exclusions" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "self_exclusions_user" ON "self_exclusions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "self_exclusions_key" ON "self_exclusions" USING btree ("person_key");--> statement-breakpoint
CREATE INDEX "self_exclusions_due" ON "self_exclusions" USING btree ("status","ends_at");