import { openValue, PLATFORM_KEY, prepareValues, sealValue } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'
import type { contactInquiries, InquiryContent } from '#db/schema.ts'

type Keys = Pick<Services, 'connection' | 'keyring'>
type Row = typeof contactInquiries.$inferSelect
export interface InquiryNote {
  at: string
  by: string
  text: string
}
/** An inquiry's row with what was written into the form, and the notes of colleagues. */
export type OpenInquiry = Row & InquiryContent & { colleagues: InquiryNote[] }

const contentContext = (id: string) => `contact_inquiries.content:${id}`
const notesContext = (id: string) => `contact_inquiries.internal_notes:${id}`

/** A keyed hash by which the inquiries from an address are found. */
export const inquiryHash = (services: Pick<Services, 'keyring'>, email: string) =>
  services.keyring.mac('inquiry-address', email.toLowerCase())

export const sealInquiry = (db: Queryable, services: Keys, id: string, content: InquiryContent) =>
  sealValue(db, services, PLATFORM_KEY, contentContext(id), content)

export const sealNotes = (db: Queryable, services: Keys, id: string, notes: InquiryNote[]) =>
  sealValue(db, services, PLATFORM_KEY, notesContext(id), notes)

/** Inquiries as they were written. */
export async function openInquiries(db: Queryable, services: Keys, rows: readonly Row[]): Promise<OpenInquiry[]> {
  await prepareValues(
    db,
    services,
    rows.map((row) => row.content_sealed),
  )
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      ...(row.content_sealed ? await openValue(db, services, contentContext(row.id), row.content_sealed) : plainContent(row)),
      colleagues: await openValue(db, services, notesContext(row.id), row.internal_notes),
    })),
  )
}

/** From before inquiries were sealed. */
export const plainContent = (row: Row): InquiryContent => ({
  first_name: row.plain_first_name ?? '',
  last_name: row.plain_last_name ?? '',
  company: row.plain_company ?? '',
  email: row.plain_email ?? '',
  phone: row.plain_phone ?? '',
  notes: row.plain_notes ?? '',
})
