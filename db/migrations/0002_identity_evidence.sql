CREATE TABLE "evidence" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"person_id" text NOT NULL,
	"proves" text NOT NULL,
	"method" text NOT NULL,
	"level" text NOT NULL,
	"ial" text,
	"eidas" text,
	"state" text NOT NULL,
	"reason_code" text,
	"voucher" jsonb NOT NULL,
	"covers" text[] NOT NULL,
	"person_key" text,
	"comparison" jsonb,
	"document_expires_on" text,
	"subject_key_id" text NOT NULL,
	"read_sealed" "bytea" NOT NULL,
	"digest" text NOT NULL,
	"proof" jsonb,
	"session_id" text,
	"case_id" text,
	"reviewer" text,
	"second_reviewer" text,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"ended_by" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evidence_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "evidence_proves_word" CHECK ("proves" in ('identity', 'accreditation', 'entity')),
	CONSTRAINT "evidence_method_word" CHECK ("method" in ('document_review', 'wallet_presentation', 'passport_chip', 'provider', 'reliance', 'foreign_credential', 'accreditation_review')),
	CONSTRAINT "evidence_level_word" CHECK ("level" in ('basic', 'enhanced', 'accredited')),
	CONSTRAINT "evidence_ial_word" CHECK ("ial" in ('IAL1', 'IAL2', 'IAL3')),
	CONSTRAINT "evidence_eidas_word" CHECK ("eidas" in ('low', 'substantial', 'high')),
	CONSTRAINT "evidence_state_word" CHECK ("state" in ('valid', 'rejected', 'conflicting', 'withdrawn')),
	CONSTRAINT "evidence_digest_digest" CHECK ("digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "evidence_person_key_digest" CHECK ("person_key" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "evidence_ended_by_pair" CHECK (("ended_by" is null) = ("ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"level" text NOT NULL,
	"methods" text[] NOT NULL,
	"method" text,
	"person_id" text,
	"wallet_id" text,
	"investor_id" text,
	"subject_key_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"state_sealed" "bytea",
	"provider" text,
	"external_id" text,
	"return_url" text,
	"reason_code" text,
	"evidence_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_sessions_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "identity_sessions_status_word" CHECK ("status" in ('open', 'processing', 'in_review', 'verified', 'rejected', 'expired', 'cancelled')),
	CONSTRAINT "identity_sessions_level_word" CHECK ("level" in ('basic', 'enhanced')),
	CONSTRAINT "identity_sessions_method_word" CHECK ("method" in ('document_review', 'wallet_presentation', 'passport_chip', 'provider', 'foreign_credential')),
	CONSTRAINT "identity_sessions_token_hash_digest" CHECK ("token_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "trusted_issuers" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"chain_id" integer,
	"material" text,
	"country" text,
	"level" text NOT NULL,
	"ial" text,
	"eidas" text,
	"claims" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"author" text NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"ended_by" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trusted_issuers_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "trusted_issuers_kind_word" CHECK ("kind" in ('iaca', 'pid', 'csca', 'eas', 'onchainid', 'did')),
	CONSTRAINT "trusted_issuers_level_word" CHECK ("level" in ('basic', 'enhanced')),
	CONSTRAINT "trusted_issuers_ial_word" CHECK ("ial" in ('IAL1', 'IAL2', 'IAL3')),
	CONSTRAINT "trusted_issuers_eidas_word" CHECK ("eidas" in ('low', 'substantial', 'high')),
	CONSTRAINT "trusted_issuers_state_word" CHECK ("state" in ('proposed', 'active', 'ended')),
	CONSTRAINT "trusted_issuers_approved_by_pair" CHECK (("approved_by" is null) = ("approved_at" is null)),
	CONSTRAINT "trusted_issuers_ended_by_pair" CHECK (("ended_by" is null) = ("ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_investor_id_investors_id_fk" FOREIGN KEY ("investor_id") REFERENCES "public"."investors"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE INDEX "evidence_person" ON "evidence" USING btree ("organization_id","environment","person_id","created_at");--> statement-breakpoint
CREATE INDEX "evidence_created" ON "evidence" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_digest" ON "evidence" USING btree ("organization_id","environment","person_id","proves","method","digest");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_sessions_token" ON "identity_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_sessions_external" ON "identity_sessions" USING btree ("provider","external_id");--> statement-breakpoint
CREATE INDEX "identity_sessions_created" ON "identity_sessions" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "identity_sessions_person" ON "identity_sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "identity_sessions_open" ON "identity_sessions" USING btree ("status","expires_at");--> statement-breakpoint
CREATE INDEX "trusted_issuers_kind" ON "trusted_issuers" USING btree ("organization_id","environment","kind","state");