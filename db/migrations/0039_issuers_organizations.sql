ALTER TABLE "organizations" ADD COLUMN "issuer_since" timestamp (3) with time zone;--> statement-breakpoint
-- What is known of the time before: who owns or owned it and is an issuer, and what only an issuer keeps.
UPDATE "organizations" g SET "issuer_since" = now() WHERE EXISTS (
  SELECT 1 FROM memberships m JOIN user_roles r ON r.user_id = m.user_id AND r.role IN ('issuer', 'admin') WHERE m.organization_id = g.id AND m.role = 'owner'
) OR EXISTS (SELECT 1 FROM offerings o WHERE o.organization_id = g.id AND o.environment = 'production')
  OR EXISTS (SELECT 1 FROM investors i WHERE i.organization_id = g.id AND i.environment = 'production' AND i.external_id IS DISTINCT FROM 'self');
--> statement-breakpoint
CREATE FUNCTION mark_issuers_organizations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE organizations g SET issuer_since = now() WHERE g.issuer_since IS NULL AND EXISTS (
    SELECT 1 FROM memberships m JOIN user_roles r ON r.user_id = m.user_id AND r.role IN ('issuer', 'admin')
    WHERE m.organization_id = g.id AND m.user_id = NEW.user_id AND m.role = 'owner' AND m.ended_at IS NULL
  ) AND g.id IN (SELECT organization_id FROM memberships WHERE user_id = NEW.user_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memberships_issuers AFTER INSERT OR UPDATE OF role, ended_at ON memberships FOR EACH ROW WHEN (NEW.role = 'owner' AND NEW.ended_at IS NULL) EXECUTE FUNCTION mark_issuers_organizations();
--> statement-breakpoint
CREATE TRIGGER user_roles_issuers AFTER INSERT OR UPDATE ON user_roles FOR EACH ROW WHEN (NEW.role IN ('issuer', 'admin')) EXECUTE FUNCTION mark_issuers_organizations();
