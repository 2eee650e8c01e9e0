import { eq } from 'drizzle-orm'
import { z } from 'zod'
import {
  type ActRow,
  actAudit,
  changeAct,
  ground,
  holdingActAnswer,
  holdingEvent,
  howMany,
  insertAct,
  ONE_AMOUNT,
  oneAmount,
  presentAct,
} from '#core/identity/acts/acts.ts'
import { freezesOn, frozenUnits } from '#core/identity/acts/freezes.ts'
import { FREEZE_BASES, PLEDGE } from '#core/identity/acts/legal-bases.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { dateTime } from '#core/kernel/fields.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { lockOffering, prepareFixture } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { holdingActs, wallets } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { findHolder, holderInput, holdingWallet, SOME_HOLDER, someHolder } from './holder.ts'
import { openLots, personLots, units } from './lots.ts'

const freezeInput = z
  .strictObject({
    offering_id: z.string().max(100),
    ...holderInput,
    ...howMany,
    ...ground,
    legal_basis: z.enum(FREEZE_BASES).meta({ description: 'On what ground; `pledge` for units that are pledged' }),
    expires_at: dateTime.optional().meta({ description: 'When it ends by itself; until it is lifted when left out' }),
  })
  .refine(someHolder, SOME_HOLDER)
  .refine(oneAmount, ONE_AMOUNT)
  // A wallet that is pledged whole still takes units.
  .refine((asked) => asked.legal_basis !== PLEDGE || asked.quantity !== undefined, {
    message: 'Give the units that are pledged.',
    path: ['quantity'],
  })

/**
 * Freezes units of a holder, at once: stopping needs one person, as everywhere; letting go again needs two. With `whole` the wallet,
 * or every wallet of the investor named, neither gives nor takes units of the offering; with `quantity` so many units cannot leave.
 * Throws `not_found`, `conflict` when fewer units are free.
 */
export const freezeHolding = defineVerb({
  name: 'holdings.freeze',
  permission: 'holdings.write',
  input: freezeInput,
  output: holdingActAnswer,
  run: async ({ ctx, input }) => {
    const expires = input.expires_at ? new Date(input.expires_at) : null
    if (expires && expires.getTime() <= ctx.now) throw invalidField('/expires_at', 'past_date', 'This time is past.')
    await prepareFixture(ctx, input.offering_id)
    return write(ctx, async (tx) => {
      const offering = await lockOffering(tx, ctx, input.offering_id)
      if (!offering) throw notFound()
      const holder = await findHolder(tx, ctx, input)
      // A number of units lies in one wallet; everything is frozen wherever the person keeps it, unless one wallet is named.
      const wallet = input.quantity ? await holdingWallet(tx, ctx, offering.id, holder) : holder.wallet
      const rows = wallet ? await openLots(tx, ctx, offering.id, wallet.address) : await personLots(tx, ctx, offering.id, holder.personId)
      const held = units(rows)
      if (input.quantity) {
        const keeper = { personId: holder.personId, walletAddress: wallet!.address }
        const free = held - frozenUnits(await freezesOn(tx, ctx, offering.id, [keeper]), keeper, held)
        if (free < BigInt(input.quantity))
          throw new AppError('conflict', `Only ${free} units of this wallet are not frozen yet.`, { extra: { free: String(free) } })
      }
      const act = await insertAct(tx, ctx, {
        kind: 'freeze',
        status: 'active',
        offering_id: offering.id,
        person_id: holder.personId,
        wallet_address: wallet?.address ?? null,
        quantity: input.quantity ?? null,
        legal_basis: input.legal_basis,
        document_sha256: input.document_sha256,
        note: input.note ?? null,
        expires_at: expires,
      })
      if (expires) await setTimer(tx, ctx, { kind: 'freeze_ends', subjectId: act.id, dueMs: expires.getTime() })
      const quantity = input.quantity ?? String(held)
      return {
        result: { success: true as const, ...presentAct(act) },
        audit: actAudit(act, 'placed', { expires_at: expires?.toISOString() ?? null }),
        events: [
          holdingEvent('holding.frozen', act, { walletId: wallet?.id ?? null, quantity, expires_at: expires?.toISOString() ?? null }),
        ],
      }
    })
  },
})

/** Ends a freeze the caller has locked, and says so. `by` is the act that ended it, when there is one. */
export async function endFreeze(tx: Tx, ctx: Ctx, freeze: ActRow, p: { by?: ActRow; reason: string }): Promise<EventInput> {
  await changeAct(tx, ctx, freeze, {
    status: 'ended',
    ended_at: new Date(ctx.now),
    ended_by: p.by?.id ?? ctx.actor.id,
    end_reason: p.reason,
  })
  const rows = freeze.wallet_address
    ? await openLots(tx, ctx, freeze.offering_id!, freeze.wallet_address)
    : await personLots(tx, ctx, freeze.offering_id!, freeze.person_id)
  const [wallet] = freeze.wallet_address
    ? await tx
        .select({ id: wallets.id })
        .from(wallets)
        .where(inScope(wallets, ctx, eq(wallets.address, freeze.wallet_address)))
        .limit(1)
    : []
  return holdingEvent('holding.unfrozen', freeze, {
    walletId: wallet?.id ?? null,
    quantity: freeze.quantity ?? String(units(rows)),
    end_reason: p.reason,
    ...(p.by && {
      act_id: p.by.id,
      legal_basis: p.by.legal_basis,
      document_sha256: p.by.document_sha256,
      countersigned_by: ctx.actor.id,
    }),
  })
}

/** Ends a freeze whose last moment has come. */
export async function expireFreeze(tx: Tx, ctx: Ctx, id: string): Promise<{ audit: AuditInput; events: EventInput[] } | null> {
  const freeze = await lockScoped(tx, holdingActs, ctx, id)
  if (freeze?.status !== 'active') return null
  return { audit: actAudit(freeze, 'expired'), events: [await endFreeze(tx, ctx, freeze, { reason: 'expired' })] }
}
