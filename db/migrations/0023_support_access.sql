CREATE TABLE "support_access" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"reason" text NOT NULL,
	"hours" integer NOT NULL,
	"asked_by" text,
	"asked_at" timestamp (3) with time zone,
	"granted_by" text,
	"granted_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_access_asked_at_pair" CHECK (("asked_at" is null) = ("asked_by" is null)),
	CONSTRAINT "support_access_granted_at_pair" CHECK (("granted_at" is null) = ("granted_by" is null)),
	CONSTRAINT "support_access_until" CHECK ((granted_at is null) = (ends_at is null)),
	CONSTRAINT "support_access_ended_at_pair" CHECK (("ended_at" is null) = ("ended_by" is null)),
	CONSTRAINT "support_access_most" CHECK (hours between 1 and 72)
);
--> statement-breakpoint
ALTER TABLE "support_access" ADD CONSTRAINT "support_access_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE UNIQUE INDEX "support_access_open" ON "support_access" USING btree ("organization_id") WHERE ended_at is null and granted_at is null;--> statement-breakpoint
CREATE INDEX "support_access_organization" ON "support_access" USING btree ("organization_id","created_at");