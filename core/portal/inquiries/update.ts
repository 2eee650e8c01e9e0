import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { contactInquiries } from '#db/schema.ts'
import { openInquiries, sealNotes } from './content.ts'
import { type InquiryView, presentInquiries } from './inquiry.ts'

const updateInquiryInput = z.strictObject({
  id: z.string().max(40),
  status: z.enum(['new', 'handled']).optional(),
  note: z.string().trim().min(1, 'Write a note first').max(2_000, 'At most 2,000 characters').optional(),
})

/** Marks an inquiry handled (or waiting again) and adds a note for colleagues. Notes are kept, never changed. Throws `not_found`. */
export const updateInquiry = definePageVerb({
  name: 'inquiries.update',
  permission: 'inquiries.write',
  admin: true,
  input: updateInquiryInput,
  run: async ({ ctx, input }): Promise<InquiryView> => {
    if (!input.status && !input.note) throw new AppError('validation_failed', 'Name a status or write a note.')
    // no event: an inquiry is answered by people, by mail.
    return write(ctx, async (tx) => {
      const [found] = await tx.select().from(contactInquiries).where(eq(contactInquiries.id, input.id)).limit(1).for('update')
      if (!found) throw notFound()
      const before = (await openInquiries(tx, ctx.services, [found]))[0]!
      const now = new Date()
      const moved = input.status !== undefined && input.status !== found.status
      const [row] = await tx
        .update(contactInquiries)
        .set({
          ...(moved && {
            status: input.status,
            handled_by: input.status === 'handled' ? ctx.actor.id : null,
            handled_at: input.status === 'handled' ? now : null,
          }),
          ...(input.note && {
            internal_notes: await sealNotes(tx, ctx.services, found.id, [
              ...before.colleagues,
              { at: now.toISOString(), by: ctx.actor.id, text: input.note },
            ]),
          }),
        })
        .where(eq(contactInquiries.id, found.id))
        .returning()
      return {
        result: (await presentInquiries({ db: tx, services: ctx.services }, [row!]))[0]!,
        audit: {
          action: moved ? (input.status === 'handled' ? 'inquiry_handled' : 'inquiry_reopened') : 'inquiry_note_added',
          category: 'admin',
          subject: { type: 'contact_inquiry', id: found.id },
          details: { from: found.status, to: row!.status, note: input.note !== undefined },
        },
      }
    })
  },
})
