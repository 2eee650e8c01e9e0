CREATE TABLE "credential_offers" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"credential_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"tx_code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"named" boolean DEFAULT false NOT NULL,
	"token_hash" text,
	"token_expires_at" timestamp (3) with time zone,
	"nonces" text[] DEFAULT '{}' NOT NULL,
	"ended" text,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"redeemed_at" timestamp (3) with time zone,
	CONSTRAINT "credential_offers_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "credential_offers_ended_word" CHECK ("ended" in ('tries', 'replayed')),
	CONSTRAINT "credential_offers_code_hash_digest" CHECK ("code_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "credential_offers_tx_code_hash_digest" CHECK ("tx_code_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "credential_offers_token_hash_digest" CHECK ("token_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "credential_offers_tries_not_negative" CHECK ("tries" >= 0),
	CONSTRAINT "credential_offers_token_hash_pair" CHECK (("token_hash" is null) = ("token_expires_at" is null))
);
--> statement-breakpoint
CREATE TABLE "presented_credentials" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"source_credential_id" text NOT NULL,
	"person_id" text NOT NULL,
	"evidence_id" text NOT NULL,
	"consent_id" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"presented_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "presented_credentials_organization_id_environment_source_credential_id_person_id_pk" PRIMARY KEY("organization_id","environment","source_credential_id","person_id"),
	CONSTRAINT "presented_credentials_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "presented_credentials_state_word" CHECK ("state" in ('active', 'suspended', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "credential_offers" ADD CONSTRAINT "credential_offers_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "presented_credentials" ADD CONSTRAINT "presented_credentials_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE UNIQUE INDEX "credential_offers_code" ON "credential_offers" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "credential_offers_token" ON "credential_offers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "credential_offers_credential" ON "credential_offers" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "credential_offers_expiry" ON "credential_offers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "presented_credentials_source" ON "presented_credentials" USING btree ("source_credential_id");--> statement-breakpoint
CREATE INDEX "presented_credentials_person" ON "presented_credentials" USING btree ("person_id");