CREATE TABLE "policy_plans" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"status" text NOT NULL,
	"base" text NOT NULL,
	"policy" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"flips" jsonb NOT NULL,
	"note" text,
	"effective_at" timestamp (3) with time zone,
	"planned_by" text NOT NULL,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"case_id" text,
	"applied_by" text,
	"applied_at" timestamp (3) with time zone,
	CONSTRAINT "policy_plans_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "policy_plans_status_word" CHECK ("status" in ('planned', 'waiting', 'applied', 'refused'))
);
--> statement-breakpoint
CREATE INDEX "policy_plans_newest" ON "policy_plans" USING btree ("organization_id","environment","id");