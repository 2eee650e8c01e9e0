ALTER TABLE "idempotency_keys" ADD COLUMN "api_version" text;--> statement-breakpoint
-- A key that is moved to another version is known by it at once, in every process.
DROP TRIGGER api_keys_changed ON api_keys;--> statement-breakpoint
CREATE TRIGGER api_keys_changed AFTER UPDATE OF is_active, scopes, allowed_ips, settings, expires_at, api_version ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_api_key();
