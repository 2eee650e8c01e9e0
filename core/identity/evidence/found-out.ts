import { and, arrayContains, eq, exists, max, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tenant } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import type { credentials } from '#db/schema.ts'
import { evidence, evidenceSubjects } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

type Resting = Pick<typeof credentials.$inferSelect, 'evidence_id' | 'person_id' | 'wallet_id' | 'issued_at'>

const resting = alias(evidence, 'resting')
const rank = (of: typeof evidence | typeof resting) => sql`array_position(array['basic', 'enhanced', 'accredited'], ${of.level})`

/**
 * When it was found out who the holder of a credential is: when what it rests on was taken, or what was shown for its wallet since that
 * says as much: the name and birth date of the same person, at that level or above. A credential that is issued anew makes nothing younger,
 * and neither does the word of others, who say not when they looked. Where nobody looked, when it was issued.
 */
export async function foundOutAt(db: Queryable, ctx: Tenant, credential: Resting): Promise<Date> {
  if (!credential.evidence_id) return credential.issued_at
  const shown = db
    .select({ one: sql`1` })
    .from(evidenceSubjects)
    .where(and(eq(evidenceSubjects.evidence_id, evidence.id), eq(evidenceSubjects.subject_id, credential.wallet_id)))
  const since = and(
    eq(evidence.person_id, credential.person_id),
    sql`${evidence.person_key} is not distinct from ${resting.person_key}`,
    eq(evidence.proves, 'identity'),
    eq(evidence.state, 'valid'),
    ne(evidence.method, 'foreign_credential'),
    arrayContains(evidence.covers, ['full_name', 'date_of_birth']),
    sql`${rank(evidence)} >= ${rank(resting)}`,
    exists(shown),
  )
  const [row] = await db
    .select({ at: max(evidence.taken_at) })
    .from(evidence)
    .innerJoin(resting, eq(resting.id, credential.evidence_id))
    .where(inScope(evidence, ctx, or(eq(evidence.id, resting.id), since)))
  return row?.at ?? credential.issued_at
}
