import { eq } from 'drizzle-orm'
import type { Sealing } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { identitySessions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { SessionRow } from './present.ts'

const context = (id: string) => `identity_sessions.state:${id}`

/** What a session keeps between its steps, each way under its own name; nothing once the person was erased. */
export async function openState(
  db: Queryable,
  ctx: Pick<Sealing, 'services'>,
  session: SessionRow,
): Promise<Partial<Record<SessionRow['methods'][number], unknown>>> {
  if (!session.state_sealed) return {}
  try {
    return await ctx.services.keyring.open(db, session.subject_key_id, context(session.id), session.state_sealed)
  } catch (error) {
    if (error instanceof Erased) return {}
    throw error
  }
}

/**
 * What the other ways of a session keep once one of them needs nothing more, sealed with the key the session goes on with; null where
 * they keep nothing.
 */
export async function carryState(
  tx: Tx,
  ctx: Sealing,
  session: SessionRow,
  { without, keyId }: { without: SessionRow['method']; keyId: string },
): Promise<Buffer | null> {
  const all = await openState(tx, ctx, session)
  if (without) delete all[without]
  return Object.keys(all).length ? ctx.services.keyring.seal(tx, ctx, keyId, context(session.id), all) : null
}

/**
 * Keeps what one way goes on with, or that it keeps nothing, and with it what else of the session changes; what other ways keep stays,
 * under the key the session now has. The session must be locked.
 */
export async function keepState(
  tx: Tx,
  ctx: Sealing,
  session: SessionRow,
  way: SessionRow['methods'][number],
  state: object | null,
  change: Partial<
    Pick<SessionRow, 'person_id' | 'subject_key_id' | 'status' | 'method' | 'tries' | 'reason_code' | 'provider' | 'external_id' | 'ask_at'>
  >,
): Promise<SessionRow> {
  const { [way]: _, ...others } = await openState(tx, ctx, session)
  const all = state ? { ...others, [way]: state } : others
  const keyId = change.subject_key_id ?? session.subject_key_id
  const [row] = await tx
    .update(identitySessions)
    .set({
      ...change,
      state_sealed: await ctx.services.keyring.seal(tx, ctx, keyId, context(session.id), all),
      updated_at: new Date(ctx.now),
    })
    .where(inScope(identitySessions, ctx, eq(identitySessions.id, session.id)))
    .returning()
  return row!
}
