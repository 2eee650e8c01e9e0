ALTER TABLE "identity_providers" ADD COLUMN "heard_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "identity_providers" ADD COLUMN "refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD COLUMN "ask_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "identity_sessions_ask" ON "identity_sessions" USING btree ("ask_at") WHERE "identity_sessions"."ask_at" is not null;--> statement-breakpoint
-- Checks that were begun before are asked for as well.
UPDATE "identity_sessions" SET "ask_at" = now() WHERE "external_id" IS NOT NULL AND "status" IN ('open', 'processing');
