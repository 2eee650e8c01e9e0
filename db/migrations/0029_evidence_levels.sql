-- Evidence from before a chip or a picture alone was called IAL1 and low: no old row counts for more than a new one.
-- First what rests on it elsewhere: a credential that was presented to another organisation, by its source.
UPDATE "evidence" e SET "ial" = CASE WHEN e."ial" IS NULL THEN NULL ELSE 'IAL1' END, "eidas" = CASE WHEN e."eidas" IS NULL THEN NULL ELSE 'low' END
FROM "credentials" c
WHERE e."method" = 'foreign_credential' AND (e."ial" IN ('IAL2', 'IAL3') OR e."eidas" IN ('substantial', 'high')) AND c."id" = e."proof" ->> 'credential_id'
  AND EXISTS (SELECT FROM "evidence" s WHERE s."organization_id" = c."organization_id" AND s."environment" = c."environment" AND s."person_id" = c."person_id"
    AND s."method" IN ('passport_chip', 'document_review') AND (s."ial" IN ('IAL2', 'IAL3') OR s."eidas" IN ('substantial', 'high')));--> statement-breakpoint
UPDATE "evidence" SET "ial" = CASE WHEN "ial" IS NULL THEN NULL ELSE 'IAL1' END, "eidas" = CASE WHEN "eidas" IS NULL THEN NULL ELSE 'low' END
WHERE "method" IN ('passport_chip', 'document_review') AND ("ial" IN ('IAL2', 'IAL3') OR "eidas" IN ('substantial', 'high'));--> statement-breakpoint
-- No papers at all, by the digest of nothing: two administrators only said so.
UPDATE "evidence" SET "ial" = NULL, "eidas" = NULL
WHERE "method" = 'document_review' AND "digest" = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' AND ("ial" IS NOT NULL OR "eidas" IS NOT NULL);
