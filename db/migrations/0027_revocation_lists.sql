CREATE TABLE "revocation_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"issuer" text NOT NULL,
	"certificate" text NOT NULL,
	"issuer_name" text NOT NULL,
	"anchor" text NOT NULL,
	"url" text,
	"body" "bytea",
	"digest" text,
	"number" text,
	"this_update" timestamp (3) with time zone,
	"next_update" timestamp (3) with time zone,
	"revoked" integer,
	"imported_by" text,
	"kept_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "revocation_lists_place" UNIQUE NULLS NOT DISTINCT("organization_id","environment","issuer","url"),
	CONSTRAINT "revocation_lists_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "revocation_lists_issuer_digest" CHECK (octet_length("issuer") = 64 and "issuer" !~ '[^0-9a-f]'),
	CONSTRAINT "revocation_lists_digest_digest" CHECK (octet_length("digest") = 64 and "digest" !~ '[^0-9a-f]'),
	CONSTRAINT "revocation_lists_digest_pair" CHECK (("digest" is null) = ("body" is null)),
	CONSTRAINT "revocation_lists_this_update_pair" CHECK (("this_update" is null) = ("body" is null)),
	CONSTRAINT "revocation_lists_next_update_pair" CHECK (("next_update" is null) = ("body" is null)),
	CONSTRAINT "revocation_lists_revoked_pair" CHECK (("revoked" is null) = ("body" is null)),
	CONSTRAINT "revocation_lists_kept_at_pair" CHECK (("kept_at" is null) = ("body" is null))
);
--> statement-breakpoint
ALTER TABLE "trusted_issuers" ADD COLUMN "revocation" text DEFAULT 'review' NOT NULL;--> statement-breakpoint
CREATE INDEX "revocation_lists_created" ON "revocation_lists" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "revocation_lists_tried" ON "revocation_lists" USING btree ("tried_at");--> statement-breakpoint
ALTER TABLE "trusted_issuers" ADD CONSTRAINT "trusted_issuers_revocation_word" CHECK ("revocation" in ('review', 'require'));