ALTER TABLE "erasures" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_hold_reason_word" CHECK ("hold_reason" in ('legal_claim', 'regulator_request', 'investigation', 'other'));--> statement-breakpoint
UPDATE "events" SET "object" = jsonb_set("object", '{act,reason_code}', 'null') WHERE "type" = 'erasure.updated' AND "object" #>> '{act,act}' = 'open_file';
