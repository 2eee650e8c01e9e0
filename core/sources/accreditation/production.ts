import { sql } from 'drizzle-orm'
import type { TenantNow } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { reaches } from '../identity/reaches.ts'
import type { Subject } from '../identity/source.ts'
import type { Accreditation, AccreditationSource } from './source.ts'

/** Nobody vouches. */
export const UNVOUCHED: Accreditation = Object.freeze({
  status: 'unknown',
  kind: 'established',
  shown: null,
  expires_at: null,
  reviewer: null,
  evidence: null,
})

/**
 * The evidence that was kept of a person's accreditation, for the investor or wallet that is asked about, and that is about who they are now: of several the one that counts longest. What
 * is over is told with its end: who asks sees that it was, and not that it is.
 */
export async function evidenceOfAccreditation(
  db: Queryable,
  { organizationId, environment }: TenantNow,
  { personId, shownFor }: Pick<Subject, 'personId' | 'shownFor'>,
): Promise<Accreditation> {
  const { rows } = await db.execute<{ id: string; reviewer: string | null; taken_at: string; expires_at: string | null }>(sql`
    select e.id, e.reviewer, e.taken_at, e.expires_at
    from (values (${shownFor}::text)) as asked(subject) cross join evidence e join persons p on p.id = e.person_id
    where e.organization_id = ${organizationId} and e.environment = ${environment} and e.person_id = ${personId}
      and e.proves = 'accreditation' and e.method <> 'foreign_credential' and e.state = 'valid' and e.person_key is not distinct from p.person_key and p.erased_at is null
      and not exists (select from accreditation_files f join evidence c on c.id = f.cites where f.evidence_id = e.id and c.state <> 'valid')
      and (asked.subject is null or ${sql.raw(reaches('e.id', 'asked.subject'))})
    order by e.expires_at desc nulls first, e.created_at desc, e.id desc limit 1`)
  const [best] = rows
  if (!best) return UNVOUCHED
  return {
    ...UNVOUCHED,
    status: 'verified',
    expires_at: best.expires_at === null ? null : new Date(best.expires_at),
    reviewer: best.reviewer,
    evidence: { id: best.id, at: new Date(best.taken_at) },
  }
}

/** What people read of figures and documents, and nothing that was only sent in. */
export const recordedAccreditation: AccreditationSource = {
  of: evidenceOfAccreditation,
  asksAuthor: true,
  takesWord: false,
}
