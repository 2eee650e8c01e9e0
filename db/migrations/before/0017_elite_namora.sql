ALTER TABLE "api_keys" ADD COLUMN "known_ips" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "warned_days" integer;--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "annual_income" numeric(38,18);--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "net_worth" numeric(38,18);