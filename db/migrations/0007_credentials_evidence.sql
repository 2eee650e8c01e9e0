ALTER TABLE "credentials" ADD COLUMN "evidence_id" text;--> statement-breakpoint
-- What was sealed on a bare word in production is out of use until evidence carries it: it resumes by itself once there is some.
UPDATE "credentials" SET "state" = 'suspended', "reason_code" = 'evidence_required', "updated_at" = now()
  WHERE "environment" = 'production' AND "state" = 'active' AND "evidence" = 'self_declared' AND "source" = 'verification';
