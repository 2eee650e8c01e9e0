ALTER TABLE "identity_sessions" ADD COLUMN "face_notice" text;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD COLUMN "face_agreed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_face_notice_pair" CHECK (("face_notice" is null) = ("face_agreed_at" is null));