ALTER TABLE "member_invitations" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "member_invitations" ADD COLUMN "agreed_by" text;