-- What 0004 suspended for want of evidence is revoked with an event, by a timer: only the product writes its log. Nothing shown later makes
-- such a credential true, and while it was suspended no other was sealed in its place.
INSERT INTO "timers" ("id", "organization_id", "environment", "kind", "subject_id", "due_at", "created_at")
  SELECT 'tmr_' || substr(md5("id" || ':accreditation_unproven'), 1, 26), "organization_id", "environment", 'accreditation_unproven', "id", now(), now()
  FROM "credentials" WHERE "environment" = 'production' AND "state" = 'suspended' AND "reason_code" = 'evidence_missing';
