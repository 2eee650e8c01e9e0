import { and, asc, count, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { definePageVerb } from '#core/record/verb.ts'
import { contactInquiries } from '#db/schema.ts'
import { type OpenInquiry, openInquiries } from './content.ts'
import { type InquiryView, showInquiries } from './inquiry.ts'
import { INQUIRY_TYPES } from './send-inquiry.ts'

const listInquiriesInput = z.strictObject({
  search: z.string().max(100).optional(),
  status: z.enum(['new', 'handled']).optional(),
  type: z.enum(Object.keys(INQUIRY_TYPES) as [keyof typeof INQUIRY_TYPES]).optional(),
  sort: z.enum(['created_at', 'company']).default('created_at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page: z.number().int().min(1).max(100_000).default(1),
  per_page: z.number().int().min(1).max(1_000).default(10),
})

/** Inquiries of the contact form, with how many match and how many still wait for an answer. */
export const listInquiries = definePageVerb({
  name: 'inquiries.list',
  permission: 'inquiries.read',
  admin: true,
  input: listInquiriesInput,
  run: async ({ ctx, input }): Promise<{ data: InquiryView[]; total: number; waiting: number }> => {
    const t = contactInquiries
    const where = and(input.status && eq(t.status, input.status), input.type && eq(t.inquiry_type, input.type))
    const order = input.direction === 'asc' ? asc : desc
    const sealed = Boolean(input.search) || input.sort === 'company'
    const from = (input.page - 1) * input.per_page
    const rows = ctx.db.select().from(t).where(where).orderBy(order(t.created_at), order(t.id))
    const [found, [counted], [waiting]] = await Promise.all([
      sealed ? rows.limit(MOST) : rows.limit(input.per_page).offset(from),
      ctx.db.select({ total: count() }).from(t).where(where),
      ctx.db.select({ total: count() }).from(t).where(eq(t.status, 'new')),
    ])
    const opened = await openInquiries(ctx.db, ctx.services, found)
    if (!sealed) return { data: await showInquiries(ctx, opened), total: counted!.total, waiting: waiting!.total }
    const named = opened.filter((row) => contains(row, input.search))
    if (input.sort === 'company') named.sort((a, b) => byCompany(a, b) * (input.direction === 'asc' ? 1 : -1))
    return { data: await showInquiries(ctx, named.slice(from, from + input.per_page)), total: named.length, waiting: waiting!.total }
  },
})

/** The database cannot look into what is sealed: so many are opened, the newest or the oldest of them, to be searched or put in order. */
const MOST = 20_000

const contains = (row: OpenInquiry, search = '') =>
  [row.company, row.email, row.notes, `${row.first_name} ${row.last_name}`].some((text) =>
    text.toLowerCase().includes(search.toLowerCase()),
  )

const byCompany = (a: OpenInquiry, b: OpenInquiry) =>
  a.company.toLowerCase().localeCompare(b.company.toLowerCase()) || (a.id < b.id ? -1 : 1)
