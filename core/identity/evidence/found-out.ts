import { and, eq, exists, max, or, sql } from 'drizzle-orm'
import type { Tenant } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import type { credentials } from '#db/schema.ts'
import { evidence, evidenceSubjects } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

type Resting = Pick<typeof credentials.$inferSelect, 'evidence_id' | 'person_id' | 'wallet_id' | 'issued_at'>

/**
 * When it was found out who the holder of a credential is: when what it rests on was taken, or what was shown for its wallet since. A
 * credential that is issued anew makes nothing younger. Where nobody looked, when it was issued.
 */
export async function foundOutAt(db: Queryable, ctx: Tenant, credential: Resting): Promise<Date> {
  if (!credential.evidence_id) return credential.issued_at
  const shown = db
    .select({ one: sql`1` })
    .from(evidenceSubjects)
    .where(and(eq(evidenceSubjects.evidence_id, evidence.id), eq(evidenceSubjects.subject_id, credential.wallet_id)))
  const since = and(
    eq(evidence.person_id, credential.person_id),
    eq(evidence.proves, 'identity'),
    eq(evidence.state, 'valid'),
    exists(shown),
  )
  const [row] = await db
    .select({ at: max(evidence.taken_at) })
    .from(evidence)
    .where(inScope(evidence, ctx, or(eq(evidence.id, credential.evidence_id), since)))
  return row?.at ?? credential.issued_at
}
