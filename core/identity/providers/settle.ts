import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import { type Written, write } from '#core/record/transaction.ts'
import type { Tx } from '#db/connect.ts'
import { identitySessions } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import { concludeSession, lockSession } from '../sessions/conclude.ts'
import { isGoingOn, type SessionRow, sessionEvent } from '../sessions/present.ts'
import { asksOf } from './ask.ts'
import type { ProviderAccount, ProviderName, ProviderVerdict } from './provider.ts'
import { addressOfProvider, PROVIDERS } from './registry.ts'

const DAY_MS = 86_400_000
/** A check of a provider counts so long, days, or as long as the document, whichever is shorter. */
const COUNTS_DAYS = 365

/**
 * Asks the provider how a check stands and lets the session follow: processing, or ended by evidence. A session that has ended, or that a
 * person looks at, stays as it is, so that the same message may come as often as it likes. Throws `not_ready`, `provider_not_configured`.
 */
export async function settleWithProvider(
  ctx: Ctx,
  session: SessionRow,
  provider: ProviderName,
  account: ProviderAccount,
): Promise<SessionRow> {
  const { external_id } = session
  if (!waits(ctx, session) || external_id === null) return session
  const { title, verdict } = PROVIDERS[provider]
  const found = await verdict(asksOf(ctx.services, provider, title, addressOfProvider(provider, account)), account, external_id)
  if (found.state === 'waiting') return session
  return write({ ...ctx, idempotency: null }, async (tx) => {
    const locked = await lockSession(tx, ctx, session.id)
    // Two messages at once: the second finds what the first did.
    if (!waits(ctx, locked) || locked.external_id !== external_id) return unchanged(locked, provider)
    const short = endsShort(ctx, locked, found)
    if (short) return withoutEvidence(tx, ctx, locked, { provider, ...short })
    const concluded = await concludeSession(tx, ctx, locked, evidenceOf(ctx, { provider, external_id }, found as Decided))
    const [first, ...more] = concluded.audit
    return { result: concluded.session, audit: [first!, ...more], events: concluded.events }
  })
}

type Decided = Extract<ProviderVerdict, { outcome: string }>

const subjectOf = ({ id }: SessionRow) => ({ type: 'identity_session', id })

const waits = (ctx: Ctx, session: SessionRow): boolean =>
  isGoingOn(session, ctx.now) && (session.status === 'open' || session.status === 'processing')

const unchanged = (session: SessionRow, provider: ProviderName): Written<SessionRow> => ({
  result: session,
  audit: { action: 'identity_provider_repeated', category: 'system', subject: subjectOf(session), details: { provider } },
})

/** Where there is nothing yet that could be evidence, or that could be told to be about anybody. */
function endsShort(
  { now }: Ctx,
  { person_id }: SessionRow,
  found: ProviderVerdict,
): { status: 'processing' | 'rejected'; reason: string | null } | null {
  if (!('read' in found)) return { status: 'processing', reason: null }
  const named = found.read.full_name && /^\d{4}-\d\d-\d\d$/.test(found.read.date_of_birth ?? '')
  const lastDay = found.state === 'verified' ? lastDayOf(found) : null
  // Whatever the provider lets pass: what has expired shows nothing of today.
  if (lastDay && endOfDay(lastDay) <= now) return { status: 'rejected', reason: 'document_expired' }
  if (named) return null
  // Without a name and a birth date the tenant has to let the provider say them.
  if (found.state === 'verified') return { status: 'processing', reason: 'provider_result_incomplete' }
  return person_id === null ? { status: 'rejected', reason: 'provider_rejected' } : null
}

async function withoutEvidence(
  tx: Tx,
  ctx: Ctx,
  session: SessionRow,
  { provider, status, reason }: { provider: ProviderName; status: 'processing' | 'rejected'; reason: string | null },
): Promise<Written<SessionRow>> {
  if (session.status === status && session.reason_code === reason) return unchanged(session, provider)
  const [now] = await tx
    .update(identitySessions)
    .set({ status, method: 'provider', reason_code: reason, updated_at: new Date(ctx.now) })
    .where(inScope(identitySessions, ctx, eq(identitySessions.id, session.id)))
    .returning()
  return {
    result: now!,
    audit: { action: `identity_session_${status}`, category: 'system', subject: subjectOf(session), details: { provider, reason } },
    events: [sessionEvent({ ...now!, status })],
  }
}

/** The last day of the document, where the provider says one. */
const lastDayOf = ({ document }: Pick<Decided, 'document'>): string | null =>
  /^\d{4}-\d\d-\d\d$/.test(document?.expires_on ?? '') ? document!.expires_on : null

/** What a provider decided, as evidence. A check of document and living face is more than one of either. */
function evidenceOf(
  { now }: Ctx,
  { provider, external_id }: { provider: ProviderName; external_id: string },
  { state, read, document, liveness, outcome }: Decided,
): EvidenceFound {
  const known = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
  const rejected = state === 'rejected' ? 'provider_rejected' : null
  const enhanced = rejected === null && document !== null && liveness
  const lastDay = lastDayOf({ document })
  const until = now + COUNTS_DAYS * DAY_MS
  const covered = ['full_name', 'date_of_birth', 'nationality', 'country'].filter((name) => known[name] !== undefined)
  return {
    proves: 'identity',
    method: 'provider',
    level: enhanced ? 'enhanced' : 'basic',
    ial: enhanced ? 'IAL2' : 'IAL1',
    eidas: null,
    voucher: { kind: 'provider', name: PROVIDERS[provider].title, id: external_id },
    digest: createHash('sha256')
      .update(JSON.stringify([provider, external_id, state, read, document, liveness, outcome]))
      .digest('hex'),
    proof: { provider, outcome, document: document !== null, liveness },
    rejected,
    read: { ...known, document_expires_on: lastDay },
    covers: rejected ? [] : [...covered, ...(document ? ['document'] : [])],
    document_expires_on: lastDay,
    takenAt: new Date(now),
    expiresAt: new Date(lastDay ? Math.min(endOfDay(lastDay), until) : until),
  }
}

/** As `settleWithProvider`, for the session that the provider knows by this id; null where there is none. */
export async function settleKnock(
  ctx: Ctx,
  provider: ProviderName,
  account: ProviderAccount,
  externalId: string,
): Promise<SessionRow | null> {
  const t = identitySessions
  const [found] = await ctx.db
    .select({ id: t.id, provider: t.provider })
    .from(t)
    .where(inScope(t, ctx, eq(t.external_id, externalId)))
    .limit(1)
  const session = found?.provider === provider ? await findScoped(ctx.db, t, ctx, found.id) : null
  return session && settleWithProvider(ctx, session, provider, account)
}
