import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { offerings } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { offeringAnswer, presentOffering } from './present.ts'

const recordFormDInput = z.strictObject({ id: z.string().max(100), filed_at: z.iso.date() })

/** Records the day Form D was filed, which the rules read from then on. Throws `conflict` where no Form D is filed. */
export const recordFormD = defineVerb({
  name: 'offerings.form_d',
  permission: 'offerings.write',
  input: recordFormDInput.extend(byId('Offering id, off_…').shape),
  output: offeringAnswer,
  run: async ({ ctx, input }) => {
    if (Date.parse(input.filed_at) > ctx.now) throw invalidField('/filed_at', 'future_date', 'The day is in the future.')
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, offerings, ctx, input.id)
      if (!row) throw notFound()
      if (!row.regulation.startsWith('reg_d')) throw new AppError('conflict', 'Form D is filed for Regulation D offerings.')
      const [stored] = await tx
        .update(offerings)
        .set({ facts: { ...row.facts, form_d: { filed_at: input.filed_at } }, updated_at: new Date(ctx.now) })
        .where(inScope(offerings, ctx, eq(offerings.id, row.id)))
        .returning()
      const view = presentOffering(stored!)
      return {
        result: view,
        audit: {
          action: 'form_d_recorded',
          category: 'investment',
          subject: { type: 'offering', id: row.id },
          details: { filed_at: input.filed_at },
          standing: [`offering:${row.id}`],
        },
        events: [{ type: 'offering.updated', resource: { type: 'offering', id: row.id }, object: view as unknown as Record<string, Json> }],
      }
    })
  },
})
