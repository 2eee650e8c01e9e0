ALTER TABLE "identity_sessions" ADD COLUMN "provider_named" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD COLUMN "face_stated" jsonb;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD COLUMN "face_taken_back_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "identity_sessions" SET "provider_named" = true WHERE "provider" IS NOT NULL AND "external_id" IS NULL;
