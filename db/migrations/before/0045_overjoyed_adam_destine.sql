ALTER TABLE "protocol_policies" ADD COLUMN "id" text DEFAULT 'ptc_' || md5(random()::text) NOT NULL;--> statement-breakpoint
ALTER TABLE "protocol_policies" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "protocol_policies" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "protocol_policies" ADD COLUMN "history" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "protocol_policies" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "protocol_policies_id" ON "protocol_policies" USING btree ("id");--> statement-breakpoint
CREATE INDEX "protocol_policies_contracts" ON "protocol_policies" USING gin ((policy -> 'contracts') jsonb_path_ops);