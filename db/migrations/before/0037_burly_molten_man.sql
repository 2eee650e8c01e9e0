ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "first_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "last_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ALTER COLUMN "first_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ALTER COLUMN "last_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ALTER COLUMN "company" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ALTER COLUMN "phone" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ALTER COLUMN "notes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "to" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "subject" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "html" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "text" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "profile_sealed" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "names_sealed" text;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "email_hash" text;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "content_sealed" text;--> statement-breakpoint
ALTER TABLE "status_subscribers" ADD COLUMN "email_hash" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "to_hash" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "content_sealed" text;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_hash" ON "users" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "contact_inquiries_email" ON "contact_inquiries" USING btree ("email_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "status_subscribers_email_hash" ON "status_subscribers" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree ("to_hash");