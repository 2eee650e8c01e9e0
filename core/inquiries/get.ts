import { eq } from 'drizzle-orm'
import { contactInquiries } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { requireAdmin } from '../users/admin-only.ts'
import { type InquiryView, presentInquiries } from './inquiry.ts'

/** One inquiry with its notes. Throws `not_found`. */
export async function getInquiry({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<InquiryView> {
  await requireAdmin(ctx, 'inquiries.read')
  const [row] = await ctx.db.select().from(contactInquiries).where(eq(contactInquiries.id, input.id)).limit(1)
  if (!row) throw notFound()
  return (await presentInquiries(ctx, [row]))[0]!
}
