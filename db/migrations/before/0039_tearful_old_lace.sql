ALTER TABLE "auth"."session" ADD COLUMN "started_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "granted_by" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Roles from before keep none: of when they were given nothing is known.
ALTER TABLE "user_roles" ADD COLUMN "granted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_roles" ALTER COLUMN "granted_at" SET DEFAULT now();
