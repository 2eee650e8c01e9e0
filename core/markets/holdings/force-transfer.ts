import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { ensureWallet, findWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import {
  type ActRow,
  actAudit,
  type Carried,
  ground,
  holdingActAnswer,
  holdingEvent,
  howMany,
  insertAct,
  ONE_AMOUNT,
  oneAmount,
  presentAct,
} from '#core/identity/acts/acts.ts'
import { freezesOn, frozenUnits, inForce } from '#core/identity/acts/freezes.ts'
import { PAYMENT_FAILED, TO_ISSUER, TRANSFER_BASES, TRANSFER_KINDS, type TransferBasis } from '#core/identity/acts/legal-bases.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { endFreeze } from '#core/securities/holdings/freeze.ts'
import { findHolder, type Holder, holderInput, holdingWallet, SOME_HOLDER, someHolder } from '#core/securities/holdings/holder.ts'
import { moveLots, openLots, units } from '#core/securities/holdings/lots.ts'
import { lockCaps } from '#core/securities/holdings/of-record.ts'
import { endRecalled } from '#core/securities/investments/bounced.ts'
import { lockOffering, prepareFixture } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { holdingActs, investments, investors, offerings, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { readCall } from '../transactions/call.ts'
import { createTransactionInput, judgeTransaction, withAmount } from '../transactions/create.ts'
import { isIssuerWallet } from '../transactions/move-units.ts'

const forceTransferInput = z
  .strictObject({
    offering_id: z.string().max(100),
    ...holderInput,
    to_address: walletAddress.optional().meta({ description: 'The wallet that is to hold the units' }),
    to_investor_id: z.string().max(100).optional().meta({ description: 'In place of the wallet: the investor who is to hold them' }),
    ...howMany,
    ...ground,
    legal_basis: z.enum(TRANSFER_BASES).meta({ description: 'On what ground' }),
    freeze_id: z.string().max(100).optional().meta({ description: 'The freeze this transfer carries out; it ends with it' }),
  })
  .refine(someHolder, SOME_HOLDER)
  .refine((v) => v.to_address !== undefined || v.to_investor_id !== undefined || TO_ISSUER.includes(v.legal_basis), {
    message: 'Give to_address or to_investor_id.',
    path: ['to_address'],
  })
  .refine((v) => v.legal_basis !== PAYMENT_FAILED || (v.to_address === undefined && v.to_investor_id === undefined), {
    message: 'A recall goes to the issuer: leave the recipient out.',
    path: ['to_address'],
  })
  .refine((v) => v.legal_basis !== PAYMENT_FAILED || (v.freeze_id !== undefined && v.quantity !== undefined), {
    message: 'A recall carries out the freeze of the payment: give freeze_id and quantity.',
    path: ['freeze_id'],
  })
  .refine(oneAmount, ONE_AMOUNT)

/**
 * Asks to move units to another holder on a legal basis, without the one who has them; on the grounds `issuer_repurchase` and
 * `payment_failed`, and without a recipient, back to the issuer, where they end. They move when another person approves and
 * the rules let the recipient have them. Throws `not_found`, `same_address` when both wallets belong to one person or the recipient
 * is who asks, `conflict` when fewer units are free of other freezes.
 */
export const forceTransfer = defineVerb({
  name: 'holdings.force_transfer',
  permission: 'holdings.write',
  input: forceTransferInput,
  output: holdingActAnswer,
  run: async ({ ctx, input }) => {
    await prepareFixture(ctx, input.offering_id)
    return write(ctx, async (tx) => {
      const offering = await lockOffering(tx, ctx, input.offering_id)
      if (!offering) throw notFound()
      const holder = await findHolder(tx, ctx, input)
      const from = await holdingWallet(tx, ctx, offering.id, holder)
      const to = input.to_address || input.to_investor_id ? await recipient(tx, ctx, input) : null
      if (to && TO_ISSUER.includes(input.legal_basis) && !isIssuerWallet(offering, to.address)) throw notToIssuer(input)
      if (to) refuseSelf(from, to, [ctx.actor.id])
      const freeze = input.freeze_id ? await freezeNamed(tx, ctx, input.freeze_id, offering.id, { ...holder, wallet: from }) : null
      if (input.legal_basis === PAYMENT_FAILED) await refuseOtherRecall(tx, ctx, freeze!, input.quantity!)
      const quantity = await movable(
        tx,
        ctx,
        { offering_id: offering.id, quantity: input.quantity ?? null, freeze_id: freeze?.id ?? null },
        from,
      )
      const act = await insertAct(tx, ctx, {
        kind: 'force_transfer',
        status: 'proposed',
        offering_id: offering.id,
        person_id: holder.personId,
        wallet_address: from.address,
        // The wallet that controls the contract, where one proved that it does.
        to_address: to?.address ?? offering.token_link?.wallet ?? null,
        quantity: input.quantity ?? null,
        legal_basis: input.legal_basis,
        document_sha256: input.document_sha256,
        note: input.note ?? null,
        freeze_id: freeze?.id ?? null,
      })
      return {
        result: { success: true as const, ...presentAct(act) },
        audit: actAudit(act, 'asked', { to_address: act.to_address, units: String(quantity) }),
        // no event: nothing moves until another person approves it.
      }
    })
  },
})

/** What is bought back and goes to a holder is no repurchase: it has a ground of its own. */
const notToIssuer = (input: { to_address?: unknown }) =>
  invalidField(
    input.to_address ? '/to_address' : '/to_investor_id',
    'conflicting_fields',
    'What you buy back goes to you. Leave the recipient out, name the wallet that proved the contract, or give the ground of another holder.',
  )

/** A recall takes back what that payment was for, no more and no less. */
async function refuseOtherRecall(tx: Tx, ctx: Ctx, freeze: ActRow, quantity: string): Promise<void> {
  const [unpaid] = await tx
    .select({ issued: investments.issued_quantity })
    .from(investments)
    .where(inScope(investments, ctx, eq(investments.payment_freeze_id, freeze.id)))
    .limit(1)
  if (!unpaid) throw invalidField('/freeze_id', 'not_in_force', 'This freeze is not one of a payment that failed.')
  const issued = unpaid.issued.split('.')[0]!
  if (freeze.quantity === null ? BigInt(quantity) > BigInt(issued) : quantity !== issued)
    throw invalidField('/quantity', 'invalid_enum', `${issued} units were issued for this payment.`)
}

async function recipient(tx: Tx, ctx: Ctx, input: z.output<typeof forceTransferInput>): Promise<WalletRow> {
  const investor = input.to_investor_id ? await findScoped(tx, investors, ctx, input.to_investor_id) : null
  if (input.to_investor_id && !investor) throw notFound()
  if (input.to_address) {
    const wallet = await ensureWallet(tx, ctx, input.to_address)
    if (investor && investor.person_id !== wallet.person_id)
      throw new AppError('conflicting_fields', 'to_investor_id and to_address name different people.')
    return wallet
  }
  const wallet = investor!.wallet_id ? await findScoped(tx, wallets, ctx, investor!.wallet_id) : null
  if (!wallet) throw new AppError('wallet_required', 'The investor who is to hold the units has no wallet yet.')
  return wallet
}

/** A transfer that nobody's holder asked for never goes to the one who has the units, nor to those who order it. */
function refuseSelf(from: WalletRow, to: WalletRow, people: readonly string[]): void {
  const refuse = (detail: string) =>
    new AppError('same_address', detail, { fields: [{ pointer: '/to_address', code: 'same_address', detail }] })
  if (from.address === to.address || (from.person_id !== null && from.person_id === to.person_id))
    throw refuse('Both wallets belong to the same person. To replace a lost wallet, supersede its credential.')
  if (to.user_id !== null && people.includes(to.user_id)) throw refuse('A forced transfer may not go to a person who orders it.')
  if (to.status === 'superseded') throw refuse('The wallet of the recipient was replaced by another one. Name that one.')
}

async function freezeNamed(tx: Tx, ctx: Ctx, id: string, offeringId: string, holder: Holder): Promise<ActRow> {
  const freeze = await lockScoped(tx, holdingActs, ctx, id)
  const bound = freeze?.wallet_address === null ? freeze.person_id === holder.personId : freeze?.wallet_address === holder.wallet!.address
  if (!freeze || freeze.offering_id !== offeringId || !bound || !inForce(freeze, ctx.now))
    throw invalidField('/freeze_id', 'not_in_force', 'There is no such freeze in force on these units.')
  return freeze
}

/** How many units would move. Throws `conflict` when there are fewer, or when another freeze than the one named holds them. */
async function movable(tx: Tx, ctx: Ctx, act: Pick<ActRow, 'offering_id' | 'quantity' | 'freeze_id'>, from: WalletRow): Promise<bigint> {
  const held = units(await openLots(tx, ctx, act.offering_id!, from.address))
  const keeper = { personId: from.person_id ?? from.id, walletAddress: from.address }
  const others = (await freezesOn(tx, ctx, act.offering_id!, [keeper])).filter((freeze) => freeze.id !== act.freeze_id)
  const frozen = frozenUnits(others, keeper, held)
  const wanted = act.quantity === null ? held : BigInt(act.quantity)
  if (wanted === 0n || held < wanted) throw new AppError('conflict', `The wallet holds ${held} units of this offering.`)
  if (held - frozen < wanted)
    throw new AppError(
      'conflict',
      `${frozen} of the ${held} units are frozen. If this transfer carries out the order they are frozen for, name it in freeze_id.`,
      { extra: { frozen: String(frozen), freezes: others.map((freeze) => freeze.id) } },
    )
  return wanted
}

/**
 * What an order overrides: the will and the papers of the one who gives up the units, what they agreed with the issuer, and who else
 * might have bought them. Never a sanctions list, the recipient's identity, place or freeze, or a limit on holders.
 */
const OVERRIDDEN = new Set(['SENDER_CREDENTIAL', 'ISSUER_LOCKUP', 'RECIPIENT_ACCREDITED'])

/** What asks for a person, and is answered by the two who stand for the order. A possible match on a list has a queue of its own. */
const ANSWERED = new Set(['CONTROL_OR_SPECIAL', 'TRANSFER_ROUTE_RESOLVE', 'REGISTERED_OR_ISSUER', 'SENDER_CREDENTIAL', 'BUYER_REPS'])

/** Decides the transfer under the facts of now, and moves the units if nothing but what an order overrides stands against it. */
export async function carryOutForceTransfer(tx: Tx, ctx: Ctx, act: ActRow): Promise<Carried> {
  // The issuer's caps first, then both wallets before the offering, in one order, as every transfer locks them.
  await lockCaps(tx, ctx)
  const back = await goesBack(tx, ctx, act)
  const addresses = [act.wallet_address!, ...(back ? [] : [act.to_address!])].sort()
  for (const canonical of addresses) await lockWallet(tx, ctx, canonical)
  const from = (await findWallet(tx, ctx, act.wallet_address!))!
  const to = back ? null : (await findWallet(tx, ctx, act.to_address!))!
  const offering = await lockOffering(tx, ctx, act.offering_id!)
  if (!offering) throw notFound()
  if (to) refuseSelf(from, to, [act.asked_by, ctx.actor.id])
  const freeze = act.freeze_id ? await lockScoped(tx, holdingActs, ctx, act.freeze_id) : null
  const quantity = await movable(tx, ctx, act, from)
  const input = withAmount(
    createTransactionInput.parse({
      offering_id: offering.id,
      from_address: from.address,
      ...(to ? { to_address: to.address } : { type: 'redemption' }),
      quantity: String(quantity),
    }),
  )
  const {
    decided,
    reused,
    to: taker,
  } = await judgeTransaction(tx, ctx, {
    id: act.id,
    input,
    call: readCall(input),
    order: {
      kind: TRANSFER_KINDS[act.legal_basis as TransferBasis],
      legal_basis: act.legal_basis,
      document_hash: act.document_sha256!,
      ordered_by: act.asked_by,
      second_person: ctx.actor.id,
      freeze_id: act.freeze_id,
    },
  })
  const open = decided.engine.rules.filter((rule) => !rule.part_of && ['fail', 'needs_info', 'review'].includes(rule.result))
  const codes = (those: typeof open) => those.map((rule) => rule.code)
  const overridden = codes(open.filter((rule) => rule.result !== 'review' && OVERRIDDEN.has(rule.code)))
  const released = codes(open.filter((rule) => rule.result === 'review' && ANSWERED.has(rule.code)))
  const against = open.filter(({ code }) => !overridden.includes(code) && !released.includes(code))
  const allowed = against.length === 0
  // Reasons as decisions show them, beside the rules that the order overrides or answers.
  const reason_codes = [...new Set(against.map((rule) => (rule.reason ?? rule.code).toLowerCase()))]
  const outcome = { reason_codes, overridden, released }
  const details = {
    asked_by: act.asked_by,
    to_address: act.to_address,
    units: String(quantity),
    decision_id: decided.decision.id,
    ...outcome,
  }
  if (!allowed)
    return {
      changes: { status: 'denied', decision_id: decided.decision.id, outcome, ended_at: new Date(ctx.now), end_reason: 'rules' },
      audit: [decided.audit, actAudit(act, 'denied', details)],
      events: reused,
    }
  const [holder] = await tx
    .select({ id: investors.id })
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.person_id, taker?.person?.id ?? to?.id ?? 'none')))
    .limit(1)
  await moveLots(tx, ctx, await openLots(tx, ctx, offering.id, from.address), {
    quantity,
    transactionId: act.id,
    to: to && { personId: taker?.person?.id ?? to.id, walletAddress: to.address, investorId: holder?.id ?? null },
  })
  const done: EventInput[] = [
    holdingEvent(
      'holding.force_transferred',
      { ...act, approved_by: ctx.actor.id },
      {
        walletId: from.id,
        quantity: String(quantity),
        to_wallet_id: to?.id ?? null,
        to_address: act.to_address,
        decision_id: decided.decision.id,
      },
    ),
  ]
  if (freeze?.status === 'active') done.push(await endFreeze(tx, ctx, freeze, { by: act, reason: 'force_transferred' }))
  const recalled = freeze && back ? await endRecalled(tx, ctx, freeze.id) : { audit: [], events: [] }
  return {
    changes: { status: 'done', decision_id: decided.decision.id, outcome: { ...outcome, units: String(quantity) } },
    audit: [decided.audit, actAudit(act, 'approved', details), ...recalled.audit],
    events: [...done, ...recalled.events, ...reused],
  }
}

/** Whether the units go back to the issuer: nobody is named, or the wallet that proved the contract is. */
async function goesBack(tx: Tx, ctx: Ctx, act: ActRow): Promise<boolean> {
  if (!TO_ISSUER.includes(act.legal_basis)) return false
  if (act.to_address === null) return true
  const offering = await findScoped(tx, offerings, ctx, act.offering_id!)
  if (isIssuerWallet(offering, act.to_address)) return true
  throw new AppError('conflict', 'The wallet named as yours no longer controls the contract. Refuse this act and ask for it anew.')
}

const lockWallet = (tx: Tx, ctx: Ctx, canonical: string) =>
  tx
    .select({ id: wallets.id })
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.address, canonical)))
    .for('update')
