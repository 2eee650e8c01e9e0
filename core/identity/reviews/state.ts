import type { Sealing } from '#core/kernel/context.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import type { SessionRow } from '../sessions/present.ts'
import { keepState, openState } from '../sessions/state.ts'
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

/** What is kept of the review; empty before the first step, and once the person was erased. */
export async function openReviewState(db: Queryable, ctx: Pick<Sealing, 'services'>, session: SessionRow): Promise<ReviewState> {
  return ((await openState(db, ctx, session))[OWN] as ReviewState | undefined) ?? {}
}

/** Keeps the review, and with it what else of the session changes; what other ways keep stays, under the key the session now has. */
export function keepReviewState(
  tx: Tx,
  ctx: Sealing,
  session: SessionRow,
  state: ReviewState,
  change: Partial<Pick<SessionRow, 'person_id' | 'subject_key_id' | 'status' | 'method'>> = {},
): Promise<SessionRow> {
  return keepState(tx, ctx, session, OWN, state, change)
}
