import { and, asc, count, desc, eq, ilike, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { contactInquiries } from '#db/schema.ts'
import { INQUIRY_TYPES } from '../contact/send-inquiry.ts'
import type { Ctx } from '../context.ts'
import { requireAdmin } from '../users/admin-only.ts'
import { type InquiryView, presentInquiry } from './inquiry.ts'

export const listInquiriesInput = z.strictObject({
  search: z.string().max(100).optional(),
  status: z.enum(['new', 'handled']).optional(),
  type: z.enum(Object.keys(INQUIRY_TYPES) as [keyof typeof INQUIRY_TYPES]).optional(),
  sort: z.enum(['created_at', 'company']).default('created_at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page: z.number().int().min(1).max(100_000).default(1),
  per_page: z.number().int().min(1).max(1_000).default(10),
})

/** Inquiries of the contact form, with how many match and how many still wait for an answer. */
export async function listInquiries({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof listInquiriesInput>
}): Promise<{ data: InquiryView[]; total: number; waiting: number }> {
  await requireAdmin(ctx, 'inquiries.read')
  const like = input.search ? `%${input.search.replace(/[\\%_]/g, '\\$&')}%` : null
  const t = contactInquiries
  const where = and(
    input.status && eq(t.status, input.status),
    input.type && eq(t.inquiry_type, input.type),
    like
      ? or(ilike(t.company, like), ilike(t.email, like), ilike(t.notes, like), ilike(sql`${t.first_name} || ' ' || ${t.last_name}`, like))
      : undefined,
  )
  const order = input.direction === 'asc' ? asc : desc
  const [rows, [counted], [waiting]] = await Promise.all([
    ctx.db
      .select()
      .from(t)
      .where(where)
      .orderBy(order(input.sort === 'company' ? sql`lower(${t.company})` : t.created_at), order(t.id))
      .limit(input.per_page)
      .offset((input.page - 1) * input.per_page),
    ctx.db.select({ total: count() }).from(t).where(where),
    ctx.db.select({ total: count() }).from(t).where(eq(t.status, 'new')),
  ])
  return { data: rows.map(presentInquiry), total: counted!.total, waiting: waiting!.total }
}
