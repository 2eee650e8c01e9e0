-- Each process keeps the words on an organisation at hand, so every new one is announced to all.
CREATE FUNCTION announce_tenant_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_notify('tenant_facts_changed', NEW.organization_id);
  ELSE
    PERFORM pg_notify('tenant_facts_changed', OLD.organization_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tenant_facts_heard AFTER INSERT OR DELETE ON tenant_facts FOR EACH ROW EXECUTE FUNCTION announce_tenant_facts();
