ALTER TABLE "contact_inquiries" ADD COLUMN "handled_by" text;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "handled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "internal_notes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "impact" text DEFAULT 'degraded' NOT NULL;