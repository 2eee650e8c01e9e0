DROP INDEX "decisions_wallet";--> statement-breakpoint
DROP INDEX "decisions_subject";--> statement-breakpoint
DROP INDEX "audit_logs_user";--> statement-breakpoint
CREATE INDEX "audit_logs_user" ON "audit_logs" USING btree ("user_id","timestamp") WHERE user_id is not null;