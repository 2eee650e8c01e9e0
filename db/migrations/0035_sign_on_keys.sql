CREATE TABLE "sign_on_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"signing_certificate" text NOT NULL,
	"signing_sealed" text NOT NULL,
	"encryption_certificate" text NOT NULL,
	"encryption_sealed" text NOT NULL,
	"signs_from" timestamp (3) with time zone NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sign_on_providers" DROP CONSTRAINT "sign_on_providers_whole";--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "sign_on_name" text;--> statement-breakpoint
ALTER TABLE "sign_on_providers" ADD COLUMN "logout_point" text;--> statement-breakpoint
ALTER TABLE "sign_on_keys" ADD CONSTRAINT "sign_on_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE INDEX "sign_on_keys_organization" ON "sign_on_keys" USING btree ("organization_id","created_at");--> statement-breakpoint
ALTER TABLE "sign_on_providers" ADD CONSTRAINT "sign_on_providers_whole" CHECK (case kind when 'oidc' then client_id is not null and secret_sealed is not null and token_alg is not null and entry_point is null and logout_point is null
        else entry_point is not null and jsonb_array_length(certificates) > 0 and client_id is null and secret_sealed is null end);