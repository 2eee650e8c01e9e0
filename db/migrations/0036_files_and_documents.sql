ALTER TABLE "evidence" ADD COLUMN "document_key" text;--> statement-breakpoint
CREATE INDEX "evidence_document" ON "evidence" USING btree ("document_key") WHERE "evidence"."document_key" is not null;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_document_key_digest" CHECK (octet_length("document_key") = 64 and "document_key" !~ '[^0-9a-f]');--> statement-breakpoint
UPDATE "api_keys" SET "scopes" = "scopes" || '["erasures:read"]'::jsonb WHERE "scopes" ? 'persons:erase' AND NOT "scopes" ? 'erasures:read';--> statement-breakpoint
UPDATE "organization_roles" SET "permissions" = "permissions" || '["erasures.read"]'::jsonb WHERE "permissions" ? 'persons.erase' AND NOT "permissions" ? 'erasures.read';
