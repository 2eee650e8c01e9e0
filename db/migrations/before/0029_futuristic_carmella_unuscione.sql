CREATE SEQUENCE "public"."event_order" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "published" bigint;--> statement-breakpoint
UPDATE "events" SET "published" = "position" WHERE "dispatched_at" IS NOT NULL;--> statement-breakpoint
SELECT setval('"public"."event_order"', (SELECT coalesce(max("position"), 0) + 1 FROM "events"));--> statement-breakpoint
CREATE INDEX "events_published" ON "events" USING btree ("organization_id","environment","published") WHERE published is not null;