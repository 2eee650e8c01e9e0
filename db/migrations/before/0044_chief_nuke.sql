CREATE TABLE "credential_copies" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"credential_id" text NOT NULL,
	"form" text NOT NULL,
	"chain_id" integer NOT NULL,
	"contract" text NOT NULL,
	"identity" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"signed" jsonb NOT NULL,
	"state" text DEFAULT 'issued' NOT NULL,
	"block" text,
	"checked_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credential_copies_organization_id_environment_credential_id_form_chain_id_contract_identity_pk" PRIMARY KEY("organization_id","environment","credential_id","form","chain_id","contract","identity")
);
--> statement-breakpoint
CREATE TABLE "wallet_identities" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"wallet_id" text NOT NULL,
	"chain_id" integer NOT NULL,
	"identity" text NOT NULL,
	"method" text NOT NULL,
	"block" text NOT NULL,
	"proven_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_identities_organization_id_environment_wallet_id_chain_id_identity_pk" PRIMARY KEY("organization_id","environment","wallet_id","chain_id","identity")
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "chain_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
CREATE INDEX "credential_copies_credential" ON "credential_copies" USING btree ("credential_id");