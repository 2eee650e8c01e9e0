CREATE TABLE "client_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"api_key_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"wallet_id" text,
	"investor_id" text,
	"scopes" jsonb NOT NULL,
	"origins" jsonb NOT NULL,
	"identity" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_sessions_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "client_sessions_token_hash_digest" CHECK (octet_length("token_hash") = 64 and "token_hash" !~ '[^0-9a-f]')
);
--> statement-breakpoint
CREATE UNIQUE INDEX "client_sessions_token" ON "client_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "client_sessions_origins" ON "client_sessions" USING gin (origins jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "client_sessions_expires" ON "client_sessions" USING btree ("expires_at");