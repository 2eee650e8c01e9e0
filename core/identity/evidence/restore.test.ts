import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindVerbs } from '#core/doors/verbs.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { eraseDue } from '#core/review/erasure/erase.ts'
import { openFile } from '#credentials/seal.ts'
import { connect } from '#db/connect.ts'
import { documents, erasures, evidence, identitySessions } from '#db/schema.ts'
import { composeServices } from '#server/compose.ts'
import { createLog } from '#server/log.ts'
import { startProduction, type Tenant } from '#tests/reach/production.ts'
import { readContext } from './record.ts'

let at: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
const folders: string[] = []
const drops: (() => Promise<void>)[] = []
beforeAll(async () => {
  at = await startProduction()
  of = await at.tenant('restores', { shows: false })
})
afterAll(async () => {
  for (const drop of drops) await drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  await at?.stop()
})

const said = { date_of_birth: '1984-08-12', country: 'SE' }
const anonymous = (services: Services) =>
  bindVerbs({
    ...systemCtx(services, { id: 'anonymous', organizationId: of.ctx.organizationId, environment: 'production' }),
    actor: { type: 'anonymous', id: 'anonymous' },
  })

/** Somebody whose pictures a reviewer has before them. */
async function submitted(full_name: string, n: number) {
  const wallet_address = `0x${String(n).repeat(40)}`
  const session = await of.post('/identity/sessions', { wallet_address, methods: ['document_review'] })
  const token: string = session.url.split('/verify/')[1]
  const page = anonymous(at.api.services)
  await page.sayWhoYouAre({ token, full_name, ...said, line1: '1 Harbour Street', city: 'Visby' })
  const paper = { kind: 'passport', full_name, ...said, number: `P0077000${n}`, issuing_country: 'SE', expires_on: '2034-04-15' }
  const { country: _, ...document } = paper
  await page.sayDocument({ token, ...document })
  const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, n])
  await page.sendPicture({ token, kind: 'front', file_name: 'p.png', bytes })
  await page.submitIdentityReview({ token })
  return { id: session.id as string, token, wallet_address }
}

async function accepted(full_name: string, n: number) {
  const session = await submitted(full_name, n)
  const { data } = await of.get(`/cases?subject_id=${session.id}`)
  await at.settle(data[0].id, 'release')
  return { ...session, ...(await of.get(`/identity/sessions/${session.id}`)) }
}

async function erase(wallet_address: string): Promise<void> {
  const { id } = await of.post('/erasures', { wallet_address, law: 'gdpr' })
  await at.db.update(erasures).set({ erase_from: '2020-01-01', records: [] }).where(eq(erasures.id, id))
  await eraseDue(at.api.services)
}

/** The database as it is now, put back beside it, and the product on it. */
async function restored(settings: Record<string, string> = {}): Promise<Services> {
  const url = new URL(at.api.databaseUrl)
  const owner = new URL(at.api.owner.pool.options.connectionString!)
  const [from, to] = [url.pathname.slice(1), `restored_${process.pid}_${drops.length}`]
  owner.pathname = '/postgres'
  const server = new pg.Client({ connectionString: owner.href })
  await server.connect()
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from])
  await server.query(`create database ${to} template ${from}`)
  await server.end()
  url.pathname = `/${to}`
  const connection = connect(url.href)
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-restored-'))
  folders.push(folder)
  drops.push(async () => {
    await connection.close()
    const client = new pg.Client({ connectionString: owner.href })
    await client.connect()
    await client.query(`drop database if exists ${to} with (force)`)
    await client.end()
  })
  const env = { ...at.api.env, dataDir: folder, ...settings }
  return composeServices({ env, connection, log: createLog('silent', false) })
}

const opened = async (services: Services, sessionId: string) => {
  const { db } = services.connection
  const [row] = await db.select().from(evidence).where(eq(evidence.session_id, sessionId))
  const [picture] = await db.select().from(documents).where(eq(documents.owner_id, sessionId))
  const read = await services.keyring.open<{ full_name: string }>(db, row!.subject_key_id, readContext(row!.id), row!.read_sealed)
  const key = await services.keyring.read(db, picture!.subject_key_id)
  const bytes = await openFile(key, `documents.content:${picture!.id}`, picture!.content_sealed)
  return { name: read.full_name, last: bytes.at(-1) }
}

test('what a backup holds of identities opens again with the secret and without it not; who was erased before stays so', async () => {
  const kept = await accepted('Anna Restorova', 1)
  const gone = await accepted('Gone Restorova', 2)
  const open = await submitted('Olga Restorova', 3)
  await erase(gone.wallet_address)
  const services = await restored()
  const { db } = services.connection
  expect(await opened(services, kept.id)).toEqual({ name: 'Anna Restorova', last: 1 })
  await expect(opened(services, gone.id)).rejects.toThrow(Erased)
  expect(await db.$count(documents, eq(documents.owner_id, gone.id))).toBe(0)
  // The record is as whole as it was.
  expect((await verifyAudit(services)).faults).toEqual((await verifyAudit(at.api.services)).faults)
  // A session that waits goes on where it was.
  const page = await anonymous(services).readVerifyPage({ token: open.token })
  expect(page).toMatchObject({ status: 'in_review', review: { pictures: [{ kind: 'front' }] } })
  const [session] = await db.select().from(identitySessions).where(eq(identitySessions.id, open.id))
  expect(session).toMatchObject({ status: 'in_review' })
  const stranger = await restored({ secret: 'another-secret-of-the-tests-of-40-characters' }).catch((error: Error) => error)
  if (stranger instanceof Error) expect(stranger.message).toMatch(/secret/i)
  else await expect(opened(stranger, kept.id)).rejects.toThrow()
})
