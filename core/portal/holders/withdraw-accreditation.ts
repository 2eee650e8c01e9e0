import { and, desc, eq, inArray } from 'drizzle-orm'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { mirror } from '#core/identity/holders/status.ts'
import { lockOwnInvestor } from '#core/identity/persons/own-investor.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { takeBack } from '#core/securities/investors/accreditation/withdraw.ts'
import { accreditationFiles } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/**
 * Takes back the accreditation that the signed-in person sent of themselves, before anybody decided it: another ground or newer documents
 * can be sent. It counts as no attempt. Throws `not_found`, `invalid_transition` when nothing waits.
 */
export const withdrawOwnAccreditation = definePageVerb({
  name: 'own.withdraw_accreditation',
  permission: 'account.write',
  run: async ({ ctx }): Promise<{ success: true }> => {
    const own = await personalCtx(ctx)
    return write(own, async (tx) => {
      const row = await lockOwnInvestor(tx, own)
      if (!row) throw notFound()
      const waits = and(eq(accreditationFiles.investor_id, row.id), inArray(accreditationFiles.status, ['open', 'in_review']))
      const [file] = await tx
        .select()
        .from(accreditationFiles)
        .where(inScope(accreditationFiles, own, waits))
        .orderBy(desc(accreditationFiles.id))
        .limit(1)
        .for('update')
      if (!file) throw new AppError('invalid_transition', 'No accreditation waits that could be taken back.')
      const done = await takeBack(tx, own, row, file)
      await mirror(tx, own, own.actor.id, null)
      return { audit: done.audit, events: done.events, result: { success: true as const } }
    })
  },
})
