ALTER TABLE "issuances" ADD COLUMN "authorized_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "issuances" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "issuances" ADD COLUMN "settled_block" jsonb;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "token_decimals" integer;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "settled_block" jsonb;--> statement-breakpoint
CREATE INDEX "issuances_unreported" ON "issuances" USING btree ("authorized_until") WHERE status = 'authorized';--> statement-breakpoint
CREATE INDEX "issuances_watched" ON "issuances" USING btree ("id") WHERE settled_block is not null;--> statement-breakpoint
CREATE INDEX "transactions_watched" ON "transactions" USING btree ("id") WHERE settled_block is not null;