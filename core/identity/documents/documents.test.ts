import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { removeDocument } from '#core/portal/holders/remove-document.ts'
import { auditLogs, documents, subjectKeys, users } from '#db/schema.ts'
import { scanBytes } from '#egress/clamd.ts'
import { startApi } from '#tests/api/harness.ts'
import { MALWARE, startScanner } from '#tests/scanner.ts'
import { downloadDocument } from './download.ts'
import { listDocuments } from './list.ts'
import { uploadDocument } from './upload.ts'

let api: Awaited<ReturnType<typeof startApi>>
let ada: Ctx
let bob: Ctx

async function person(email: string): Promise<Ctx> {
  const auth = createAuth(api.services, { secret: 'x'.repeat(40), rateLimit: false })
  const id = await createAccount(api.services, auth, { email, password: 'A-long-one-9', role: 'investor' })
  const [row] = await api.services.connection.db.select().from(users).where(eq(users.id, id))
  const base = systemCtx(api.services, { id, organizationId: row!.organization_id, environment: 'sandbox' })
  const actor = {
    type: 'user',
    id,
    ...atHome(row!.organization_id, 'investor'),
    email,
    sessionId: 's',
    secondFactorAt: null,
  } as const
  return { ...base, actor }
}

beforeAll(async () => {
  api = await startApi()
  ada = await person('ada@documents.example')
  bob = await person('bob@documents.example')
})
afterAll(() => api.stop())

const bytes = (text: string) => new TextEncoder().encode(text)
const pdf = bytes('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\nA passport of Ada Example\n%%EOF')
const upload = (ctx: Ctx, content: Uint8Array, name = 'passport.pdf', kind = 'passport') =>
  uploadDocument({ ctx, input: { owner_type: 'user', owner_id: ctx.actor.id, kind, file_name: name, bytes: content } })

test('a document is kept sealed, read back whole as an attachment, and every reading is in the log', async () => {
  const kept = await upload(ada, pdf, '../../etc/Päss"port\u202Efdp.exe')
  expect(kept).toMatchObject({ media_type: 'application/pdf', size: pdf.byteLength, status: 'uploaded' })
  expect(kept.file_name).toBe('Pässportfdp.pdf')
  const { db } = api.services.connection
  const [row] = await db.select().from(documents).where(eq(documents.id, kept.id))
  expect(Buffer.from(row!.content_sealed).includes('passport of Ada')).toBe(false)
  const { bytes: opened, headers } = await downloadDocument({ ctx: ada, input: { id: kept.id } })
  expect(Buffer.compare(opened, pdf)).toBe(0)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="P_ssportfdp.pdf"/)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" })
  const log = await db.select().from(auditLogs).where(eq(auditLogs.subject_id, kept.id))
  expect(log.map((entry) => entry.action).sort()).toEqual(['document_read', 'document_uploaded'])
  expect(JSON.stringify(log)).not.toContain('Päss')
  expect((await upload(ada, pdf)).id, 'the same file twice is one document').toBe(kept.id)
})

test('what is not a document, or could act when opened, is refused with a reason', async () => {
  const reason = async (content: Uint8Array) => {
    const error = await upload(ada, content).catch((e) => e)
    return error.fields?.[0]?.code
  }
  expect(await reason(new Uint8Array())).toBe('required')
  expect(await reason(bytes('<html><script>alert(1)</script>'))).toBe('invalid_type')
  expect(await reason(bytes('MZ\x90 a program called scan.pdf'))).toBe('invalid_type')
  expect(await reason(bytes('%PDF-1.4 /OpenAction << /S /JavaScript /JS (app.alert(1)) >>'))).toBe('active_content')
  expect(await reason(bytes('%PDF-1.4 X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'))).toBe('active_content')
  expect(await reason(new Uint8Array(10 * 1024 * 1024 + 1))).toBe('too_large')
  await expect(upload(ada, pdf, 'a.pdf', 'memorandum')).rejects.toMatchObject({ code: 'validation_failed' })
})

test('others see nothing of it; reviewers may read; removal destroys the content', async () => {
  const [mine] = (await listDocuments({ ctx: ada, input: { owner_type: 'user', owner_id: ada.actor.id } })).data
  await expect(listDocuments({ ctx: bob, input: { owner_type: 'user', owner_id: ada.actor.id } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(downloadDocument({ ctx: bob, input: { id: mine!.id } })).rejects.toMatchObject({ code: 'not_found' })
  await expect(removeDocument({ ctx: bob, input: { id: mine!.id } })).rejects.toMatchObject({ code: 'not_found' })
  const admin = { ...bob, actor: { ...bob.actor, role: 'admin' } } as Ctx
  expect((await downloadDocument({ ctx: admin, input: { id: mine!.id } })).bytes.byteLength).toBe(pdf.byteLength)
  await expect(removeDocument({ ctx: admin, input: { id: mine!.id } })).rejects.toMatchObject({ code: 'not_found' })

  const second = await upload(ada, Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]))
  await removeDocument({ ctx: ada, input: { id: second.id } })
  await expect(downloadDocument({ ctx: ada, input: { id: second.id } })).rejects.toMatchObject({ code: 'not_found' })
  const { db } = api.services.connection
  const [row] = await db.select().from(documents).where(eq(documents.id, second.id))
  expect(row!.content_sealed.byteLength).toBe(0)

  // Destroying the person's key erases every document of theirs.
  await db
    .update(subjectKeys)
    .set({ wrapped_key: null, destroyed_at: new Date() })
    .where(eq(subjectKeys.id, `user:${ada.actor.id}`))
  api.services.keyring.forget(`user:${ada.actor.id}`)
  await expect(downloadDocument({ ctx: ada, input: { id: mine!.id } })).rejects.toMatchObject({ code: 'not_found' })
})

test('one file sent several times in the same moment is kept once', async () => {
  const carol = await person('carol@documents.example')
  const kept = await Promise.all(Array.from({ length: 4 }, () => upload(carol, pdf)))
  expect(new Set(kept.map((one) => one.id)).size).toBe(1)
})

test('V5.4.3 the antivirus looks at each file before it is kept and before it is opened; without its answer neither happens', async () => {
  const dora = await person('dora@documents.example')
  const before = await upload(dora, bytes(`%PDF-1.7 ${MALWARE}`))
  const config = api.services.config
  const scanner = await startScanner(join(config.dataDir, 'clamd.ctl'))
  config.antivirusUrl = scanner.url
  try {
    const refused = await upload(dora, bytes(`%PDF-1.7 ${MALWARE} again`)).catch((error) => error)
    expect(refused).toMatchObject({ code: 'validation_failed', fields: [{ pointer: '/file', code: 'malware' }] })
    const kept = await upload(dora, Buffer.concat([pdf, Buffer.alloc(700_000)]))
    expect((await downloadDocument({ ctx: dora, input: { id: kept.id } })).bytes.byteLength).toBe(kept.size)
    // Kept before there was an antivirus, or before it knew.
    await expect(downloadDocument({ ctx: dora, input: { id: before.id } })).rejects.toMatchObject({ code: 'conflict' })
    expect(scanner.scanned).toBe(4)
    for (const answer of ['INSTREAM size limit exceeded. ERROR', 'stream: OK FOUND OK', '']) {
      scanner.answer = answer
      await expect(upload(dora, bytes('%PDF-1.7 unseen'))).rejects.toMatchObject({ code: 'not_ready' })
    }
    scanner.answer = null
    await expect(scanBytes(scanner.url, pdf, 100)).rejects.toMatchObject({ code: 'timeout' })
    config.antivirusUrl = 'tcp://127.0.0.1:9'
    await expect(downloadDocument({ ctx: dora, input: { id: kept.id } })).rejects.toMatchObject({ code: 'not_ready' })
    const { data } = await listDocuments({ ctx: dora, input: { owner_type: 'user', owner_id: dora.actor.id } })
    expect(data.map((each) => each.id)).toEqual([kept.id, before.id])
  } finally {
    config.antivirusUrl = null
    scanner.stop()
  }
})
