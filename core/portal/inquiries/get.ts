import { eq } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { contactInquiries } from '#db/schema.ts'
import { type InquiryView, presentInquiries } from './inquiry.ts'

/** One inquiry with its notes. Throws `not_found`. */
export const getInquiry = definePageVerb({
  name: 'inquiries.get',
  permission: 'inquiries.read',
  admin: true,
  input: byId(),
  run: async ({ ctx, input }): Promise<InquiryView> => {
    const [row] = await ctx.db.select().from(contactInquiries).where(eq(contactInquiries.id, input.id)).limit(1)
    if (!row) throw notFound()
    return (await presentInquiries(ctx, [row]))[0]!
  },
})
