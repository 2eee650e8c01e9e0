CREATE TABLE "domains" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"method" text,
	"problem" text,
	"verified_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wallet_challenges" ADD COLUMN "domain" text;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_name" ON "domains" USING btree ("organization_id","environment","domain");--> statement-breakpoint
CREATE INDEX "domains_check" ON "domains" USING btree ("status","checked_at");