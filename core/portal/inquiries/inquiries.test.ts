import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#core/kernel/context.ts'
import { auditLogs } from '#db/schema.ts'
import { personCtx } from '#tests/api/admin-caller.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount } from '#tests/api/person.ts'
import { getInquiry } from './get.ts'
import { listInquiries } from './list.ts'
import { sendContactEmail } from './send-inquiry.ts'
import { updateInquiry } from './update.ts'

let api: Awaited<ReturnType<typeof startApi>>
let ctx: Ctx
beforeAll(async () => {
  api = await startApi()
  const admin = personCtx(api.services, 'admin')
  const id = await makeAccount(api, 'admin@tests.example', 'admin')
  ctx = { ...admin, actor: { ...admin.actor, id } as Ctx['actor'] }
})
afterAll(() => api?.stop())

const list = (input: unknown = {}) => listInquiries.sent({ ctx, input })
const update = (input: unknown) => updateInquiry.sent({ ctx, input })

test('an inquiry is found, noted, handled and opened again, and every step is in the audit log', async () => {
  const form = {
    firstName: 'Ada',
    lastName: 'Example',
    phone: '+1 415 555 0123',
    notes: 'We issue notes on a private chain and ask about fees.',
  }
  const { id } = await sendContactEmail({
    ctx,
    input: { ...form, company: 'Acme 100%', email: 'ada@acme.example', inquiryType: 'pricing' },
  })
  await sendContactEmail({ ctx, input: { ...form, company: 'Beta', email: 'bo@beta.example', inquiryType: 'api' } })

  expect(await list()).toMatchObject({ total: 2, waiting: 2, data: [{ company: 'Beta' }, { company: 'Acme 100%' }] })
  for (const search of ['acme', 'ADA@', '100%', 'da exam', 'about fees'])
    expect(
      (await list({ search })).data.some((row) => row.id === id),
      search,
    ).toBe(true)
  expect((await list({ search: '0%x' })).total).toBe(0)
  expect((await list({ type: 'api' })).total).toBe(1)
  expect((await list({ sort: 'company', direction: 'asc', per_page: 1, page: 2 })).data[0]!.company).toBe('Beta')

  await update({ id, note: 'Called; sends documents on Monday.' })
  const handled = await update({ id, status: 'handled', note: 'Offer sent.' })
  expect(handled).toMatchObject({ status: 'handled', handled_by: 'admin@tests.example' })
  expect(handled.notes.map((note) => note.text)).toEqual(['Called; sends documents on Monday.', 'Offer sent.'])
  expect(Date.parse(handled.due_at) - Date.parse(handled.created_at)).toBe(24 * 3_600_000)
  expect(await list({ status: 'handled' })).toMatchObject({ total: 1, waiting: 1 })
  await update({ id, status: 'new' })
  expect(await getInquiry({ ctx, input: { id } })).toMatchObject({ status: 'new', handled_by: null, handled_at: null })

  const entries = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.subject_id, id)).orderBy(auditLogs.timestamp)
  expect(entries.map((entry) => entry.action)).toEqual(['contact_inquiry', 'inquiry_note_added', 'inquiry_handled', 'inquiry_reopened'])
  expect(JSON.stringify(entries)).not.toContain('Offer sent')
})

test('what is missing or not theirs is refused', async () => {
  await expect(update({ id: 'inq_nowhere', status: 'handled' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(update({ id: 'inq_nowhere' })).rejects.toMatchObject({ code: 'validation_failed' })
  const issuer = personCtx(api.services, 'issuer')
  await expect(listInquiries({ ctx: issuer })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(updateInquiry({ ctx: issuer, input: { id: 'inq_x', status: 'handled' } })).rejects.toMatchObject({ code: 'forbidden' })
})
