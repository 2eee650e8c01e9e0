import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor, Ctx } from '#core/kernel/context.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { syncLists } from '#core/upkeep/lists/refresh.ts'
import { auditLogs, listHolds, listVersions, mails, notifications, userRoles } from '#db/schema.ts'
import type { ExpectedLists } from '#screening/lists/expected.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount } from '#tests/api/person.ts'
import { loadListFolder } from './load.ts'
import { releaseListByOperator, settleHeldList } from './release.ts'
import { listListVersions } from './versions.ts'

let api: Awaited<ReturnType<typeof startApi>>
let dir: string
let production: string
const ids: Record<string, string> = {}
const LEAST: ExpectedLists = { us_ofac_sdn: { source: 'the tests', least: { entries: 100, wallets: 20, aliases: 100 } } }
const NULLS = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
/** Of 120 people the last third has wallets. */
const row = (i: number, name = `PERSON${i}, Somebody`) =>
  `${i},"${name}","individual","SDGT",${NULLS},"DOB 19${10 + (i % 80)}; ${i > 80 ? `Digital Currency Address - ETH 0x${String(i).padStart(40, 'a')}; ` : ''}"\r\n`
const rows = (to: number) => Array.from({ length: to }, (_, i) => row(i + 1)).join('')
const aliases = (to: number) => Array.from({ length: to }, (_, i) => `${i + 1},${i + 1},"aka","ALIAS${i + 1}, An",-0- \r\n`).join('')
const UN = `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-08-01T00:00:00.000Z"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>
  <FIRST_NAME>THADDEUS</FIRST_NAME><UN_LIST_TYPE>X</UN_LIST_TYPE><REFERENCE_NUMBER>QDi.001</REFERENCE_NUMBER></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
const END = '\x1a'

beforeAll(async () => {
  api = await startApi()
  production = (await api.makeKey('production')).key
  dir = await mkdtemp(join(tmpdir(), 'lists-'))
})
afterAll(async () => {
  await rm(dir, { recursive: true })
  await api.services.screening.close()
  await api.stop()
})

const db = () => api.services.connection.db
async function load(files: Record<string, string>, least: ExpectedLists = LEAST) {
  await rm(dir, { recursive: true })
  dir = await mkdtemp(join(tmpdir(), 'lists-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
  const { offered } = await loadListFolder(api.services, dir, least)
  await sync()
  return offered
}
const sync = () => syncLists({ ...api.services, config: { ...api.services.config, listSource: 'official' } })
const codes = (offered: Awaited<ReturnType<typeof load>>, source = 'us_ofac_sdn') => {
  const found = offered.find((one) => one.source === source)!
  return [found.state, ...new Set(found.findings.map((one) => one.code))]
}
const check = async (full_name: string) => (await api.call('POST', '/v1/sanctions/check', { full_name }, production)).body
const found119 = async () => {
  const { matches } = await check('Somebody Person119')
  return matches.some((one: { entity_id: string }) => one.entity_id === 'us_ofac_sdn:119')
}
const ready = async () => (await api.call('GET', '/readyz')).body
const inForce = () => db().select().from(listVersions).where(eq(listVersions.source, 'us_ofac_sdn'))
const held = async () => (await db().select().from(listHolds).where(eq(listHolds.state, 'held'))).map((one) => one.id)
const reason = 'Compared with the publisher’s own page.'
const WHOLE = { 'sdn.csv': rows(120) + END, 'alt.csv': aliases(120) + END, 'consolidated.xml': UN }

function as(name: string): Ctx {
  const person = { id: ids[name]!, ...atHome('org_x', 'admin'), email: `${name}@two.example`, sessionId: 's' } as const
  const actor: Actor = { type: 'user', ...person, secondFactorAt: Date.now(), hasSecondFactor: true }
  return { ...systemCtx(api.services, { id: 'test' }), actor, organizationId: 'org_x', environment: 'sandbox' }
}

it('C1 the first third of a list on an empty installation is held back, and nobody is cleared', async () => {
  const third = { ...WHOLE, 'sdn.csv': rows(40), 'alt.csv': aliases(40) + END }
  expect(codes(await load(third))).toEqual(['held', 'below_minimum', 'cut_off'])
  // The same again is the same hold.
  expect(codes(await load(third))).toEqual(['held', 'below_minimum', 'cut_off'])
  expect(await held()).toHaveLength(1)
  expect(await check('Nobody Atall')).toMatchObject({ code: 'screening_unavailable' })
  const { warnings, lists_missing, lists_held } = await ready()
  expect(lists_missing).toEqual(['us_ofac_sdn'])
  expect(lists_held).toMatchObject([{ source: 'us_ofac_sdn', findings: [{ code: 'below_minimum' }, {}, {}, { code: 'cut_off' }] }])
  expect(warnings.join()).toMatch(/was held back\. 40 entries where a whole list has at least 100.*us_ofac_sdn is required/s)
  const metrics = await api.call('GET', '/metrics')
  expect(metrics.text).toMatch(/sealwright_lists_held 1[\s\S]*sealwright_lists_missing 1/)
})

it('C1 a first start without two administrators is the operator’s to release, in the log', async () => {
  const [id] = await held()
  await expect(releaseListByOperator(api.services, 'none', reason)).rejects.toMatchObject({ code: 'not_found' })
  await expect(releaseListByOperator(api.services, id!, 'short')).rejects.toMatchObject({ code: 'validation_failed' })
  await releaseListByOperator(api.services, id!, reason)
  await sync()
  expect((await inForce()).map((one) => one.id)).toEqual([id])
  expect(await check('Nobody Atall')).toMatchObject({ status: 'clear' })
  const [logged] = await db().select().from(auditLogs).where(eq(auditLogs.action, 'list_released'))
  expect(logged).toMatchObject({ actor_id: 'operator', details: { operator: true, reason, source: 'us_ofac_sdn' } })
})

it('C1 ordinary growth, delistings and two workers at once put one version in force', async () => {
  const whole = { ...WHOLE }
  await load({})
  for (const [name, text] of Object.entries(whole)) await writeFile(join(dir, name), text)
  const both = await Promise.all([loadListFolder(api.services, dir, LEAST), loadListFolder(api.services, dir, LEAST)])
  expect(both.map((one) => one.offered.find((each) => each.source === 'us_ofac_sdn')!.state).sort()).toEqual(['loaded', 'unchanged'])
  expect(await inForce()).toHaveLength(2)
  // Five are taken off, among them the last, and seven are new.
  const kept = Array.from({ length: 119 }, (_, i) => i + 1).filter((i) => ![3, 30, 60, 90].includes(i))
  const next = kept.map((i) => row(i)).join('') + Array.from({ length: 7 }, (_, i) => row(121 + i)).join('') + END
  const names = aliases(119)
    .split('\r\n')
    .filter((line) => line && kept.includes(Number(line.split(',')[0])))
    .join('\r\n')
  expect(codes(await load({ ...WHOLE, 'sdn.csv': next, 'alt.csv': `${names}\r\n${END}` }))).toEqual(['loaded'])
})

it('C1 a list that was in force before is older, though its files name no day, whatever brought it', async () => {
  const replacing = (await inForce()).length
  expect(codes(await load(WHOLE))).toEqual(['held', 'older'])
  expect((await inForce()).length).toBe(replacing)
  const [id] = await held()
  await releaseListByOperator(api.services, id!, reason)
  await sync()
  expect(await held()).toEqual([])
  expect(codes(await load(WHOLE))).toEqual(['unchanged'])
})

it.each<[string, Record<string, string>, string[]]>([
  ['cut off at the end of a row', { 'sdn.csv': rows(40) }, ['shrunk', 'kind_lost', 'end_missing', 'cut_off', 'dangling']],
  ['empty', { 'sdn.csv': '' }, ['unreadable']],
  ['older than the one in force', { 'consolidated.xml': UN.replace('2026-08-01', '2026-07-31') }, ['older']],
])('C1 a list %s is held back, and the one in force stays', async (_, files, expected) => {
  const before = (await inForce()).length
  expect(codes(await load({ ...WHOLE, ...files }), expected[0] === 'older' ? 'un_sc' : undefined)).toEqual(['held', ...expected])
  expect((await inForce()).length).toBe(before)
  expect(await found119()).toBe(true)
  expect((await ready()).lists_missing).toEqual([])
  // Given whole again, nothing waits for anybody.
  expect(codes(await load(WHOLE))).toEqual(['unchanged'])
  expect(await held()).toEqual([])
})

it('C1 two administrators are told, and release or discard it, each with a reason', async () => {
  for (const name of ['ann', 'bob']) ids[name] = await makeAccount(api, `${name}@two.example`, 'admin')
  await db().update(userRoles).set({ granted_at: null })
  await load({ ...WHOLE, 'sdn.csv': rows(100) + END, 'alt.csv': aliases(100) + END })
  const [id] = await held()
  const told = await db().select().from(notifications).where(eq(notifications.href, '/admin/lists'))
  expect(told.map((one) => one.user_id)).toEqual(expect.arrayContaining([ids.ann, ids.bob]))
  expect((await db().select().from(mails)).length).toBeGreaterThanOrEqual(2)
  await expect(releaseListByOperator(api.services, id!, reason)).rejects.toMatchObject({ code: 'second_person_required' })
  const say = (name: string, outcome: 'release' | 'discard', at = Date.now()) => {
    const ctx = as(name)
    return settleHeldList({ ctx: { ...ctx, actor: { ...ctx.actor, secondFactorAt: at } as Actor }, input: { id: id!, outcome, reason } })
  }
  await expect(say('ann', 'release', 0)).rejects.toMatchObject({ code: 'step_up_required' })
  expect(await say('ann', 'release')).toMatchObject({ status: 'awaiting_second' })
  await expect(say('ann', 'release')).rejects.toMatchObject({ code: 'second_person_required' })
  const { held: shown } = await listListVersions({ ctx: as('bob'), input: { limit: 1 } })
  expect(shown).toMatchObject([{ id, readable: true, asked: { by: 'ann@two.example', outcome: 'release', own: false } }])
  // Another opinion is a first word of its own.
  expect(await say('bob', 'discard')).toMatchObject({ status: 'awaiting_second' })
  expect(await say('ann', 'discard')).toMatchObject({ status: 'discarded' })
  const again = await load({ ...WHOLE, 'sdn.csv': rows(100) + END, 'alt.csv': aliases(100) + END })
  expect(codes(again)[0]).toBe('discarded')
  // Another one of the same kind is released.
  await load({ ...WHOLE, 'sdn.csv': rows(101) + END, 'alt.csv': aliases(101) + END })
  const [other] = await held()
  for (const name of ['bob', 'ann']) await settleHeldList({ ctx: as(name), input: { id: other!, outcome: 'release', reason } })
  await sync()
  expect(await found119()).toBe(false)
  const actions = ['list_held', 'list_release_asked', 'list_discard_asked', 'list_discarded', 'list_released']
  const logged = await db().select({ action: auditLogs.action }).from(auditLogs).where(inArray(auditLogs.action, actions))
  expect(new Set(logged.map((one) => one.action))).toEqual(new Set(actions))
})

it('C8 ages count from the publication: an old file given again makes no list younger', async () => {
  await load(WHOLE)
  const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()
  const dated = (day: string) => UN.replace('2026-08-01T00:00:00.000Z', day)
  const official = async () => (await ready()).lists.find((one: { source: string }) => one.source === 'un_sc')
  // A newer one than the fixture's is in force by its own day, and just loaded.
  await db().delete(listVersions).where(eq(listVersions.source, 'un_sc'))
  await load({ ...WHOLE, 'consolidated.xml': dated(days(262)) })
  expect(await official()).toMatchObject({
    dated_by: 'list',
    age_seconds: expect.closeTo(2 * 86_400, -2),
    loaded_age_seconds: expect.closeTo(0, -2),
  })
  expect(await check('Nobody Atall')).toMatchObject({
    sanctions_cleared: false,
    data_age_seconds: expect.closeTo(2 * 86_400, -2),
    decision: { outcome: 'review', reason_codes: expect.arrayContaining(['sanctions_list_stale']) },
  })
  expect((await ready()).warnings.join()).toContain('un_sc is stale')
  await db().delete(listVersions).where(eq(listVersions.source, 'un_sc'))
  await load({ ...WHOLE, 'consolidated.xml': dated(days(264)) })
  expect(await check('Nobody Atall')).toMatchObject({ code: 'screening_unavailable' })
  await load({ ...WHOLE, 'consolidated.xml': dated(days(1)) })
  expect(await check('Nobody Atall')).toMatchObject({ sanctions_cleared: true, data_age_seconds: expect.closeTo(0, -2) })
  // A list without a day, in a folder nobody fills: read again each hour, it ages from when its bytes were first loaded.
  const sdn = eq(listVersions.source, 'us_ofac_sdn')
  await db()
    .update(listVersions)
    .set({ loaded_at: new Date(days(61)) })
    .where(sdn)
  await load({ ...WHOLE, 'consolidated.xml': dated(days(1)) })
  expect((await ready()).lists.find((one: { source: string }) => one.source === 'us_ofac_sdn')).toMatchObject({
    age_seconds: expect.closeTo(86_400, -2),
    loaded_age_seconds: expect.closeTo(0, -2),
    published_age_seconds: expect.closeTo(61 * 86_400, -2),
  })
  expect(await check('Nobody Atall')).toMatchObject({ sanctions_cleared: false, data_age_seconds: expect.closeTo(86_400, -2) })
  // One that was asked for and is not loaded leaves no answer, beside one that is.
  const asked = { full_name: 'Nobody Atall', lists: ['un_sc', 'eu_fsf'] }
  expect((await api.call('POST', '/v1/sanctions/check', asked, production)).body).toMatchObject({ code: 'screening_unavailable' })
})

it('C1 what a list loses little by little is held back as one loss, until people released it', async () => {
  const clock = async (days: number) =>
    db()
      .update(listVersions)
      .set({ loaded_at: sql`${listVersions.loaded_at} - make_interval(days => ${days})` })
      .where(eq(listVersions.source, 'us_ofac_sdn'))
  await db().delete(listVersions).where(eq(listVersions.source, 'us_ofac_sdn'))
  const less = (n: number) => Array.from({ length: 240 - n }, (_, i) => row(n + i + 1)).join('') + END
  const lose = async (n: number) => codes(await load({ 'sdn.csv': less(n) }, {}))
  expect(await lose(0)).toEqual(['loaded'])
  await clock(80)
  expect(await lose(10)).toEqual(['loaded'])
  await clock(9)
  expect(await lose(20)).toEqual(['held', 'shrunk'])
  // After ninety days the largest is no longer counted, though the one in force when they began is.
  await clock(100)
  expect(await lose(21)).toEqual(['loaded'])
  expect(await lose(31)).toEqual(['held', 'shrunk'])
  const [id] = await held()
  for (const name of ['bob', 'ann']) await settleHeldList({ ctx: as(name), input: { id: id!, outcome: 'release', reason } })
  await sync()
  expect(await lose(36)).toEqual(['loaded'])
})

it('C8 says which list is too old and what to do about it, in the answer and to the operator', async () => {
  const screening = api.services.screening
  const confirmed = screening.state().lists.find((one) => one.source === 'un_sc')!.loaded_at
  screening.markChecked(new Map([['un_sc', new Date(Date.now() - 80 * 3_600_000).toISOString()]]))
  const answer = await check('Nobody Atall')
  expect(answer.code).toBe('screening_unavailable')
  expect(answer.detail).toContain('nothing can be cleared: un_sc. Who runs this installation has to give a newer one.')
  expect((await ready()).warnings.join()).toMatch(/un_sc is stale.*are refused.*SANCTIONS_DIR.*load-lists/)
  screening.markChecked(new Map([['un_sc', confirmed]]))
})
