import { eq } from 'drizzle-orm'
import { changeStatus, mirror } from '#core/identity/holders/status.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import { byId } from '#core/kernel/fields.ts'
import { openCase } from '#core/record/cases/open.ts'
import { historyLine } from '#core/record/cases/steps.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { investors } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { reviewWaiting } from '../bookings/of-investor.ts'
import { investorDoubtAnswer } from './present.ts'
import { doubtAnswer, doubtInput, lockVerified } from './revoke.ts'

/**
 * Records that something is known against a verified accreditation: it waits again, nothing rests on an earlier verification or
 * on a minimum investment until it was verified anew, and pending investments under Rule 506(c) go to review. One person is
 * enough: it only stops. Throws `not_found`, `invalid_transition`.
 */
export const recordContraryKnowledge = defineVerb({
  name: 'investors.contrary_knowledge',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend(doubtInput.shape),
  output: investorDoubtAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const row = await lockVerified(tx, ctx, input.id, 'accreditation_status')
      const contrary = { at: new Date(ctx.now).toISOString(), by: ctx.actor.id, reason_code: input.reason_code }
      await tx
        .update(investors)
        .set({ accreditation: { ...row.accreditation, contrary } })
        .where(inScope(investors, ctx, eq(investors.id, row.id)))
      const events = await changeStatus(tx, ctx, row, 'accreditation_status', 'pending', { reason: 'contrary_knowledge' })
      const opened = await openCase(tx, ctx, {
        kind: 'verification_accreditation',
        subject: { type: 'investor', id: row.id },
        priority: 60,
        summary: 'There is knowledge against an accreditation',
        details: {
          contrary: true,
          reason_code: input.reason_code,
          ...(row.user_id && { user_id: row.user_id }),
          history: [historyLine(ctx, new Date(ctx.now), 'knowledge recorded', input.note)],
        },
      })
      const investments = await reviewWaiting(tx, ctx, row.id, 'reg_d_506c', 'contrary_knowledge')
      if (row.user_id && row.external_id === SELF) {
        await mirror(tx, ctx, row.user_id, null)
        await notify(tx, ctx, {
          userId: row.user_id,
          title: 'Your accreditation is looked at again',
          body: 'Something became known that speaks against it. Send current evidence, and it is verified anew.',
          href: '/dashboard/verification',
        })
      }
      const after = { ...row, accreditation_status: 'pending' as const }
      return {
        result: doubtAnswer(after, ctx.now, null),
        audit: {
          action: 'accreditation_contrary_knowledge',
          category: 'user',
          subject: { type: 'investor', id: row.id },
          details: {
            reason_code: input.reason_code,
            document_sha256: input.document_sha256 ?? null,
            case_id: opened.id,
            investments: investments.ids,
          },
        },
        events: [...events, ...opened.events, ...investments.events],
      }
    })
  },
})
