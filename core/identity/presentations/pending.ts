import { type JsonWebKey, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { exportJWK, generateKeyPair } from 'jose'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { Ctx, Sealing } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { isSameText } from '#core/kernel/same-text.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { identitySessions } from '#db/schema.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import type { SessionRow } from '../sessions/present.ts'
import { keepState, openState } from '../sessions/state.ts'

/** A request to a wallet that waits for its answer. It is answered once, within minutes. */
export interface PendingRequest {
  /** The secret part of its addresses. */
  id: string
  nonce: string
  state: string
  /** Made for this request alone: only we read the answer. */
  key: JsonWebKey
  /** The page that asks through the browser; null where only a link or a code is shown. */
  origin: string | null
  /** Where a wallet on the same device leads back to. */
  return_to: string | null
  /** SHA-256 of what the browser is known by that shows the page of the session; null where an app of somebody else's shows the request. */
  browser: string | null
  /** What a wallet on the same device showed, until its holder is back where they began. */
  held?: Held
  /** ms since 1970. */
  expires_at: number
}

/** What was found counts once this code has come back. */
interface Held {
  code_hash: string
  found: Omit<EvidenceFound, 'takenAt' | 'expiresAt'> & { takenAt: string; expiresAt: string | null }
}

/** Who asks, and where the holder is led back to. */
export type AskedFrom = Pick<PendingRequest, 'origin' | 'return_to' | 'browser'>

const OWN = 'wallet_presentation'
const MINUTES = 10

/** The request that waits, if one does. */
export async function pendingOf(db: Queryable, ctx: Pick<Sealing, 'services'>, session: SessionRow): Promise<PendingRequest | null> {
  return ((await openState(db, ctx, session))[OWN] as PendingRequest | undefined) ?? null
}

/** A request for a session. Wallets go by the time of the world, whatever the sandbox's clock says. */
export async function newPending(ctx: Pick<Ctx, 'now'>, session: SessionRow, asked: AskedFrom): Promise<PendingRequest> {
  const { privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const random = () => randomBytes(24).toString('base64url')
  const key = { ...(await exportJWK(privateKey)), kid: random() } as JsonWebKey
  const left = session.status === 'open' ? session.expires_at.getTime() - ctx.now : Number.POSITIVE_INFINITY
  return { id: random(), nonce: random(), state: random(), key, ...asked, expires_at: Date.now() + Math.min(MINUTES * 60_000, left) }
}

/** Keeps the request that waits now, or that none does, beside what other ways keep. The session must be locked. */
export function keepPending(
  tx: Tx,
  ctx: Sealing,
  session: SessionRow,
  pending: PendingRequest | null,
  change: Partial<Pick<SessionRow, 'tries' | 'reason_code' | 'method'>> = {},
): Promise<SessionRow> {
  return keepState(tx, ctx, session, OWN, pending, change)
}

/** What a request is called in its addresses: its session, and its secret. */
export const requestPlace = (session: SessionRow, pending: PendingRequest): string => `${session.id}.${pending.id}`

/**
 * The session of a request, and the call as made within its tenant by its person, who needs no account. `pending` is null where it was
 * answered, or another one took its place. Throws `not_found`.
 */
export async function openPlace(caller: Ctx, place: string): Promise<{ ctx: Ctx; session: SessionRow; pending: PendingRequest | null }> {
  const [id = '', secret = ''] = place.split('.')
  const [session] = await caller.db.select().from(identitySessions).where(eq(identitySessions.id, id)).limit(1)
  if (!session) throw notFound()
  const ctx: Ctx = {
    ...(await tenantCtx(caller, session.organization_id, session.environment)),
    actor: { type: 'anonymous', id: 'anonymous' },
    // What is kept under a key is the answer to the call that named it, not to this one.
    idempotency: null,
  }
  const pending = await pendingOf(ctx.db, ctx, session)
  return { ctx, session, pending: pending && isSameText(pending.id, secret) ? pending : null }
}
