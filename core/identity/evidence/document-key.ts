import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Sealing, Tenant } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'
import { evidence, persons } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** Why evidence waits for a person: the document in it was shown for somebody else before. */
export const SHOWN_FOR_ANOTHER = 'document_of_another'

/**
 * Keyed hash of one document for one tenant: by the state that issued it and its number, in whatever way it was shown. Its kind is left out,
 * since ways say it differently or not at all. Null where state or number is unknown.
 */
export function documentKey(ctx: Tenant & { services: Pick<Services, 'keyring'> }, shown: Record<string, unknown>): string | null {
  const said = shown.number ?? shown.document_number
  const state = shown.issuing_country
  const number = typeof said === 'string' ? said.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '') : ''
  if (!number || typeof state !== 'string' || !state) return null
  return ctx.services.keyring.mac('identity-documents', `${ctx.organizationId}|${ctx.environment}|${state.toUpperCase()}|${number}`)
}

/** Evidence in which the tenant was shown this document for somebody else who is still known. At most ten, any of them. */
export async function shownForOthers(
  db: Queryable,
  ctx: Pick<Sealing, 'organizationId' | 'environment'>,
  key: string | null,
  personId: string | null,
): Promise<{ id: string; session_id: string | null }[]> {
  if (key === null) return []
  return db
    .select({ id: evidence.id, session_id: evidence.session_id })
    .from(evidence)
    .innerJoin(persons, and(eq(persons.id, evidence.person_id), isNull(persons.erased_at)))
    .where(inScope(evidence, ctx, and(eq(evidence.document_key, key), personId === null ? undefined : ne(evidence.person_id, personId))))
    .limit(10)
}
