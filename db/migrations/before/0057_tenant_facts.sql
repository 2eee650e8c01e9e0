CREATE TABLE "tenant_facts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"fact" text NOT NULL,
	"value" jsonb,
	"note" text,
	"stated_by" text NOT NULL,
	"stated_as" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tenant_facts_newest" ON "tenant_facts" USING btree ("organization_id","environment","fact","at","id");--> statement-breakpoint
-- What was said stays said. Rows go only with their organisation.
CREATE TRIGGER tenant_facts_unchanged BEFORE UPDATE ON tenant_facts FOR EACH ROW EXECUTE FUNCTION refuse_change();
