import { eq } from 'drizzle-orm'
import type { Sealing } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { Tx } from '#db/connect.ts'
import { identitySessions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { SessionRow } from '../sessions/present.ts'
import type { DocumentSaid, PersonSaid } from './data.ts'
import type { MrzRead } from './mrz.ts'

/** What is kept between the steps of a review, sealed with the person's key. */
export interface ReviewState {
  /** Who they say they are; absent where whoever opened the session said it. */
  person?: PersonSaid
  /** It was somebody known before this session: what becomes of it says nothing of them until it is accepted. */
  matched?: boolean
  document?: DocumentSaid
  mrz?: MrzRead
  /** Who typed the lines of the zone, where it was not the holder. */
  mrz_by?: string
  submitted_at?: string
}

const OWN = 'document_review'
const context = (id: string) => `identity_sessions.state:${id}`

/** Everything that is kept between the steps of a session, of all its ways. */
async function openAll(db: Sealing['db'] | Tx, ctx: Pick<Sealing, 'services'>, session: SessionRow): Promise<Record<string, unknown>> {
  if (!session.state_sealed) return {}
  try {
    return await ctx.services.keyring.open(db, session.subject_key_id, context(session.id), session.state_sealed)
  } catch (error) {
    if (error instanceof Erased) return {}
    throw error
  }
}

/** What is kept of the review; empty before the first step, and once the person was erased. */
export async function openReviewState(db: Sealing['db'] | Tx, ctx: Pick<Sealing, 'services'>, session: SessionRow): Promise<ReviewState> {
  return ((await openAll(db, ctx, session))[OWN] as ReviewState | undefined) ?? {}
}

/** Keeps the review, and with it what else of the session changes; what other ways keep stays, under the key the session now has. */
export async function keepReviewState(
  tx: Tx,
  ctx: Sealing,
  session: SessionRow,
  state: ReviewState,
  change: Partial<Pick<SessionRow, 'person_id' | 'subject_key_id' | 'status' | 'method'>> = {},
): Promise<SessionRow> {
  const all = { ...(await openAll(tx, ctx, session)), [OWN]: state }
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
