import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { requireAdmin } from '#core/record/admin-only.ts'
import { contactInquiries } from '#db/schema.ts'
import { type InquiryView, presentInquiries } from './inquiry.ts'

/** One inquiry with its notes. Throws `not_found`. */
export async function getInquiry({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<InquiryView> {
  await requireAdmin(ctx, 'inquiries.read')
  const [row] = await ctx.db.select().from(contactInquiries).where(eq(contactInquiries.id, input.id)).limit(1)
  if (!row) throw notFound()
  return (await presentInquiries(ctx, [row]))[0]!
}
