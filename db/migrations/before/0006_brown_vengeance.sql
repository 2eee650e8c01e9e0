CREATE TABLE "erasure_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"reason" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text
);
--> statement-breakpoint
CREATE TABLE "auth"."known_device" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."sign_in_wallet" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"address" text NOT NULL,
	"family" text NOT NULL,
	"proof" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "sign_in_wallet_address_unique" UNIQUE("address")
);
--> statement-breakpoint
ALTER TABLE "auth"."two_factor" ALTER COLUMN "verified" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "auth"."two_factor" ALTER COLUMN "verified" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."backup_code" ADD COLUMN "active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."passkey" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "method" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."known_device" ADD CONSTRAINT "known_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."sign_in_wallet" ADD CONSTRAINT "sign_in_wallet_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasure_requests_user" ON "erasure_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_status" ON "erasure_requests" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "known_device_user_token" ON "auth"."known_device" USING btree ("user_id","token_hash");--> statement-breakpoint
CREATE INDEX "sign_in_wallet_user" ON "auth"."sign_in_wallet" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "auth"."two_factor" DROP COLUMN "backup_codes";--> statement-breakpoint
ALTER TABLE "auth"."two_factor" DROP COLUMN "failed_verification_count";--> statement-breakpoint
ALTER TABLE "auth"."two_factor" DROP COLUMN "locked_until";--> statement-breakpoint
ALTER TABLE "auth"."user" DROP COLUMN "two_factor_enabled";