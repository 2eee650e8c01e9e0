ALTER TABLE "trusted_issuers" DROP CONSTRAINT "trusted_issuers_kind_word";--> statement-breakpoint
ALTER TABLE "accreditation_files" ADD COLUMN "cites" text;--> statement-breakpoint
ALTER TABLE "evidence" ADD COLUMN "ask_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "accreditation_files_cites" ON "accreditation_files" USING btree ("cites") WHERE "accreditation_files"."cites" is not null;--> statement-breakpoint
CREATE INDEX "evidence_ask" ON "evidence" USING btree ("ask_at") WHERE "evidence"."ask_at" is not null and "evidence"."state" = 'valid';--> statement-breakpoint
CREATE INDEX "evidence_source" ON "evidence" USING btree (("proof" ->> 'credential_id')) WHERE "evidence"."proves" = 'accreditation' and "evidence"."method" = 'foreign_credential';--> statement-breakpoint
ALTER TABLE "trusted_issuers" ADD CONSTRAINT "trusted_issuers_kind_word" CHECK ("kind" in ('iaca', 'pid', 'csca', 'eas', 'onchainid', 'did', 'accreditation'));