CREATE TABLE "evidence_subjects" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"evidence_id" text NOT NULL,
	"subject_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evidence_subjects_evidence_id_subject_id_pk" PRIMARY KEY("evidence_id","subject_id"),
	CONSTRAINT "evidence_subjects_environment_word" CHECK ("environment" in ('sandbox', 'production'))
);
--> statement-breakpoint
ALTER TABLE "evidence_subjects" ADD CONSTRAINT "evidence_subjects_evidence_id_evidence_id_fk" FOREIGN KEY ("evidence_id") REFERENCES "public"."evidence"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE INDEX "evidence_subjects_subject" ON "evidence_subjects" USING btree ("subject_id");--> statement-breakpoint
-- What was kept before counts for what it was shown for, as far as the record tells: a session, a case, a credential sealed on it, or the
-- account of the person. For another wallet or investor of the same name it counts no more, until it is shown for that one.
INSERT INTO "evidence_subjects" ("organization_id", "environment", "evidence_id", "subject_id", "created_at")
  SELECT e."organization_id", e."environment", e."id", coalesce(s."investor_id", s."wallet_id"), e."created_at"
    FROM "evidence" e JOIN "identity_sessions" s ON s."id" = e."session_id"
    WHERE coalesce(s."investor_id", s."wallet_id") IS NOT NULL
  UNION
  SELECT e."organization_id", e."environment", e."id", c."subject_id", e."created_at"
    FROM "evidence" e JOIN "cases" c ON c."id" = e."case_id" WHERE c."subject_type" = 'investor'
  UNION
  SELECT e."organization_id", e."environment", e."id", c."wallet_id", e."created_at"
    FROM "evidence" e JOIN "credentials" c ON c."evidence_id" = e."id" AND c."person_id" = e."person_id"
    WHERE c."state" IN ('active', 'suspended') AND (e."session_id" IS NULL
      OR EXISTS (SELECT FROM "credentials" o WHERE o."superseded_by" = c."id" AND o."wallet_id" <> c."wallet_id"))
  UNION
  SELECT e."organization_id", e."environment", e."id", f."investor_id", e."created_at"
    FROM "evidence" e JOIN "accreditation_files" f ON f."evidence_id" = e."id"
  UNION
  SELECT e."organization_id", e."environment", e."id", i."id", e."created_at"
    FROM "evidence" e JOIN "investors" i ON i."person_id" = e."person_id" AND i."accreditation" ->> 'evidence_id' = e."id"
  UNION
  SELECT e."organization_id", e."environment", e."id", i."id", e."created_at"
    FROM "evidence" e JOIN "investors" i ON i."person_id" = e."person_id"
    WHERE e."session_id" IS NULL AND (i."user_id" IS NOT NULL OR e."proves" = 'entity')
  ON CONFLICT DO NOTHING;
