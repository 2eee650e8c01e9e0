ALTER TABLE "credential_offers" DROP CONSTRAINT "credential_offers_ended_word";--> statement-breakpoint
ALTER TABLE "credential_offers" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "credential_offers" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "credential_offers" ADD COLUMN "collected_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "credential_offers_created" ON "credential_offers" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
ALTER TABLE "credential_offers" ADD CONSTRAINT "credential_offers_ended_word" CHECK ("ended" in ('tries', 'replayed', 'cancelled', 'expired'));