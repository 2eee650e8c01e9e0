ALTER TABLE "bulk_screenings" DROP COLUMN "input_path";--> statement-breakpoint
ALTER TABLE "bulk_screenings" DROP COLUMN "output_path";