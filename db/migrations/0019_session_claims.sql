ALTER TABLE "evidence" DROP CONSTRAINT "evidence_proves_word";--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD COLUMN "claims" text[];--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_proves_word" CHECK ("proves" in ('identity', 'accreditation', 'entity', 'age'));