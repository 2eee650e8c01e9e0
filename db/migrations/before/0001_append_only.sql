-- The audit log and the tree over it only grow. Even the product's own code cannot change a row.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_logs_append_only BEFORE UPDATE OR DELETE ON audit_logs FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_logs_no_truncate BEFORE TRUNCATE ON audit_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_entries_append_only BEFORE UPDATE OR DELETE ON log_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_entries_no_truncate BEFORE TRUNCATE ON log_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_nodes_append_only BEFORE UPDATE OR DELETE ON log_nodes FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A changed key must be refused at its next call in every process, so each change is announced.
CREATE FUNCTION announce_api_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('api_key_changed', OLD.key_hash);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_keys_changed AFTER UPDATE OF is_active, scopes, allowed_ips, settings, expires_at ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_api_key();
--> statement-breakpoint
CREATE TRIGGER api_keys_deleted AFTER DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_api_key();
--> statement-breakpoint
-- Each credential has its own number, from which its place in the status lists is drawn.
CREATE SEQUENCE credential_ordinal_sandbox AS bigint MINVALUE 0 START 0;
--> statement-breakpoint
CREATE SEQUENCE credential_ordinal_production AS bigint MINVALUE 0 START 0;
