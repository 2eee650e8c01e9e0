DROP INDEX "wallet_transfers_hash";--> statement-breakpoint
ALTER TABLE "auth"."sign_in_wallet" ADD COLUMN "chain_id" integer;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "control_chain_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transfers_own" ON "wallet_transfers" USING btree ("user_id","transaction_hash");