CREATE TABLE "accreditation_files" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"investor_id" text NOT NULL,
	"person_id" text NOT NULL,
	"basis" text NOT NULL,
	"method" text NOT NULL,
	"status" text NOT NULL,
	"subject_key_id" text NOT NULL,
	"said_sealed" "bytea" NOT NULL,
	"papers" jsonb NOT NULL,
	"digest" text NOT NULL,
	"missing" text[] NOT NULL,
	"reason_code" text,
	"decision_id" text,
	"case_id" text,
	"evidence_id" text,
	"created_by" text NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accreditation_files_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "accreditation_files_basis_word" CHECK ("basis" in ('income', 'net_worth', 'license', 'insider', 'knowledgeable_employee', 'trust', 'entity_assets', 'entity_investments', 'institution', 'family_office', 'all_owners')),
	CONSTRAINT "accreditation_files_method_word" CHECK ("method" in ('income_documents', 'net_worth_documents', 'third_party_letter', 'grandfathered', 'prior_verification', 'minimum_investment', 'principles_based')),
	CONSTRAINT "accreditation_files_status_word" CHECK ("status" in ('open', 'in_review', 'accepted', 'refused', 'replaced')),
	CONSTRAINT "accreditation_files_digest_digest" CHECK ("digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "accreditation_files_decided_by_pair" CHECK (("decided_by" is null) = ("decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_owner_type_word";--> statement-breakpoint
ALTER TABLE "accreditation_files" ADD CONSTRAINT "accreditation_files_investor_id_investors_id_fk" FOREIGN KEY ("investor_id") REFERENCES "public"."investors"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "accreditation_files" ADD CONSTRAINT "accreditation_files_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE INDEX "accreditation_files_investor" ON "accreditation_files" USING btree ("organization_id","environment","investor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "accreditation_files_person" ON "accreditation_files" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_type_word" CHECK ("owner_type" in ('user', 'offering', 'investor'));--> statement-breakpoint
-- What was verified by a digest and a day waits for a file that a person reads.
UPDATE "investors" SET "accreditation_status" = 'pending' WHERE "environment" = 'production' AND "accreditation_status" = 'verified';--> statement-breakpoint
UPDATE "credentials" SET "state" = 'suspended', "reason_code" = 'evidence_missing' WHERE "environment" = 'production' AND "level" = 'accredited' AND "state" = 'active';
