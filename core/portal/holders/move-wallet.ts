import { createHash } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { personalCtx, tenantCtx } from '#core/access/accounts/personal.ts'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { type ActRow, actAudit, changeAct, insertAct, openAct } from '#core/identity/acts/acts.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { COOLING_OFF_MS, lockBoth, moveWallet, refuseMove, supersededAudit } from '#core/securities/moves/move.ts'
import { tellMoveAsked } from '#core/securities/moves/tell-move.ts'
import type { Queryable } from '#db/connect.ts'
import { credentials, holdingActs, investors, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'

/** Two signatures within this time count as given together: then nothing waits. */
const TOGETHER_MS = 15 * 60_000

export interface OwnMove {
  id: string
  environment: Environment
  wallet_address: string
  to_address: string
  status: 'proposed' | 'approved' | 'done' | 'refused' | 'denied'
  asked_by_me: boolean
  asked_at: string
  not_before: string
  end_reason: string | null
}

/**
 * Replaces a lost wallet of the signed-in person by another of theirs: at once when both were signed with in the last quarter of
 * an hour, else after 24 hours and with a second person's word. Needs a fresh proof. Throws `not_found`, `conflict`,
 * `same_address`, `already_exists`, `signature_invalid` when the new wallet was not proven, `step_up_required`.
 */
export const moveOwnWallet = definePageVerb({
  name: 'own.move_wallet',
  permission: 'account.write',
  input: z.strictObject({
    from: z.string().max(100),
    to: z.string().max(100),
    note: z.string().trim().min(10, 'Say in at least 10 characters what happened').max(1_000, 'At most 1,000 characters'),
  }),
  run: async ({ ctx, input }): Promise<{ success: true; status: 'done' | 'proposed' }> => {
    requireStepUp(ctx, { own: true })
    const own = await personalCtx(ctx)
    return write<{ success: true; status: 'done' | 'proposed' }>(own, async (tx) => {
      const [from, to] = [await findScoped(tx, wallets, own, input.from), await findScoped(tx, wallets, own, input.to)]
      if (from?.user_id !== own.actor.id || to?.user_id !== own.actor.id) throw notFound()
      const { old, fresh } = await lockBoth(tx, own, from, { canonical: to.address, family: to.family })
      refuseMove(old, fresh)
      if (fresh.control !== 'proven') throw new AppError('signature_invalid', 'Connect the new wallet and prove that it is yours first.')
      const [credential] = await tx
        .select({ id: credentials.id })
        .from(credentials)
        .where(inScope(credentials, own, and(eq(credentials.wallet_id, old.id), inArray(credentials.state, ['active', 'suspended']))))
        .orderBy(desc(credentials.issued_at))
        .limit(1)
      if (await openAct(tx, own, { kind: 'wallet_move', walletAddress: old.address }))
        throw new AppError('already_exists', 'A move of this wallet waits already.')
      const signed = [old, fresh].every(({ control_proven_at: at }) => at && own.now - at.getTime() <= TOGETHER_MS)
      const act = await insertAct(tx, own, {
        kind: 'wallet_move',
        status: signed ? 'done' : 'proposed',
        person_id: old.person_id!,
        wallet_address: old.address,
        to_address: fresh.address,
        legal_basis: 'wallet_lost',
        // The holder's statement is the paper it rests on.
        document_sha256: createHash('sha256').update(input.note).digest('hex'),
        note: input.note,
        credential_id: credential?.id ?? null,
        effective_at: new Date(own.now + (signed ? 0 : COOLING_OFF_MS)),
      })
      if (!signed)
        return {
          result: { success: true as const, status: 'proposed' as const },
          audit: actAudit(act, 'asked', { to_address: fresh.address, credential_id: credential?.id ?? null, by_holder: true }),
          // no event: nothing has changed; what is done later is told.
          mails: await tellMoveAsked(tx, own, act),
        }
      const done = await moveWallet(tx, own, { old, fresh, actId: act.id, reasonCode: 'wallet_lost', countersignedBy: null })
      return {
        result: { success: true as const, status: 'done' as const },
        audit: supersededAudit(old, fresh, { act_id: act.id, moved: done.moved, signed: true, by_holder: true }),
        events: done.events,
      }
    })
  },
})

/** Acts that replace a wallet of the signed-in person, in any organisation that knows them. */
async function ownActs(db: Queryable, ctx: Ctx, id?: string): Promise<ActRow[]> {
  const [records, held] = await Promise.all([
    db.select({ person: investors.person_id }).from(investors).where(eq(investors.user_id, ctx.actor.id)).limit(500),
    db.select({ person: wallets.person_id }).from(wallets).where(eq(wallets.user_id, ctx.actor.id)).limit(500),
  ])
  const people = [...new Set([...records, ...held].map((one) => one.person).filter((one) => one !== null))]
  if (!people.length) return []
  return db
    .select()
    .from(holdingActs)
    .where(and(inArray(holdingActs.person_id, people), eq(holdingActs.kind, 'wallet_move'), id ? eq(holdingActs.id, id) : undefined))
    .orderBy(desc(holdingActs.created_at))
    .limit(20)
}

/** The moves of the signed-in person's wallets, newest first: what waits can be stopped. */
export const listOwnMoves = definePageVerb({
  name: 'own.list_moves',
  permission: 'account.read',
  run: async ({ ctx }): Promise<OwnMove[]> => {
    return (await ownActs(ctx.db, ctx)).map((act) => ({
      id: act.id,
      environment: act.environment as Environment,
      wallet_address: act.wallet_address!,
      to_address: act.to_address!,
      status: act.status as OwnMove['status'],
      asked_by_me: act.asked_by === ctx.actor.id,
      asked_at: act.created_at.toISOString(),
      not_before: act.effective_at!.toISOString(),
      end_reason: act.end_reason,
    }))
  },
})

/** Stops the move of an own wallet that has not happened yet, whoever asked for it. Throws `not_found`, `invalid_transition`. */
export const stopOwnMove = definePageVerb({
  name: 'own.stop_move',
  permission: 'account.write',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    const [found] = await ownActs(ctx.db, ctx, input.id)
    if (!found) throw notFound()
    const tenant = await tenantCtx(ctx, found.organization_id, found.environment as Environment)
    // no event: what was asked has no effect.
    return write(tenant, async (tx) => {
      const act = (await lockScoped(tx, holdingActs, tenant, found.id))!
      if (act.status !== 'proposed' && act.status !== 'approved')
        throw new AppError('invalid_transition', `This move is ${act.status}: it cannot be stopped any more.`)
      await changeAct(tx, tenant, act, {
        status: 'refused',
        ended_at: new Date(tenant.now),
        ended_by: ctx.actor.id,
        end_reason: 'stopped by the holder',
      })
      return { result: { success: true as const }, audit: actAudit(act, 'stopped', { asked_by: act.asked_by, by_holder: true }) }
    })
  },
})
