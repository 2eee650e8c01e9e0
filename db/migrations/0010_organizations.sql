CREATE TABLE "member_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email_hash" text,
	"email_sealed" text,
	"role" text NOT NULL,
	"role_id" text,
	"token_hash" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "member_invitations_role_word" CHECK ("role" in ('owner', 'admin', 'compliance_officer', 'reviewer', 'issuer_operations', 'developer', 'auditor', 'custom')),
	CONSTRAINT "member_invitations_email_hash_digest" CHECK ("email_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "member_invitations_token_hash_digest" CHECK ("token_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "member_invitations_role_named" CHECK ((role = 'custom') = (role_id is not null)),
	CONSTRAINT "member_invitations_accepted_at_pair" CHECK (("accepted_at" is null) = ("accepted_by" is null)),
	CONSTRAINT "member_invitations_revoked_at_pair" CHECK (("revoked_at" is null) = ("revoked_by" is null))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"role_id" text,
	"came" text NOT NULL,
	"invited_by" text,
	"role_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"role_given_by" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"chosen_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "memberships_role_word" CHECK ("role" in ('owner', 'admin', 'compliance_officer', 'reviewer', 'issuer_operations', 'developer', 'auditor', 'custom')),
	CONSTRAINT "memberships_came_word" CHECK ("came" in ('founded', 'invited', 'sign_on', 'directory')),
	CONSTRAINT "memberships_role_named" CHECK ((role = 'custom') = (role_id is not null)),
	CONSTRAINT "memberships_ended_at_pair" CHECK (("ended_at" is null) = ("ended_by" is null))
);
--> statement-breakpoint
CREATE TABLE "organization_roles" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "service_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"role_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "service_accounts_role_word" CHECK ("role" in ('owner', 'admin', 'compliance_officer', 'reviewer', 'issuer_operations', 'developer', 'auditor', 'custom')),
	CONSTRAINT "service_accounts_role_named" CHECK ((role = 'custom') = (role_id is not null)),
	CONSTRAINT "service_accounts_ended_at_pair" CHECK (("ended_at" is null) = ("ended_by" is null))
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "service_account_id" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "ending_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "ending_by" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "active_organization_id" text;--> statement-breakpoint
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_role_id_organization_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."organization_roles"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role_id_organization_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."organization_roles"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "organization_roles" ADD CONSTRAINT "organization_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_role_id_organization_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."organization_roles"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE UNIQUE INDEX "member_invitations_token" ON "member_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "member_invitations_open" ON "member_invitations" USING btree ("organization_id","email_hash") WHERE accepted_at is null and revoked_at is null and email_hash is not null;--> statement-breakpoint
CREATE INDEX "member_invitations_email" ON "member_invitations" USING btree ("email_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_active" ON "memberships" USING btree ("user_id","organization_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "memberships_organization" ON "memberships" USING btree ("organization_id","joined_at");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_roles_name" ON "organization_roles" USING btree ("organization_id",lower("name")) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "service_accounts_name" ON "service_accounts" USING btree ("organization_id",lower("name")) WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_ending_since_pair" CHECK (("ending_since" is null) = ("ends_at" is null));--> statement-breakpoint
-- Until now a person was an organisation: each owns the one they have.
INSERT INTO "memberships" ("id", "organization_id", "user_id", "role", "came", "role_since", "joined_at")
  SELECT 'mem_' || substr("id", 5), "organization_id", "id", 'owner', 'founded', "created_at", "created_at" FROM "users"
  WHERE "names_sealed" IS NOT NULL OR "email" IS NOT NULL;--> statement-breakpoint
-- A key does no more than whoever it acts for may, and that hangs on their membership, on the roles of the organisation's owners and on
-- whether it ends. Each change of those is announced to every process as well.
CREATE FUNCTION announce_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'organizations' THEN
    PERFORM pg_notify('organization_changed', OLD.id);
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM pg_notify('organization_changed', NEW.organization_id);
  ELSE
    PERFORM pg_notify('organization_changed', OLD.organization_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memberships_changed AFTER INSERT OR UPDATE OF role, role_id, ended_at OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION announce_organization();
--> statement-breakpoint
CREATE TRIGGER organization_roles_changed AFTER UPDATE OR DELETE ON organization_roles FOR EACH ROW EXECUTE FUNCTION announce_organization();
--> statement-breakpoint
CREATE TRIGGER service_accounts_changed AFTER UPDATE OR DELETE ON service_accounts FOR EACH ROW EXECUTE FUNCTION announce_organization();
--> statement-breakpoint
CREATE TRIGGER organizations_ending AFTER UPDATE OF ending_since, ended_at ON organizations FOR EACH ROW EXECUTE FUNCTION announce_organization();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE who text;
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    who := OLD.id;
  ELSIF TG_OP = 'INSERT' THEN
    who := NEW.user_id;
  ELSE
    who := OLD.user_id;
  END IF;
  PERFORM pg_notify('account_changed', who);
  -- What an organisation may hangs on the roles of its owners.
  PERFORM pg_notify('organization_changed', organization_id) FROM memberships WHERE user_id = who AND role = 'owner' AND ended_at IS NULL;
  RETURN NULL;
END $$;
