ALTER TABLE "issuances" ADD COLUMN "confirmed_during" "tstzmultirange";--> statement-breakpoint
UPDATE "issuances" SET "confirmed_during" = tstzmultirange(tstzrange("updated_at", null)) WHERE "status" = 'confirmed';
