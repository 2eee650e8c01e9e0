ALTER TABLE "organizations" ADD COLUMN "budget_id" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "forked_from" text;--> statement-breakpoint
CREATE INDEX "organizations_budget" ON "organizations" USING btree (coalesce("budget_id", "id"));--> statement-breakpoint
CREATE INDEX "documents_organization" ON "documents" USING btree ("organization_id");