import { eq } from 'drizzle-orm'
import { type ActRow, actAudit, holdingEvent, insertAct } from '#core/identity/acts/acts.ts'
import { freezesOn, frozenUnits } from '#core/identity/acts/freezes.ts'
import { PAYMENT_FAILED } from '#core/identity/acts/legal-bases.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { closeCases } from '#core/record/cases/close.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { holdingActs, investments, issuances, wallets } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { lockInvestment } from '../bookings/lock.ts'
import { type InvestmentRow, viewOf } from '../bookings/present.ts'
import { unbookInvestment } from '../bookings/unbook.ts'
import { endFreeze } from '../holdings/freeze.ts'
import { openLots, personLots, units } from '../holdings/lots.ts'
import type { OfferingRow } from '../offerings/facts.ts'

/** A case of the review queue: units are issued for which no money came. It ends by payment, by a recall, or when two people let it be. */
export const BOUNCED = 'bounced_payment'

type Locked = { row: InvestmentRow; offering: OfferingRow }
type Step = { audit: AuditInput | [AuditInput, ...AuditInput[]]; events: EventInput[] }

/**
 * The payment of an investment bounced after units of it were issued: those units are frozen, at once, and a case shows what is owed. Where
 * they no longer lie free in the wallet they were issued to, everything that the investor has of the offering is.
 */
export async function freezeUnpaid(tx: Tx, ctx: Ctx, { row, offering }: Locked): Promise<Step> {
  if (row.payment_failed_at) throw new AppError('invalid_transition', 'That the payment failed is recorded already.')
  const freeze = await placeFreeze(tx, ctx, row, offering)
  const at = new Date(ctx.now)
  await tx
    .update(investments)
    .set({ payment_failed_at: at, payment_freeze_id: freeze.act.id, updated_at: at })
    .where(inScope(investments, ctx, eq(investments.id, row.id)))
  const opened = await openCase(tx, ctx, {
    kind: BOUNCED,
    subject: { type: 'investment', id: row.id },
    priority: 60,
    summary: 'The payment of an investment failed after its units were issued',
    details: { offering_id: offering.id, investor_id: row.investor_id, freeze_id: freeze.act.id, issued_quantity: row.issued_quantity },
  })
  const resource = { type: 'investment', id: row.id }
  return {
    audit: [
      {
        action: 'investment_payment_failed',
        category: 'investment',
        subject: resource,
        details: { offering_id: offering.id, issued_quantity: row.issued_quantity, freeze_id: freeze.act.id, case_id: opened.id },
      },
      actAudit(freeze.act, 'placed', { investment_id: row.id }),
    ],
    events: [
      {
        type: 'investment.payment_failed',
        resource,
        object: { ...viewOf(row), status: row.status, freeze_id: freeze.act.id, market: 'securities' },
      },
      freeze.event,
      ...opened.events,
    ],
  }
}

async function placeFreeze(tx: Tx, ctx: Ctx, row: InvestmentRow, offering: OfferingRow): Promise<{ act: ActRow; event: EventInput }> {
  const issued = BigInt(row.issued_quantity.split('.')[0]!)
  const mints = await tx
    .selectDistinct({ address: issuances.wallet_address })
    .from(issuances)
    .where(inScope(issuances, ctx, eq(issuances.investment_id, row.id)))
  const address = mints.length === 1 ? mints[0]!.address : null
  const there = address ? await openLots(tx, ctx, offering.id, address) : []
  const keeper = { personId: row.person_id, walletAddress: address ?? 'none' }
  const held = units(there)
  const free = address ? held - frozenUnits(await freezesOn(tx, ctx, offering.id, [keeper]), keeper, held) : 0n
  const some = address !== null && free >= issued
  const act = await insertAct(tx, ctx, {
    kind: 'freeze',
    status: 'active',
    offering_id: offering.id,
    person_id: row.person_id,
    wallet_address: some ? address : null,
    quantity: some ? String(issued) : null,
    legal_basis: PAYMENT_FAILED,
    note: null,
  })
  const [wallet] = some
    ? await tx
        .select({ id: wallets.id })
        .from(wallets)
        .where(inScope(wallets, ctx, eq(wallets.address, address)))
        .limit(1)
    : []
  const quantity = some ? String(issued) : String(units(await personLots(tx, ctx, offering.id, row.person_id)))
  return { act, event: holdingEvent('holding.frozen', act, { walletId: wallet?.id ?? null, quantity }) }
}

/** The money came after all, or two people let it be: the units are free, and the case ends. */
export async function freePaid(
  tx: Tx,
  ctx: Ctx,
  { row }: Locked,
  how: 'paid' | 'waived',
): Promise<{ audit: AuditInput; events: EventInput[] }> {
  const freeze = row.payment_freeze_id ? await lockScoped(tx, holdingActs, ctx, row.payment_freeze_id) : null
  const events: EventInput[] = []
  if (freeze?.status === 'active') events.push(await endFreeze(tx, ctx, freeze, { reason: how }))
  await tx
    .update(investments)
    .set({ payment_failed_at: null, payment_freeze_id: null, updated_at: new Date(ctx.now) })
    .where(inScope(investments, ctx, eq(investments.id, row.id)))
  if (how === 'paid') events.push(...(await closeCases(tx, ctx, { subjectId: row.id, kind: BOUNCED, outcome: 'release', reasonCode: how })))
  return {
    audit: {
      action: `investment_${how}`,
      category: 'investment',
      subject: { type: 'investment', id: row.id },
      details: { offering_id: row.offering_id, freeze_id: freeze?.id ?? null },
    },
    events,
  }
}

/** Two people's word on the case: they let it be. That it stays open is no word: it ends by payment or recall. */
export async function settleBounced(
  tx: Tx,
  ctx: Ctx,
  id: string,
  releasing: boolean,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (!releasing)
    throw new AppError(
      'conflict',
      'Units of this investment are issued and frozen. Report the payment received, recall the units with POST /v1/holdings/force-transfer, or let it be by two people.',
    )
  const locked = await lockInvestment(tx, ctx, id)
  if (!locked) throw notFound()
  if (!locked.row.payment_freeze_id) throw new AppError('invalid_transition', 'Nothing of this investment is unpaid any more.')
  const done = await freePaid(tx, ctx, locked, 'waived')
  return { what: 'waived', audit: [done.audit], events: done.events }
}

/** The issuer took back the units of a freeze. When it lay on an unpaid investment, that one is cancelled and leaves the raise. */
export async function endRecalled(tx: Tx, ctx: Ctx, freezeId: string): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  const [found] = await tx
    .select({ id: investments.id })
    .from(investments)
    .where(inScope(investments, ctx, eq(investments.payment_freeze_id, freezeId)))
    .limit(1)
  const locked = found && (await lockInvestment(tx, ctx, found.id))
  if (!locked) return { audit: [], events: [] }
  const { audit, events } = await unbookInvestment(tx, ctx, locked, 'cancelled', 'payment_not_received')
  await tx
    .update(investments)
    .set({ payment_freeze_id: null })
    .where(inScope(investments, ctx, eq(investments.id, locked.row.id)))
  const closed = await closeCases(tx, ctx, { subjectId: locked.row.id, kind: BOUNCED, outcome: 'refuse', reasonCode: 'recalled' })
  return {
    audit: [{ ...audit, details: { ...audit.details, reason: 'payment_not_received', recalled: freezeId } }],
    events: [...events, ...closed],
  }
}
