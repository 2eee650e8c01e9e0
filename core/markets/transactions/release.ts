import { eq } from 'drizzle-orm'
import { authorizeTransfer } from '#core/chain/transactions/authorization.ts'
import { awaitsChain, chainOf } from '#core/chain/transactions/chain.ts'
import { marketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { approvedOutcome, stillHeld } from '#core/record/decisions/approved.ts'
import { presentDecision } from '#core/record/decisions/present.ts'
import { readResult } from '#core/record/decisions/result.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { type HeldSubject, liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { screenSubject } from '#core/screening/matching/screen-subject.ts'
import { lockOffering } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { decisions, transactions } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { readCall } from './call.ts'
import {
  type CreateTransactionInput,
  createTransactionInput,
  deadlineOf,
  judgeTransaction,
  sentState,
  statusOf,
  withAmount,
} from './create.ts'
import { eventsOf } from './events.ts'
import { moveUnits } from './move-units.ts'
import { namedBy } from './named-parties.ts'
import { partiesContext } from './party.ts'
import { amountOf, presentTransaction } from './present.ts'
import { RESTRICTIONS, restrictionOf } from './restrictions.ts'

type Row = typeof transactions.$inferSelect
interface Effect {
  what: string
  audit: AuditInput[]
  events: EventInput[]
}

/**
 * Lets a transaction under review go on: its matches are recorded as false positives, and it is decided again under the facts
 * of now. Only what the two people saw is lifted. Throws `conflict` when something else holds it.
 */
export async function releaseTransaction(tx: Tx, ctx: Ctx, id: string, release: Release): Promise<Effect> {
  const row = await lockScoped(tx, transactions, ctx, id)
  if (!row) throw notFound()
  if (row.status !== 'review') throw new AppError('invalid_transition', `The transaction is ${row.status}, so nothing is held any more.`)
  const input = await inputOf(tx, ctx, row)
  const call = readCall(input)
  const events: EventInput[] = []
  for await (const { asked, screened } of peopleOf(tx, ctx, input)) events.push(...(await liftMatches(tx, ctx, asked, screened, release)))
  const { offering, travel, decided } = await judgeTransaction(tx, ctx, {
    id,
    input,
    call,
    again: row.facts_stated ?? {},
    askedAt: row.created_at,
  })
  const stands = approvedOutcome(ctx, decided, release.codes)
  const restriction = restrictionOf({ decided, travel, stands })
  const status = statusOf(stands, restriction.code, travel?.status, sentState(ctx, row.transaction_hash, chainOf(row.asset, offering)))
  if (status === 'review') throw new AppError('conflict', `Something else holds this transaction. ${stillHeld(decided)}`)
  const [stored] = await tx
    .update(transactions)
    .set({
      status,
      restriction_code: restriction.code,
      checks: restriction.checks,
      decision_id: decided.decision.id,
      deadline: deadlineOf(ctx, status),
      authorization:
        status === 'approved'
          ? await authorizeTransfer(ctx, {
              from: row.from_address,
              to: row.to_address,
              amount: row.amount,
              currency: row.currency,
              offering,
              asset: row.asset as { chain: string; contract: string; token_id?: string } | null,
              decisionId: decided.decision.id,
            })
          : null,
      timeline: [
        ...row.timeline,
        { at: new Date(ctx.now).toISOString(), status, actor: ctx.actor.type, detail: 'Released by two people.' },
      ],
      updated_at: new Date(ctx.now),
    })
    .where(inScope(transactions, ctx, eq(transactions.id, id)))
    .returning()
  const view = presentTransaction(ctx, stored!, decided.decision, restriction.message, null)
  return {
    what: status,
    audit: [{ ...decided.audit, details: { ...decided.audit.details, transaction_id: id, status, released_codes: [...release.codes] } }],
    events: [...events, ...eventsOf(view).slice(0, 1)],
  }
}

/** Whom a transaction is about, each screened when it is their turn: both sides, then whoever its travel-rule data names. */
async function* peopleOf(tx: Tx, ctx: Ctx, input: CreateTransactionInput): AsyncGenerator<HeldSubject> {
  const call = readCall(input)
  for (const address of [call.from, call.to]) if (address) yield marketSubject(tx, ctx, address)
  for (const asked of namedBy(input)) yield { asked, screened: await screenSubject(tx, ctx, asked) }
}

/** The same of a stored transaction while it is under review; none after. */
export async function peopleOfTransaction(tx: Tx, ctx: Ctx, id: string): Promise<HeldSubject[]> {
  const row = await findScoped(tx, transactions, ctx, id)
  const people: HeldSubject[] = []
  if (row?.status === 'review') for await (const one of peopleOf(tx, ctx, await inputOf(tx, ctx, row))) people.push(one)
  return people
}

/** Ends a transaction under review: it is denied for good. */
export async function refuseTransaction(tx: Tx, ctx: Ctx, id: string): Promise<Effect> {
  const row = await lockScoped(tx, transactions, ctx, id)
  if (!row) throw notFound()
  if (row.status !== 'review') return { what: row.status, audit: [], events: [] }
  await tx
    .update(transactions)
    .set({
      status: 'denied',
      timeline: [
        ...row.timeline,
        { at: new Date(ctx.now).toISOString(), status: 'denied', actor: ctx.actor.type, detail: 'Refused after review.' },
      ],
      updated_at: new Date(ctx.now),
    })
    .where(inScope(transactions, ctx, eq(transactions.id, id)))
  const stored = await findScoped(tx, decisions, ctx, row.decision_id)
  const decision =
    stored && presentDecision(stored, await readResult(tx, stored), { publicUrl: ctx.services.config.publicUrl, receipt: null })
  return {
    what: 'denied',
    audit: [
      {
        action: 'transaction_refused',
        category: 'payment',
        subject: { type: 'transaction', id },
        details: { decision_id: row.decision_id },
      },
    ],
    events: [
      {
        type: 'transaction.denied',
        resource: { type: 'transaction', id },
        object: {
          id,
          market: row.market,
          type: row.type,
          status: 'denied',
          ...amountOf(row),
          restriction_code: row.restriction_code,
          restriction_message: RESTRICTIONS[row.restriction_code] ?? null,
          transaction_hash: row.transaction_hash,
          // Of the rules: they left it to the people who refused it.
          decision: decision ? { id: decision.id, outcome: decision.outcome, reason_codes: decision.reason_codes } : null,
          refused_after_review: true,
        },
        previous: { status: 'review' },
      },
    ],
  }
}

/**
 * What people found about a transfer that was sent without an approval. Where no chain can be asked their word settles it and moves
 * its units, or fails it; else the chain says what happened, and their word is only kept.
 */
export async function judgeUnapproved(tx: Tx, ctx: Ctx, id: string, released: boolean): Promise<Effect> {
  const found = await findScoped(tx, transactions, ctx, id)
  const offering = found?.offering_id ? await lockOffering(tx, ctx, found.offering_id) : null
  const row = await lockScoped(tx, transactions, ctx, id)
  if (!row) throw notFound()
  if (row.status !== 'submitted' || awaitsChain(ctx, row.transaction_hash!, chainOf(row.asset, offering)))
    return { what: 'recorded', audit: [], events: [] }
  if (released && offering) await moveUnits(tx, ctx, row)
  const status = released ? 'settled' : 'failed'
  const detail = released ? 'Accepted by two people after it was sent.' : 'Not accepted after review; no units moved.'
  await tx
    .update(transactions)
    .set({
      status,
      timeline: [...row.timeline, { at: new Date(ctx.now).toISOString(), status, actor: ctx.actor.type, detail }],
      updated_at: new Date(ctx.now),
    })
    .where(inScope(transactions, ctx, eq(transactions.id, id)))
  const { market, type, transaction_hash } = row
  return {
    what: status,
    audit: [{ action: `transaction_${status}`, category: 'payment', subject: { type: 'transaction', id }, details: { transaction_hash } }],
    events: [
      {
        type: `transaction.${status}`,
        resource: { type: 'transaction', id },
        object: { id, market, type, status, ...amountOf(row), transaction_hash },
        previous: { status: row.status },
      },
    ],
  }
}

/** The call that made the transaction, from what was kept of it. */
export async function inputOf(tx: Tx, ctx: Ctx, row: Row) {
  const asked = createTransactionInput.parse({
    type: row.type,
    market: row.market,
    amount: row.amount,
    ...(row.from_address && { from_address: row.from_address }),
    ...(row.to_address && { to_address: row.to_address }),
    ...(row.spender_address && { spender_address: row.spender_address }),
    ...(row.offering_id && { offering_id: row.offering_id }),
    ...(row.asset && { asset: row.asset }),
    ...(row.currency && { currency: row.currency }),
    ...(row.venue_id ? { venue_id: row.venue_id } : row.venue && { venue: row.venue }),
    compliance_facts: row.facts,
    ...(await partiesOf(tx, ctx, row)),
  })
  return withAmount(asked)
}

async function partiesOf(tx: Tx, ctx: Ctx, row: Row): Promise<Record<string, unknown>> {
  if (!row.party_sealed || !row.party_key_id) return {}
  try {
    const sealed = Buffer.from(row.party_sealed, 'base64')
    const parties = await ctx.services.keyring.open<Record<string, unknown>>(tx, row.party_key_id, partiesContext(row.id), sealed)
    return Object.fromEntries(Object.entries(parties).filter(([, party]) => party !== null))
  } catch (error) {
    // Erased parties are missing facts: the rules then ask for them.
    if (error instanceof Erased) return {}
    throw error
  }
}
