-- Rows that every call writes stay in their page as they are: compressing them took a tenth of the server's time for such a call.
ALTER TABLE "decisions" SET (toast_tuple_target = 4080);
--> statement-breakpoint
ALTER TABLE "request_logs" SET (toast_tuple_target = 4080);
--> statement-breakpoint
-- What is encrypted cannot be compressed.
ALTER TABLE "decisions" ALTER COLUMN "facts_sealed" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "screenings" ALTER COLUMN "subject_sealed" SET STORAGE EXTERNAL;
