CREATE TABLE "stated_facts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"object" text NOT NULL,
	"object_id" text NOT NULL,
	"fact" text NOT NULL,
	"value" jsonb,
	"stated_by" text NOT NULL,
	"role" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stated_facts_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "stated_facts_object_word" CHECK ("object" in ('issuer', 'offering', 'investment', 'transaction')),
	CONSTRAINT "stated_facts_role_word" CHECK ("role" in ('admin', 'issuer', 'investor', 'system'))
);
--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "facts_stated" jsonb;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "facts_stated" jsonb;--> statement-breakpoint
CREATE INDEX "stated_facts_newest" ON "stated_facts" USING btree ("organization_id","environment","object","object_id","fact","at","id");--> statement-breakpoint
-- What was said stays said. Rows go only with their sandbox or organisation.
CREATE TRIGGER stated_facts_unchanged BEFORE UPDATE ON stated_facts FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The words that are in force and whose author is known are the beginning of their history.
INSERT INTO stated_facts (id, organization_id, environment, object, object_id, fact, value, stated_by, at)
SELECT 'stf_01' || left(md5(o.id || ' ' || said.fact), 24), o.organization_id, o.environment, 'offering', o.id, said.fact, said.value,
  o.facts_stated -> said.fact ->> 'by', (o.facts_stated -> said.fact ->> 'at')::timestamptz
FROM offerings o, jsonb_each(o.facts) AS said(fact, value) WHERE o.facts_stated ? said.fact;
--> statement-breakpoint
INSERT INTO stated_facts (id, organization_id, environment, object, object_id, fact, value, stated_by, at)
SELECT 'stf_01' || left(md5(o.id || ' ' || env.name || ' ' || said.fact), 24), o.id, env.name, 'issuer', 'issuer', said.fact, said.value,
  env.word -> 'stated' -> said.fact ->> 'by', (env.word -> 'stated' -> said.fact ->> 'at')::timestamptz
FROM organizations o, jsonb_each(o.settings -> 'issuer') AS env(name, word), jsonb_each(env.word -> 'facts') AS said(fact, value)
WHERE jsonb_typeof(env.word) = 'object' AND env.word -> 'stated' ? said.fact;
