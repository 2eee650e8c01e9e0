import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { changeStatus } from '#core/identity/holders/status.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { closeCases } from '#core/record/cases/close.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { accreditationFiles, investors } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { InvestorRow } from '../create.ts'
import { accreditationEnded } from '../present.ts'
import { refuseSelf } from '../refuse-self.ts'
import { ACCREDITATION_REVIEW } from './file.ts'
import { type AccreditationFileRow, presentAccreditationFile } from './present.ts'
import { fileShape } from './shape.ts'
import { listAccreditationFiles } from './verbs.ts'

/**
 * Takes an accreditation file back before anybody decided it: its case ends, another one can be filed, and what is verified by other evidence
 * stays so. It counts as no attempt. Throws `not_found`, `conflict` for what a person says of themselves, `invalid_transition` once decided.
 */
export const withdrawAccreditationFile = defineVerb({
  name: 'investors.accreditation.withdraw',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend({ file_id: z.string().max(100).meta({ description: 'Id of the file, acf_…' }) }),
  output: fileShape.extend({ success: z.literal(true) }),
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => {
      const investor = await lockScoped(tx, investors, ctx, input.id)
      const file = investor && (await lockScoped(tx, accreditationFiles, ctx, input.file_id))
      if (!file || file.investor_id !== input.id) throw notFound()
      refuseSelf(investor)
      const done = await takeBack(tx, ctx, investor, file)
      return { ...done, result: { success: true as const, ...presentAccreditationFile(done.result) } }
    }),
})

/** Takes a locked file of a locked investor back. Throws `invalid_transition` once it was decided. */
export async function takeBack(
  tx: Tx,
  ctx: Ctx,
  investor: InvestorRow,
  file: AccreditationFileRow,
): Promise<{ result: AccreditationFileRow; audit: AuditInput; events: EventInput[] }> {
  if (file.status !== 'open' && file.status !== 'in_review')
    throw new AppError('invalid_transition', `This file is ${file.status} already, so there is nothing to withdraw.`)
  const [row] = await tx
    .update(accreditationFiles)
    .set({ status: 'withdrawn', updated_at: new Date(ctx.now) })
    .where(inScope(accreditationFiles, ctx, eq(accreditationFiles.id, file.id)))
    .returning()
  const outcome = { outcome: 'refuse', reasonCode: 'withdrawn_by_sender' } as const
  const closed = await closeCases(tx, ctx, { subjectId: file.id, kind: ACCREDITATION_REVIEW, ...outcome })
  const waits = investor.accreditation_status === 'pending' || accreditationEnded(investor, ctx.now)
  const why = { reason: 'accreditation_withdrawn' }
  const moved = waits ? await changeStatus(tx, ctx, investor, 'accreditation_status', 'incomplete', why) : []
  return {
    result: row!,
    audit: {
      action: 'accreditation_file_withdrawn',
      category: 'user',
      subject: { type: 'investor', id: investor.id },
      details: { file_id: file.id, from: file.status },
    },
    events: [...closed, ...moved],
  }
}

/** What is read and done of files on the page of one. */
export const accreditationPageVerbs = { listAccreditationFiles, withdrawAccreditationFile }
