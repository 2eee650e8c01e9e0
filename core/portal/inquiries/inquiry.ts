import { mailAddresses } from '#core/kernel/people.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'
import type { contactInquiries } from '#db/schema.ts'
import { type OpenInquiry, openInquiries } from './content.ts'
import { INQUIRY_TYPES } from './send-inquiry.ts'

/** The contact form promises an answer within this time. */
const ANSWER_WITHIN_MS = 24 * 3_600_000

export interface InquiryView {
  id: string
  name: string
  company: string
  email: string
  phone: string
  type: string
  type_label: string
  message: string
  status: 'new' | 'handled'
  handled_by: string | null
  handled_at: string | null
  created_at: string
  /** When the promised 24 hours end. */
  due_at: string
  notes: { at: string; by: string; text: string }[]
}

/** Inquiries as they are shown, with the addresses of the colleagues who worked on them. */
export async function presentInquiries(
  ctx: { db: Queryable; services: Services },
  rows: readonly (typeof contactInquiries.$inferSelect)[],
): Promise<InquiryView[]> {
  return showInquiries(ctx, await openInquiries(ctx.db, ctx.services, rows))
}

export async function showInquiries(ctx: { db: Queryable; services: Services }, rows: readonly OpenInquiry[]): Promise<InquiryView[]> {
  const people = rows.flatMap((row) => [row.handled_by ?? [], ...row.colleagues.map((note) => note.by)].flat())
  const mailOf = await mailAddresses(ctx.db, ctx.services, people)
  return rows.map((row) => present(row, (id) => mailOf.get(id) ?? id))
}

function present(row: OpenInquiry, called: (id: string) => string): InquiryView {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    company: row.company,
    email: row.email,
    phone: row.phone,
    type: row.inquiry_type,
    type_label: INQUIRY_TYPES[row.inquiry_type as keyof typeof INQUIRY_TYPES] ?? row.inquiry_type,
    message: row.notes,
    status: row.status as InquiryView['status'],
    handled_by: row.handled_by && called(row.handled_by),
    handled_at: row.handled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    due_at: new Date(row.created_at.getTime() + ANSWER_WITHIN_MS).toISOString(),
    notes: row.colleagues.map((note) => ({ ...note, by: called(note.by) })),
  }
}
