CREATE TABLE "identity_providers" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"provider" text NOT NULL,
	"flow" text,
	"region" text,
	"secrets_sealed" text NOT NULL,
	"set_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_providers_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "identity_providers_provider_word" CHECK ("provider" in ('persona', 'sumsub', 'stripe', 'veriff', 'onfido')),
	CONSTRAINT "identity_providers_region_word" CHECK ("region" in ('eu', 'us', 'ca'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "identity_providers_provider" ON "identity_providers" USING btree ("organization_id","environment","provider");