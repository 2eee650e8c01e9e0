import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#core/kernel/system.ts'
import { loadListFolder } from '#core/screening/lists/load.ts'
import { syncLists } from '#core/upkeep/lists/refresh.ts'
import { auditLogs, dueDiligenceFiles } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { approveDueDiligence, withdrawDueDiligence } from './manage.ts'

let api: Awaited<ReturnType<typeof startApi>>
const keys: Record<string, string> = {}
const NULLS = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '

const UN = `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-08-01T00:00:00.000Z"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>
  <FIRST_NAME>THADDEUS</FIRST_NAME><UN_LIST_TYPE>X</UN_LIST_TYPE><REFERENCE_NUMBER>QDi.001</REFERENCE_NUMBER></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`

beforeAll(async () => {
  api = await startApi({}, { passports: true })
  const dir = await mkdtemp(join(tmpdir(), 'lists-'))
  const rows = (make: (i: number) => string) => Array.from({ length: 120 }, (_, i) => make(i + 1)).join('')
  const address = (i: number) => (i > 80 ? `Digital Currency Address - ETH 0x${String(i).padStart(40, 'a')}; ` : '')
  const sdn = rows((i) => `${i},"LISTED${i}, Somebody","individual","SDGT",${NULLS},"DOB 19${10 + (i % 80)}; ${address(i)}"\r\n`)
  await writeFile(join(dir, 'sdn.csv'), `${sdn}\x1a`)
  await writeFile(join(dir, 'alt.csv'), `${rows((i) => `${i},${i},"aka","ALIAS${i}, An",-0- \r\n`)}\x1a`)
  await writeFile(join(dir, 'consolidated.xml'), UN)
  const least = { us_ofac_sdn: { source: 'the tests', least: { entries: 100, wallets: 20, aliases: 100 } } }
  const { offered } = await loadListFolder(api.services, dir, least)
  expect(offered.map((one) => one.state)).toEqual(['loaded', 'loaded'])
  await rm(dir, { recursive: true })
  await syncLists({ ...api.services, config: { ...api.services.config, listSource: 'official' } })
  for (const name of ['production', 'sandbox'] as const) {
    keys[name] = (await api.makeKey(name)).key
    const other = await api.makeKey(name)
    await api.changeKey(other.id, { created_by: 'usr_colleague' })
    keys[`${name} second`] = other.key
  }
})
afterAll(async () => {
  await api.services.screening.close()
  await api.stop()
})

const call = (method: string, path: string, body: object | undefined, as = 'production') => api.call(method, `/v1${path}`, body, keys[as])
const post = (path: string, body: object, as?: string) => call('POST', path, body, as)
let n = 0
const fresh = () => `0x${(++n).toString(16).padStart(40, 'd')}`
const verify = (wallet_address: string, country: string, more: object = {}) =>
  post('/wallets/verify', {
    wallet_address,
    kyc_data: { full_name: `Otto Ordinary${wallet_address.slice(-3)}`, date_of_birth: '1985-03-04', country, ...more },
  })
const FINDINGS = 'Employed by a bank since 2016; payslips of three months seen.'

test('L15 who lives in Ukraine is not let in without a region, nor by a word that is none, nor from an occupied one', async () => {
  const wallet = fresh()
  const bare = await verify(wallet, 'UA')
  expect(bare.body, bare.text.slice(0, 600)).toMatchObject({
    verified: false,
    decision: { outcome: 'review', missing: ['/subject/places'] },
  })
  for (const region of ['UA-99', 'Crimea', 'UA43', 'XX-1'])
    expect((await verify(wallet, 'UA', { region })).body.errors[0], region).toMatchObject({
      pointer: '/kyc_data/region',
      code: 'unknown_region',
    })
  expect((await verify(wallet, 'UA', { region: 'PL-14' })).body.errors[0]).toMatchObject({
    pointer: '/kyc_data/region',
    code: 'conflicting_fields',
  })
  // A state of the United States is one of them, by code or name; elsewhere any text may stand.
  const home = { line1: '1 Main St', city: 'Reno' }
  const nowhere = await verify(fresh(), 'US', { address: { ...home, state: 'nowhere' } })
  expect([nowhere.status, nowhere.body.errors[0]]).toMatchObject([422, { pointer: '/kyc_data/address/state', code: 'unknown_region' }])
  for (const state of ['NV', 'nevada', 'US-NV']) expect((await verify(fresh(), 'US', { address: { ...home, state } })).status).toBe(200)
  expect((await verify(fresh(), 'DE', { address: { ...home, state: 'Hessen' } })).status).toBe(200)
  const areas = [
    [{ region: 'UA-43' }, 'deny', 'sanctions_embargoed_jurisdiction'],
    [{ region: 'UA-14' }, 'review', 'sanctions_region_unresolved'],
    [{ region: 'UA-14', ukraine_area: 'occupied' }, 'deny', 'sanctions_region_unresolved'],
    [{ region: 'UA-14', ukraine_area: 'government_held' }, 'review', 'sanctions_region_unresolved'],
  ] as const
  for (const [more, outcome, code] of areas) {
    const said = (await verify(fresh(), 'UA', more)).body.decision
    expect(said, JSON.stringify(more)).toMatchObject({ outcome })
    expect(said.reason_codes).toContain(code)
  }
  // The same person, with the region: it is kept, and read by later checks.
  expect((await verify(wallet, 'UA', { region: 'ua-30' })).body).toMatchObject({ verified: true, decision: { outcome: 'allow' } })
  const game = await post('/gaming/verify-age', { wallet_address: wallet, jurisdiction: 'UA' })
  expect(game.body.reason_codes, game.text.slice(0, 300)).not.toContain('sanctions_region_unresolved')
})

test('L15 a region of a party is read back, checked against its country, and asked for in screening too', async () => {
  const investor = await post('/investors', { full_name: 'Iryna Investor', email: 'iryna@tests.example', country: 'UA', region: 'UA-46' })
  expect(investor.body, investor.text.slice(0, 300)).toMatchObject({ country: 'UA', region: 'UA-46' })
  const path = `/investors/${investor.body.id}`
  expect((await call('PATCH', path, { region: 'DE-BE' })).body.errors[0]).toMatchObject({ pointer: '/region' })
  expect((await call('PATCH', path, { region: 'UA-30' })).body).toMatchObject({ region: 'UA-30' })
  const check = async (more: object) =>
    (await post('/sanctions/check', { full_name: 'Iryna Investor', country: 'UA', ...more })).body.decision
  expect(await check({})).toMatchObject({ outcome: 'review', missing: ['/subject/places'] })
  expect(await check({ region: 'UA-30' })).toMatchObject({ outcome: 'allow' })
  expect(await check({ region: 'UA-40' })).toMatchObject({ outcome: 'deny' })
})

test('L15 a file of due diligence lets in where the rule asks for one, and where it asks for senior management once a second person approved', async () => {
  const [vietnam, russia] = [fresh(), fresh()]
  expect((await verify(vietnam, 'VN')).body.decision).toMatchObject({ outcome: 'review', missing: ['/subject/edd'] })
  const wrong = await post('/due-diligence', { wallet_address: vietnam, covers: ['pep'], findings: FINDINGS })
  expect(wrong.body.errors[0]).toMatchObject({ pointer: '/source_of_wealth', code: 'required' })
  const filed = await post('/due-diligence', { wallet_address: vietnam, covers: ['country'], findings: FINDINGS })
  expect(filed, filed.text).toMatchObject({ status: 201, body: { status: 'proposed', findings: FINDINGS, approved_by: null } })
  expect((await verify(vietnam, 'VN')).body).toMatchObject({ verified: true })
  // Taken back, it counts no more.
  expect((await call('DELETE', `/due-diligence/${filed.body.id}`, undefined)).body).toMatchObject({ status: 'withdrawn' })
  expect((await post('/defi/verify-wallet', { wallet_address: vietnam, protocol_name: 'Example' })).body.decision.missing).toContain(
    '/subject/edd',
  )

  expect((await verify(russia, 'RU')).body.decision).toMatchObject({ outcome: 'review' })
  const { body } = await post('/due-diligence', {
    wallet_address: russia,
    covers: ['country'],
    findings: FINDINGS,
    document_sha256: 'a'.repeat(64),
  })
  const again = async () => {
    const kyc_data = { full_name: `Otto Ordinary${russia.slice(-3)}`, date_of_birth: '1985-03-04', country: 'RU' }
    return (await post('/wallets/verify', { wallet_address: russia, kyc_data, force_new: true })).body
  }
  expect(await again()).toMatchObject({ verified: false, decision: { outcome: 'review' } })
  const approve = (as?: string) => post(`/due-diligence/${body.id}/approve`, { capacity: 'MLRO' }, as)
  expect((await approve()).body.code).toBe('second_person_required')
  const colleague = systemCtx(api.services, {
    id: 'usr_other',
    organizationId: api.ctx('production').organizationId,
    environment: 'production',
  })
  const approved = await approveDueDiligence({ ctx: colleague, input: { id: body.id, capacity: 'MLRO' } })
  expect(approved).toMatchObject({ status: 'approved', approved_by: 'usr_other', approved_in_capacity: 'MLRO', author: body.author })
  expect(await again()).toMatchObject({ verified: true, decision: { outcome: 'allow' } })
  expect((await call('GET', `/due-diligence/${body.id}`, undefined)).body).toMatchObject({ status: 'approved', findings: FINDINGS })
  expect((await call('GET', `/due-diligence?person_id=${body.person_id}`, undefined)).body.data).toHaveLength(1)
  const entries = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.subject_id, body.id))
  expect(entries.map((entry) => entry.action).sort()).toEqual(['due_diligence_approved', 'due_diligence_filed'])
  expect((await api.call('GET', `/v1/due-diligence/${body.id}`, undefined, await api.makeStranger('production'))).status).toBe(404)
})

test('L15 a politically exposed person is let in with sources of wealth and the approval of senior management', async () => {
  const wallet = '0x5ea15ea15ea15ea15ea15ea15ea15ea100002004'
  const access = async () =>
    (await post('/defi/verify-wallet', { wallet_address: wallet, protocol_name: 'Example' }, 'sandbox')).body.decision
  expect((await access()).reason_codes).toContain('pep_match')
  const words = { source_of_wealth: 'Inherited in 2001, as the will shows.', source_of_funds: 'Salary, as the statements show.' }
  const { body } = await post('/due-diligence', { wallet_address: wallet, covers: ['pep'], findings: FINDINGS, ...words }, 'sandbox')
  expect((await access()).reason_codes).toContain('pep_match')
  await post(`/due-diligence/${body.id}/approve`, { capacity: 'Head of compliance' }, 'sandbox second')
  expect((await access()).reason_codes).not.toContain('pep_match')
})

test('adverse media that two people confirmed is neither hidden by files of one, nor taken back by them', async () => {
  const wallet = fresh()
  const kyc_data = { full_name: 'Otto Ordinary', date_of_birth: '1985-03-04', country: 'US' }
  const asked = async () => {
    const { decision } = (await post('/wallets/verify', { wallet_address: wallet, kyc_data, force_new: true })).body
    return decision.rules.find((one: { code: string }) => one.code === 'adverse_media')?.result
  }
  expect(await asked()).toBeUndefined()
  const file = () => post('/due-diligence', { wallet_address: wallet, covers: ['media'], findings: FINDINGS })
  const { id } = (await file()).body
  const as = (person: string) => systemCtx(api.services, { ...api.ctx('production'), id: person })
  await approveDueDiligence({ ctx: as('usr_other'), input: { id, capacity: 'MLRO' } })
  expect(await asked()).toBe('review')
  for (let i = 0; i < 51; i++) expect((await file()).status).toBe(201)
  expect(await asked()).toBe('review')
  // The rule reads five years back; a file of a year ago is no reason to forget it.
  const { db } = api.services.connection
  await db
    .update(dueDiligenceFiles)
    .set({ created_at: new Date(Date.now() - 400 * 86_400_000) })
    .where(eq(dueDiligenceFiles.id, id))
  expect(await asked()).toBe('review')
  expect((await call('DELETE', `/due-diligence/${id}`, undefined)).body).toMatchObject({ code: 'second_person_required' })
  await expect(withdrawDueDiligence({ ctx: as('usr_other'), input: { id } })).rejects.toMatchObject({ code: 'second_person_required' })
  expect(await asked()).toBe('review')
  expect(await withdrawDueDiligence({ ctx: as('usr_third'), input: { id } })).toMatchObject({ status: 'withdrawn' })
  expect(await asked()).toBe('info')
})
