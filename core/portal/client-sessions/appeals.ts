import { z } from 'zod'
import { notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { AppealView } from '#core/review/appeals/appeal.ts'
import { findRefusals } from '#core/review/appeals/find.ts'
import {
  appealIdentityInput,
  appealStanding,
  identityAppeal,
  identityAppealableUntil,
  openIdentityAppeal,
} from '#core/review/appeals/of-investor.ts'
import { openAppealBy } from '#core/review/appeals/open.ts'
import { investors } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { type ClientCall, clientCall, openClientSession } from './open.ts'

/** Of what a person can appeal they are told the market, the day and the class of the reason: no list, no score, no names. */
export interface ClientRefusal {
  id: string
  market: string
  /** Null where the day is not kept. */
  refused_at: string | null
  reason_classes: string[]
  possible_until: string
}
type ClientAppeal = Omit<AppealView, 'case_id'>

/** Whose word it is that the wallet is theirs: the organisation's, which knows its own users. */
const PROOF = 'client_session'
const askedBy = ({ wallet }: ClientCall) => ({ address: wallet!.address, family: wallet!.family, proof: PROOF, chainId: null })
const shown = ({ case_id: _, ...appeal }: AppealView): ClientAppeal => appeal

/** What this organisation refused the person of a token, as far as it can be appealed, and what was. Throws as `openClientSession`. */
export const listClientAppeals = definePageVerb({
  name: 'client.list_appeals',
  permission: null,
  input: z.strictObject(clientCall),
  run: async ({ ctx: caller, input }): Promise<{ success: true; refusals: ClientRefusal[]; appeals: ClientAppeal[] }> => {
    const call = await openClientSession(caller, input, 'appeals:open')
    const { ctx, investor } = call
    if (investor) {
      const before = await identityAppeal(ctx.db, ctx, investor.id)
      const until = identityAppealableUntil(investor, before, ctx.now)
      const refusal = { id: investor.id, market: 'securities', refused_at: null, reason_classes: ['identity'] }
      const standing = appealStanding(before)
      return { success: true, refusals: until ? [{ ...refusal, possible_until: until }] : [], appeals: standing ? [shown(standing)] : [] }
    }
    const { refusals, appeals } = await findRefusals(ctx, askedBy(call), ctx)
    return {
      success: true,
      refusals: refusals.map(({ view: { id, market, refused_at, reason_classes, possible_until } }) => ({
        id,
        market,
        refused_at,
        reason_classes,
        possible_until,
      })),
      appeals: appeals.map(shown),
    }
  },
})

/** Appeals against one of those, once and within 30 days. Others than who refused answer. Throws `invalid_transition`, `not_found`. */
export const openClientAppeal = definePageVerb({
  name: 'client.open_appeal',
  permission: null,
  input: appealIdentityInput.extend({ ...clientCall, refusal: z.string().max(60) }),
  run: async ({ ctx: caller, input }): Promise<{ success: true } & ClientAppeal> => {
    const call = await openClientSession(caller, input, 'appeals:open')
    const { ctx, investor } = call
    if (!investor) return { ...shown(await openAppealBy(ctx, askedBy(call), input, ctx)), success: true }
    if (input.refusal !== investor.id) throw notFound()
    // no event: the appeal that it opens has its own.
    const opened = await write(ctx, async (tx) => {
      const row = await lockScoped(tx, investors, ctx, investor.id)
      if (!row) throw notFound()
      return openIdentityAppeal(tx, ctx, row, input.statement, PROOF)
    })
    return { ...shown(opened), success: true }
  },
})
