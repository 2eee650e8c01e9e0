CREATE TABLE "trust_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"scheme" text NOT NULL,
	"operator" text NOT NULL,
	"territory" text NOT NULL,
	"authority" text NOT NULL,
	"signer" text NOT NULL,
	"sequence" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"next_update" timestamp (3) with time zone NOT NULL,
	"digest" text NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trust_lists_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "trust_lists_kind_word" CHECK ("kind" in ('pid', 'iaca', 'accreditation')),
	CONSTRAINT "trust_lists_format_word" CHECK ("format" in ('ts_119_612', 'ts_119_602')),
	CONSTRAINT "trust_lists_authority_digest" CHECK (octet_length("authority") = 64 and "authority" !~ '[^0-9a-f]'),
	CONSTRAINT "trust_lists_signer_digest" CHECK (octet_length("signer") = 64 and "signer" !~ '[^0-9a-f]'),
	CONSTRAINT "trust_lists_digest_digest" CHECK (octet_length("digest") = 64 and "digest" !~ '[^0-9a-f]')
);
--> statement-breakpoint
ALTER TABLE "trusted_issuers" ADD COLUMN "list_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "trust_lists_scheme" ON "trust_lists" USING btree ("organization_id","environment","kind","scheme");--> statement-breakpoint
CREATE INDEX "trust_lists_created" ON "trust_lists" USING btree ("organization_id","environment","created_at","id");