ALTER TABLE "sandbox_snapshots" ADD COLUMN "content" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_snapshots" ADD COLUMN "clock_offset_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_snapshots" ADD COLUMN "frozen_at" timestamp (3) with time zone;