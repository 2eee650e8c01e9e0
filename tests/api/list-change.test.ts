import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { issueCredential } from '#core/identity/credentials/issue.ts'
import { rescreenAfterDelta } from '#core/identity/listed/sandbox-delta.ts'
import { ensurePerson } from '#core/identity/persons/ensure.ts'
import { atHome } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { decideCase } from '#core/review/cases/decide.ts'
import { listListVersions, readBlastRadius, readListDelta, refreshListsNow } from '#core/screening/lists/versions.ts'
import { viewFor } from '#core/screening/lists/view.ts'
import { lookUp } from '#core/screening/matching/screen-subject.ts'
import { type Publishers, refreshLists as refreshFrom, refreshWhenAsked } from '#core/upkeep/lists/refresh.ts'
import { rescreenPending } from '#core/upkeep/lists/rescreen-pending.ts'
import { tellStaleLists } from '#core/upkeep/lists/stale.ts'
import { apiKeys, events, listVersions, monitoredSubjects } from '#db/schema.ts'
import { egress } from '#egress/gate.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let services: Services
let production: string
let sandbox: string
let organizationId: string
let server: Server
let publishers: Publishers
/** What the publisher has now, by path. */
const files = new Map<string, string>()
let misbehave: ((request: IncomingMessage, response: ServerResponse, body: string) => void) | null = null
const asked: { url: string; status: number }[] = []

const NULLS = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
const sdn = (...names: string[]) => `${names.map((name, i) => `${100 + i},"${name}","individual","SDGT",${NULLS}\r\n`).join('')}\x1a`
const un = (day: string, ...names: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${day}T00:00:00.000Z"><INDIVIDUALS>${names
  .map(
    (name, i) =>
      `<INDIVIDUAL><DATAID>${i}</DATAID><FIRST_NAME>${name}</FIRST_NAME><UN_LIST_TYPE>Test</UN_LIST_TYPE><REFERENCE_NUMBER>QDi.${name.length}${i}</REFERENCE_NUMBER></INDIVIDUAL>`,
  )
  .join('')}</INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`

/** The publishers of these tests are on this machine, and have short lists. */
const refreshLists = (to: Services, from: Publishers) => refreshFrom(to, from, egress.fetch('list', { allowPrivate: true }), {})

beforeAll(async () => {
  api = await startApi({}, { passports: true })
  services = { ...api.services, config: { ...api.services.config, listSource: 'official' } }
  const made = await api.makeKey('production')
  production = made.key
  sandbox = (await api.makeKey('sandbox')).key
  const [row] = await services.connection.db.select().from(apiKeys).where(eq(apiKeys.id, made.id))
  organizationId = row!.organization_id
  server = createServer((request, response) => {
    const body = files.get(request.url!) ?? ''
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    response.on('finish', () => asked.push({ url: request.url!, status: response.statusCode }))
    if (misbehave) misbehave(request, response, body)
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag, 'content-length': Buffer.byteLength(body) }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  publishers = {
    us_ofac_sdn: [
      { name: 'sdn.csv', url: `${base}/sdn.csv`, bytesMax: 10_000 },
      { name: 'alt.csv', url: `${base}/alt.csv`, bytesMax: 10_000 },
    ],
    un_sc: [{ name: 'consolidated.xml', url: `${base}/consolidated.xml`, bytesMax: 10_000 }],
  }
  files.set('/sdn.csv', sdn('RAHMATULLAH, Bashir', 'KOWALCZYK, Zenobia'))
  files.set('/alt.csv', '100,1,"aka","BASHIR THE TEST",-0- \r\n\x1a')
  files.set('/consolidated.xml', un('2026-08-01', 'Thaddeus Montgomery'))
})
afterAll(async () => {
  server?.closeAllConnections()
  await new Promise((done) => server.close(done))
  await services?.screening.close()
  await api?.stop()
})

const admin = (environment: 'production' | 'sandbox' = 'production') => systemCtx(services, { id: 'test', organizationId, environment })
const check = (body: object, key = production) => api.call('POST', '/v1/sanctions/check', body, key)
const versions = () =>
  services.connection.db.select().from(listVersions).where(isNull(listVersions.organization_id)).orderBy(asc(listVersions.loaded_at))
const told = async (type: string) =>
  services.connection.db
    .select()
    .from(events)
    .where(and(eq(events.organization_id, organizationId), eq(events.type, type)))
    .orderBy(asc(events.position))

describe('official lists', () => {
  test('are downloaded, put in force, and asked for again with their entity tags', async () => {
    expect((await check({ full_name: 'Zenobia Kowalczyk' })).body.code).toBe('screening_unavailable')
    await refreshLists(services, publishers)
    expect(services.screening.state()).toMatchObject({ official: true, index: { entities: 3 } })
    expect((await check({ full_name: 'Zenobia Kowalczyk' })).body).toMatchObject({ status: 'possible_match' })
    const watched = await check({ full_name: 'Ottoline Featherstone', monitor: true })
    expect(watched.body).toMatchObject({ status: 'clear', monitored: true })
    await check({ full_name: 'Zenobia Kowalczyk', monitor: true })
    await check({ full_name: 'Completely Unrelated', monitor: true }, sandbox)
    asked.length = 0
    await refreshLists(services, publishers)
    expect(asked.map((a) => a.status)).toEqual([304, 304, 304])
    expect(await versions()).toHaveLength(2)
  })

  test('A17 a merely declared age verifies nobody in production, and shows what it reaches', async () => {
    const wallet_address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const play = async (key: string, required_age_tier: string) => {
      const player = { wallet_address, date_of_birth: '2000-01-01', jurisdiction: 'US', required_age_tier }
      return (await api.call('POST', '/v1/gaming/verify-age', player, key)).body
    }
    const declared = { evidence: 'self_declared', age_tier: '21+', age_reached: true }
    expect(await play(sandbox, '18+')).toMatchObject({ ...declared, age_verified: true, eligible: true })
    expect(await play(production, '18+')).toMatchObject({ ...declared, age_verified: false, eligible: false })
    expect(await play(production, '13+')).toMatchObject({ ...declared, age_verified: false })
  })

  test('a revocation that is declined leaves what was, unless the holder is not screened clear now', async () => {
    const ctx = admin()
    const other = systemCtx(services, { id: 'usr_other', organizationId, environment: 'production' })
    for (const [n, full_name, suspended, then] of [
      [1, 'Ada Real', false, 'active'],
      [2, 'Grace Real', true, 'suspended'],
      [3, 'Zenobia Kowalczyk', false, 'suspended'],
    ] as const) {
      const { id } = await ctx.db.transaction(async (tx) => {
        const { person } = await ensurePerson(tx, ctx, { full_name, date_of_birth: '1980-02-03', country: 'US' })
        const wallet = await ensureWallet(tx, ctx, { canonical: `0x${`7${n}`.repeat(20)}`, family: 'evm' })
        return issueCredential(tx, ctx, { person, wallet, level: 'basic', source: 'verification' })
      })
      const post = (act: string) => api.call('POST', `/v1/credentials/${id}/${act}`, { reason_code: 'key_compromise' }, production)
      if (suspended) await post('suspend')
      const asked = await post('revoke')
      expect(asked.body, asked.text).toMatchObject({ state: 'suspended', second_person: { status: 'awaiting_second' } })
      const word = { outcome: 'refuse' as const, reason_code: 'key_is_safe', note: 'The key never left its safe.' }
      await decideCase({ ctx: other, input: { id: asked.body.second_person.case_id, ...word } })
      const { body } = await api.call('GET', `/v1/credentials/${id}`, undefined, production)
      expect(body, full_name).toMatchObject({ state: then, reason_code: then === 'active' ? null : 'key_compromise' })
    }
  })

  test('a new version screens monitored subjects again, tells every subscriber, and the old one answers for its time', async () => {
    const before = new Date().toISOString()
    files.set('/sdn.csv', sdn('RAHMATULLAH, Bashir', 'FEATHERSTONE, Ottoline', 'SOMEBODY, Else'))
    await refreshLists(services, publishers)
    expect(await versions()).toHaveLength(3)
    expect((await told('sanctions.match.created')).filter((e) => e.resource_type === 'monitored_subject')).toHaveLength(1)
    expect(await told('sanctions.match.cleared')).toHaveLength(1)
    const updated = (await told('sanctions.list.updated')).filter((e) => e.environment === 'production')
    expect(updated.at(-1)!.object).toMatchObject({ source: 'us_ofac_sdn', added: 1, changed: 1, removed: 0, affected_subjects: 2 })
    const sandboxTold = (await told('sanctions.list.updated')).filter((e) => e.environment === 'sandbox')
    expect(sandboxTold.at(-1)!.object).toMatchObject({ affected_subjects: 0 })
    expect((await check({ full_name: 'Ottoline Featherstone' })).body.status).toBe('possible_match')
    const then = await check({ full_name: 'Ottoline Featherstone', as_of: before })
    expect(then.body).toMatchObject({ status: 'clear', as_of: before })
    expect((await check({ full_name: 'Zenobia Kowalczyk', as_of: before })).body.status).toBe('possible_match')

    // Another process that had not heard of the new version yet began to watch somebody: the second look, once, finds them.
    const missed = (await check({ full_name: 'Somebody Else', monitor: true })).body.monitored_subject_id
    await services.connection.db
      .update(monitoredSubjects)
      .set({ last_status: 'clear', last_matches: [] })
      .where(eq(monitoredSubjects.id, missed))
    expect(await rescreenPending(services)).toBe(null)
    const later = (await rescreenPending(services, Date.now() + 61_000))!
    expect(later.map((one) => [one.created, one.updated, one.cleared])).toContainEqual([1, 0, 0])
    expect((await told('sanctions.match.created')).filter((e) => e.resource_id === missed)).toHaveLength(1)
    expect(await rescreenPending(services, Date.now() + 61_000)).toBe(null)

    const { data } = await readBlastRadius({ ctx: admin() })
    expect(data[0]).toMatchObject({ source: 'us_ofac_sdn', added: 1, report: { subjects: 3, created: 1, cleared: 1 } })
    const { versions: shown, sources, refreshes } = await listListVersions({ ctx: admin(), input: { limit: 50 } })
    expect(shown.filter((v) => v.in_force)).toHaveLength(2)
    expect(shown[0]!.files[0]!.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(sources.map((s) => [s.source, s.stale])).toEqual([
      ['un_sc', false],
      ['us_ofac_sdn', false],
    ])
    expect(refreshes.map((r) => [r.source, r.state])).toEqual([
      ['un_sc', 'unchanged'],
      ['us_ofac_sdn', 'loaded'],
    ])
    const difference = await readListDelta({ ctx: admin(), input: { to: data[0]!.version_id, limit: 100 } })
    expect(difference).toMatchObject({
      counts: { added: 1, changed: 1, removed: 0 },
      added: [{ entity_id: 'us_ofac_sdn:102' }],
      changed: [{ name: 'Ottoline FEATHERSTONE', fields: ['names'] }],
    })
  })

  test.each([
    [
      'a cut-off answer',
      (_: IncomingMessage, r: ServerResponse, body: string) =>
        r.writeHead(200, { 'content-length': body.length + 50 }).write(body.slice(0, 60), () => r.destroy()),
      /./,
    ],
    [
      'a page of apologies',
      (_: IncomingMessage, r: ServerResponse) => r.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html>Sorry</html>'),
      /is a web page/,
    ],
    ['an error', (_: IncomingMessage, r: ServerResponse) => r.writeHead(503).end(), /answered 503/],
    [
      'a malformed file',
      (_: IncomingMessage, r: ServerResponse) => r.end(`${sdn('GOOD, Name').slice(0, -1)}200,"BROKEN\r\n`),
      /sdn\.csv:2|us_ofac_sdn|not the list/,
    ],
    [
      'a cut gzip',
      (_: IncomingMessage, r: ServerResponse, body: string) =>
        r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body).subarray(0, -9)),
      /came packed \(gzip\)/,
    ],
    [
      'an answer cut where its connection ended',
      ({ socket }: IncomingMessage, _: ServerResponse, body: string) =>
        socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${body.slice(0, 60)}`),
      /does not say where it ends/,
    ],
    [
      'a redirect in a circle',
      (q: IncomingMessage, r: ServerResponse) => r.writeHead(302, { location: q.url }).end(),
      /more than 5 redirects/,
    ],
    ['more than a list can be', (_: IncomingMessage, r: ServerResponse) => r.end('1,'.repeat(20_000)), /larger than 10000 bytes/],
    ['another publisher', (_: IncomingMessage, r: ServerResponse) => r.end(un('2026-08-02', 'Another List')), /is not the list/],
  ])('%s changes nothing and is said', async (_, answer, reason) => {
    const before = services.screening.official().map((l) => l.sha256)
    misbehave = answer
    await refreshLists(services, { us_ofac_sdn: publishers.us_ofac_sdn!.slice(0, 1) })
    misbehave = null
    expect(services.screening.official().map((l) => l.sha256)).toEqual(before)
    const { refreshes } = await listListVersions({ ctx: admin(), input: { limit: 1 } })
    const refresh = refreshes.find((r) => r.source === 'us_ofac_sdn')!
    expect(refresh).toMatchObject({ state: 'failed' })
    expect(refresh.error).toMatch(reason)
    expect((await check({ full_name: 'Ottoline Featherstone' })).body.status).toBe('possible_match')
  })

  test('an administrator can ask for a refresh; others cannot', async () => {
    expect(await refreshWhenAsked(services)).toBe(false)
    await refreshListsNow({ ctx: admin() })
    const user = {
      ...admin(),
      actor: { type: 'user', id: 'usr_x', ...atHome(organizationId, 'issuer'), email: '', sessionId: '', secondFactorAt: null } as const,
    }
    await expect(refreshListsNow({ ctx: user })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listListVersions({ ctx: user, input: { limit: 1 } })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('lists that nobody confirmed for a day are told once, and make a review of every check', async () => {
    expect(await tellStaleLists(services)).toEqual([])
    const old = new Date(Date.now() - 25 * 3_600_000).toISOString()
    services.screening.markChecked(new Map([['us_ofac_sdn', old]]))
    expect(await tellStaleLists(services)).toEqual(['us_ofac_sdn'])
    expect(await tellStaleLists(services)).toEqual([])
    expect((await told('sanctions.list.stale')).map((e) => e.object)).toMatchObject([
      { source: 'us_ofac_sdn', budget: 86_400 },
      { source: 'us_ofac_sdn', budget: 86_400 },
    ])
    expect((await check({ full_name: 'Completely Unrelated' })).body).toMatchObject({
      sanctions_cleared: false,
      decision: { outcome: 'review' },
    })
  })
})

/** Mulberry32: the same changes every run. */
function seeded(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const CHANGES = Number(process.env.RESCREEN_DELTAS ?? 12)

test(`after each of ${CHANGES} random changes every monitored subject has the result a full screening gives`, async () => {
  const random = seeded(4)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!
  const given = 'Ivan Mohammed Yusuf Elena Dmitry Hassan Petra Viktor'.split(' ')
  const family = 'Petrov Kuznetsov Hussein Ivanenko Belov Haddad Morozov Al-Rashid'.split(' ')
  const spelled = (name: string) => name.replace(/Mohammed/, pick(['Mohammed', 'Muhammad'])).replace(/ov$/, pick(['ov', 'off']))
  const wallet = () => `0x${'0'.repeat(38)}${pick(['a1', 'b2', 'c3', 'd4'])}`
  for (let i = 0; i < 60; i++)
    await check(
      {
        full_name: spelled(`${pick(given)} ${pick(family)}`),
        ...(random() < 0.3 && { wallet_address: wallet() }),
        ...(random() < 0.3 && { date_of_birth: `19${60 + Math.floor(random() * 30)}-01-01` }),
        threshold: pick([0.8, 0.85, 0.95]),
        monitor: true,
      },
      sandbox,
    )
  const ctx = admin('sandbox')
  const listed = new Set<string>()
  let changed = 0
  for (let i = 0; i < CHANGES; i++) {
    const remove = [...listed].filter(() => random() < 0.15)
    const add = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      entity_id: `E${Math.floor(random() * 40)}`,
      name: `${pick(given)} ${pick(family)}`,
      ...(random() < 0.3 && { aliases: [`${pick(given)} ${pick(family)}`] }),
      ...(random() < 0.3 && { wallet_addresses: [wallet()] }),
      ...(random() < 0.4 && { date_of_birth: `19${60 + Math.floor(random() * 30)}-01-01` }),
    })).filter((entry, n, all) => !remove.includes(entry.entity_id) && all.findIndex((e) => e.entity_id === entry.entity_id) === n)
    for (const id of remove) listed.delete(id)
    for (const { entity_id } of add) listed.add(entity_id)
    if (!add.length && !remove.length) continue
    const { rescreened } = await rescreenAfterDelta({ ctx, input: { add, remove } })
    changed += rescreened.created + rescreened.updated + rescreened.cleared
    const view = await viewFor(ctx.db, ctx)
    for (const row of await ctx.db.select().from(monitoredSubjects).where(eq(monitoredSubjects.environment, 'sandbox'))) {
      const subject = await services.keyring.open<object>(
        ctx.db,
        row.subject_key_id,
        `monitored_subjects.subject:${row.subject_key_id}`,
        row.subject_sealed,
      )
      const full = lookUp(view, subject, { threshold: row.threshold / 10_000 })
      expect(row.last_matches).toEqual(full.map(({ entity_id, score, match_type }) => ({ entity_id, score, match_type })))
    }
  }
  expect(changed).toBeGreaterThan(CHANGES)
})

test('C1 a downloaded list that lost a quarter of itself is held back, and the version in force stays', async () => {
  const people = Array.from(
    { length: 400 },
    (_, i) => `PERSON${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 10) % 10]}${i}, Somebody`,
  )
  const large = { ...publishers, us_ofac_sdn: publishers.us_ofac_sdn!.map((file) => ({ ...file, bytesMax: 1_000_000 })) }
  files.set('/sdn.csv', sdn(...people, 'LASTLISTED, Lavinia'))
  await refreshLists(services, large)
  const found = async () => (await check({ full_name: 'Lavinia Lastlisted' })).body.status
  expect(await found()).toBe('possible_match')
  const stored = (await versions()).length
  files.set('/sdn.csv', sdn(...people.slice(0, 300)))
  await refreshLists(services, large)
  const { refreshes } = await listListVersions({ ctx: admin(), input: { limit: 1 } })
  expect(refreshes.find((r) => r.source === 'us_ofac_sdn')).toMatchObject({ state: 'failed', error: expect.stringMatching(/300 entries/) })
  expect([await found(), (await versions()).length]).toEqual(['possible_match', stored])
  expect((await api.call('GET', '/readyz')).body).toMatchObject({ lists_missing: [], lists_held: [{ source: 'us_ofac_sdn' }] })
  // Fewer by less is what publishers do, and ends the hold.
  const newer = `600,"NEWLY, Listed","individual","SDGT",${NULLS}\r\n\x1a`
  files.set('/sdn.csv', sdn(...people.slice(0, 390)).replace('\x1a', newer))
  await refreshLists(services, large)
  expect([await found(), (await versions()).length]).toEqual(['clear', stored + 1])
})
