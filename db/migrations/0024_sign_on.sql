CREATE TABLE "directories" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "directories_token_hash_digest" CHECK (octet_length("token_hash") = 64 and "token_hash" !~ '[^0-9a-f]'),
	CONSTRAINT "directories_ended_at_pair" CHECK (("ended_at" is null) = ("ended_by" is null))
);
--> statement-breakpoint
CREATE TABLE "directory_group_members" (
	"organization_id" text NOT NULL,
	"group_id" text NOT NULL,
	"directory_user_id" text NOT NULL,
	CONSTRAINT "directory_group_members_group_id_directory_user_id_pk" PRIMARY KEY("group_id","directory_user_id")
);
--> statement-breakpoint
CREATE TABLE "directory_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"external_id" text,
	"role" text,
	"role_id" text,
	"mapped_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_groups_role_word" CHECK ("role" in ('owner', 'admin', 'compliance_officer', 'reviewer', 'issuer_operations', 'developer', 'auditor', 'custom')),
	CONSTRAINT "directory_groups_role_pair" CHECK (("role" is null) = ("mapped_by" is null)),
	CONSTRAINT "directory_groups_role_named" CHECK (coalesce(role = 'custom', false) = (role_id is not null)),
	CONSTRAINT "directory_groups_no_owners" CHECK (role is distinct from 'owner')
);
--> statement-breakpoint
CREATE TABLE "directory_users" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_name_hash" text NOT NULL,
	"email_hash" text NOT NULL,
	"external_id_hash" text,
	"attributes_sealed" text NOT NULL,
	"active" boolean NOT NULL,
	"user_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_users_user_name_hash_digest" CHECK (octet_length("user_name_hash") = 64 and "user_name_hash" !~ '[^0-9a-f]'),
	CONSTRAINT "directory_users_email_hash_digest" CHECK (octet_length("email_hash") = 64 and "email_hash" !~ '[^0-9a-f]'),
	CONSTRAINT "directory_users_external_id_hash_digest" CHECK (octet_length("external_id_hash") = 64 and "external_id_hash" !~ '[^0-9a-f]')
);
--> statement-breakpoint
CREATE TABLE "sign_on_identities" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"subject_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "sign_on_identities_subject_hash_digest" CHECK (octet_length("subject_hash") = 64 and "subject_hash" !~ '[^0-9a-f]')
);
--> statement-breakpoint
CREATE TABLE "sign_on_providers" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text,
	"secret_sealed" text,
	"token_alg" text,
	"entry_point" text,
	"certificates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"just_in_time" boolean DEFAULT false NOT NULL,
	"role" text NOT NULL,
	"role_id" text,
	"proven_at" timestamp (3) with time zone,
	"saved_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_on_providers_kind_word" CHECK ("kind" in ('oidc', 'saml')),
	CONSTRAINT "sign_on_providers_token_alg_word" CHECK ("token_alg" in ('RS256', 'PS256', 'ES256', 'EdDSA')),
	CONSTRAINT "sign_on_providers_role_word" CHECK ("role" in ('owner', 'admin', 'compliance_officer', 'reviewer', 'issuer_operations', 'developer', 'auditor', 'custom')),
	CONSTRAINT "sign_on_providers_role_named" CHECK ((role = 'custom') = (role_id is not null)),
	CONSTRAINT "sign_on_providers_whole" CHECK (case kind when 'oidc' then client_id is not null and secret_sealed is not null and token_alg is not null and entry_point is null
        else entry_point is not null and jsonb_array_length(certificates) > 0 and client_id is null and secret_sealed is null end)
);
--> statement-breakpoint
ALTER TABLE "auth"."session" DROP CONSTRAINT "session_method_word";--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "sign_on_organization_id" text;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "sign_on_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "session_policy" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "directories" ADD CONSTRAINT "directories_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_group_id_directory_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."directory_groups"("id") ON DELETE cascade DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_directory_user_id_directory_users_id_fk" FOREIGN KEY ("directory_user_id") REFERENCES "public"."directory_users"("id") ON DELETE cascade DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "directory_groups" ADD CONSTRAINT "directory_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "directory_groups" ADD CONSTRAINT "directory_groups_role_id_organization_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."organization_roles"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "sign_on_identities" ADD CONSTRAINT "sign_on_identities_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "sign_on_identities" ADD CONSTRAINT "sign_on_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "sign_on_providers" ADD CONSTRAINT "sign_on_providers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "sign_on_providers" ADD CONSTRAINT "sign_on_providers_role_id_organization_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."organization_roles"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE UNIQUE INDEX "directories_token" ON "directories" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "directories_organization" ON "directories" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "directory_group_members_user" ON "directory_group_members" USING btree ("directory_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_groups_name" ON "directory_groups" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "directory_users_name" ON "directory_users" USING btree ("organization_id","user_name_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_users_email" ON "directory_users" USING btree ("organization_id","email_hash");--> statement-breakpoint
CREATE INDEX "directory_users_user" ON "directory_users" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_on_identities_subject" ON "sign_on_identities" USING btree ("organization_id","subject_hash");--> statement-breakpoint
CREATE INDEX "sign_on_identities_user" ON "sign_on_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_sign_on" ON "domains" USING btree ("domain") WHERE sign_on_since is not null;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_method_word" CHECK ("method" in ('password', 'passkey', 'wallet', 'mail', 'sign_on'));--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_sign_on_proven" CHECK (sign_on_since is null or (status = 'verified' and environment = 'production'));--> statement-breakpoint
-- Keys are held to the addresses of their organisation: every process hears of a change.
CREATE TRIGGER organizations_policy AFTER UPDATE OF session_policy ON organizations FOR EACH ROW EXECUTE FUNCTION announce_organization();