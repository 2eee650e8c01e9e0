import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Sealing, Tenant } from '#core/kernel/context.ts'
import { type AppError, invalidField } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { evidence, persons } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { bareNumber } from './document-number.ts'

/** Why evidence waits for a person: the document in it was shown for somebody else before. */
export const SHOWN_FOR_ANOTHER = 'document_of_another'

/** What a reviewer is told who lets a document count that counts for somebody else, and does not say that they compared both. */
export async function anotherHolder(tx: Tx, ctx: Pick<Sealing, 'organizationId' | 'environment'>, row: Holder): Promise<AppError> {
  const others = await shownForOthers(tx, ctx, row.document_key, row.person_id)
  return invalidField(
    '/identity/other_holder_compared',
    'required',
    `This document counts for somebody else, by ${others.map(({ id }) => id).join(', ')}. Say that you compared both and that it belongs to this person, or refuse it.`,
  )
}

type Holder = Pick<typeof evidence.$inferSelect, 'document_key' | 'person_id'>

/**
 * Keyed hash of one document for one tenant: by the state that issued it and its number, in whatever way it was shown. Its kind is left out,
 * since ways say it differently or not at all. Null where state or number is unknown.
 */
export function documentKey(ctx: Tenant & { services: Pick<Services, 'keyring'> }, shown: Record<string, unknown>): string | null {
  const said = shown.number ?? shown.document_number
  const state = shown.issuing_country
  const number = typeof said === 'string' ? bareNumber(said) : ''
  if (!number || typeof state !== 'string' || !state) return null
  return ctx.services.keyring.mac('identity-documents', `${ctx.organizationId}|${ctx.environment}|${state.toUpperCase()}|${number}`)
}

/**
 * Evidence by which this document counts for somebody else of the tenant who is still known. What was refused, taken back, or waits makes nobody its
 * holder: whoever shows a picture of another's document takes nothing from them. At most ten, any of them.
 */
export async function shownForOthers(
  db: Queryable,
  ctx: Pick<Sealing, 'organizationId' | 'environment'>,
  key: string | null,
  personId: string | null,
): Promise<Pick<typeof evidence.$inferSelect, 'id' | 'session_id' | 'person_id'>[]> {
  if (key === null) return []
  return db
    .select({ id: evidence.id, session_id: evidence.session_id, person_id: evidence.person_id })
    .from(evidence)
    .innerJoin(persons, and(eq(persons.id, evidence.person_id), isNull(persons.erased_at)))
    .where(
      inScope(
        evidence,
        ctx,
        and(eq(evidence.document_key, key), eq(evidence.state, 'valid'), personId === null ? undefined : ne(evidence.person_id, personId)),
      ),
    )
    .limit(10)
}

/** Whether a document counts for somebody else now. Until this transaction ends no other one lets it count for anybody. */
export async function countsForAnother(
  tx: Tx,
  ctx: Pick<Sealing, 'organizationId' | 'environment'>,
  { document_key, person_id }: Holder,
): Promise<boolean> {
  if (document_key === null) return false
  await lockName(tx, ctx, `document:${document_key}`)
  return (await shownForOthers(tx, ctx, document_key, person_id)).length > 0
}
