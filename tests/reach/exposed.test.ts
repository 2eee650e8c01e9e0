import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveDueDiligence } from '#core/identity/due-diligence/manage.ts'
import { withdrawHolds } from '#core/screening/lists/offer.ts'
import { refreshLists } from '#core/upkeep/lists/refresh.ts'
import { listHolds } from '#db/schema.ts'
import { verified } from './people.ts'
import { notReached, SHOWN_BY, startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape.
type Any = Record<string, any>

const HEAD = 'name,date_of_birth,country,office,since,left_on,class\n'
const ROWS = {
  brandau: 'Ottilie Brandau,1961-03-04,DE,Minister of Harbours,2019,,foreign',
  senator: 'Wendell Ashgrove,1950-06-01,US,Senator,2001,,domestic',
  former: 'Beatrix Coleridge,1958-02-03,FR,Prefect,2010,2019-05-31,foreign',
  sister: 'Ingrid Lindqvist,1963-10-01,SE,Sister of a judge,,,family',
}
const write = (rows: readonly string[]) => writeFileSync(join(dir, 'own.csv'), `${HEAD}${rows.join('\n')}\n`)

let house: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let dir: string
let next = 0

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sealwright-exposed-'))
  write(Object.values(ROWS))
  house = await startProduction({ PEP_DIR: dir })
  of = await house.tenant('exposed')
  const facts = { us_bsa_type: 'msb', cdd_regime: 'US', serves_eu: false, casp_auth: false, licences: [] }
  await of.patch('/tenant-facts', { facts })
})
afterAll(async () => {
  await house?.stop()
  rmSync(dir, { recursive: true })
})

const said = (decision: Any, code: string) => decision.rules.find((rule: Any) => rule.code === code)?.result ?? 'nothing'
/** Reads the folder again, as the worker does within the hour, and asks no publisher. */
const refresh = () => {
  const { services } = house.api
  return refreshLists({ ...services, config: { ...services.config, listSource: 'official' } }, {})
}
const screen = async (full_name: string, date_of_birth: string, more: object = {}) =>
  of.post('/sanctions/check', { full_name, date_of_birth, ...more })
const brandau = (more: object = {}) => screen('Ottilie Brandau', '1961-03-04', more)
const known = (full_name: string, date_of_birth: string, country: string) => ({ full_name, date_of_birth, country })

test('L3 a foreign official is let in with sources of wealth and the approval of another person, by the office the list gives', async () => {
  const minister = house.holder(++next)
  const verify = async () =>
    of.post('/wallets/verify', {
      wallet_address: minister.address,
      signature: await minister.prove(of),
      kyc_data: known('Ottilie Brandau', '1961-03-04', 'DE'),
      force_new: true,
    })
  const asked = await verify()
  expect(asked).toMatchObject({ verified: false })
  expect(asked.decision.missing).toContain('/subject/pep/wealth')
  const filed = await of.post('/due-diligence', {
    wallet_address: minister.address,
    covers: ['pep'],
    findings: 'Minister since 2019, as the gazette says.',
    source_of_wealth: 'Salary of the state, as the published declaration shows.',
    source_of_funds: 'Savings, as the statements of three months show.',
  })
  const held = await verify()
  expect(said(held.decision, 'pep_edd')).toBe('review')
  expect(held.decision.missing).not.toContain('/subject/pep/wealth')
  await approveDueDiligence({ ctx: house.colleague(of.ctx.organizationId), input: { id: filed.id, capacity: 'MLRO' } })
  const allowed = await verify()
  expect(said(allowed.decision, 'pep_edd'), JSON.stringify(allowed.decision.rules)).toBe('nothing')
  const used = (await of.get(`/decisions/${allowed.decision.id}`)).facts_used.find((one: Any) => one.path.startsWith('subject.pep'))
  expect(used).toMatchObject({ source: 'listed' })
})

test('L3 of one’s own official and of one who left long ago the rule only tells; family of one is asked like the official', async () => {
  const rows: [name: string, born: string, country: string, result: string][] = [
    ['Wendell Ashgrove', '1950-06-01', 'US', 'info'],
    ['Beatrix Coleridge', '1958-02-03', 'FR', 'info'],
    ['Ingrid Lindqvist', '1963-10-01', 'SE', 'review'],
    ['Osric Pemberton', '1959-09-09', 'US', 'nothing'],
  ]
  for (const [full_name, date_of_birth, country, result] of rows) {
    const wallet_address = house.holder(++next).address
    const { decision } = await of.post('/wallets/verify', { wallet_address, kyc_data: { full_name, date_of_birth, country } })
    expect.soft(said(decision, 'pep_edd'), `${full_name} ${JSON.stringify(decision.rules)}`).toBe(result)
  }
})

test('L3 outside onboarding a match is looked at, with the office beside it; a name alone, a company and somebody else are told apart', async () => {
  const found = await brandau()
  expect(found).toMatchObject({
    ...{ status: 'possible_match', sanctioned: false, sanctions_cleared: false },
    matches: [{ list: 'pep', pep: true, programs: ['PEP'], listed: { titles: ['Minister of Harbours (DE), 2019 –'], countries: ['DE'] } }],
  })
  expect(Object.keys(found.matches[0])).not.toContain('exposure')
  expect(said(found.decision, 'pep_match')).toBe('review')
  expect(found.lists.map(({ source }: Any) => source)).toContain('pep')
  // The lists a call names are those of authorities: whether somebody holds an office is asked in any case.
  expect((await brandau({ lists: ['us_ofac_sdn', 'un_sc'] })).matches).toMatchObject([{ list: 'pep' }])
  expect((await brandau({ as_of: new Date().toISOString().slice(0, 10) })).matches).toMatchObject([{ list: 'pep' }])
  expect((await brandau({ entity_type: 'organization' })).matches).toEqual([])
  expect(said((await screen('Wendell Ashgrove', '1950-06-01')).decision, 'pep_match')).toBe('info')
  const nobody = await screen('Osric Pemberton', '1959-09-09')
  expect(nobody).toMatchObject({ status: 'clear', matches: [] })
  expect(said(nobody.decision, 'pep_match')).toBe('nothing')
})

test('a list nobody renewed lets nobody pass as unexposed: after a day the rules ask, after three nothing is answered', async () => {
  const { screening } = house.api.services
  const { loaded_at } = screening.state().lists.find(({ source }) => source === 'pep')!
  const aged = (hours: number) => screening.markChecked(new Map([['pep', new Date(Date.now() - hours * 3_600_000).toISOString()]]))
  try {
    aged(25)
    const nobody = await screen('Osric Pemberton', '1959-09-09')
    expect(nobody).toMatchObject({ status: 'clear', sanctions_cleared: false })
    expect(nobody.decision.outcome).not.toBe('allow')
    expect(nobody.decision.missing).toContain('/subject/pep')
    aged(73)
    const refused = await of.call('POST', '/sanctions/check', { full_name: 'Osric Pemberton' })
    expect(refused).toMatchObject({ status: 503, body: { code: 'screening_unavailable' } })
    expect(refused.body.detail).toContain('pep')
    expect(screening.state()).toMatchObject({ expired: ['pep'] })
    expect(screening.state().warnings.join()).toMatch(/pep is stale.*PEP_DIR/)
  } finally {
    screening.markChecked(new Map([['pep', loaded_at]]))
  }
  expect((await screen('Osric Pemberton', '1959-09-09')).decision.outcome).toBe('allow')
})

test('what the folder says next counts: an office that ended is told, and files that cannot be read are held back', async () => {
  const { services } = house.api
  const inForce = () => services.screening.exposed()!.lists[0]!.version
  const before = inForce()
  writeFileSync(join(dir, 'own.csv'), `${HEAD}Ottilie Brandau,1961-03-04,DE,Minister,2019,,mighty\n`)
  await refresh()
  expect(inForce()).toBe(before)
  const [hold] = await house.db.select().from(listHolds).where(eq(listHolds.source, 'pep'))
  expect(hold).toMatchObject({ state: 'held', findings: [{ code: 'unreadable' }] })
  expect(hold!.findings[0]!.detail).toContain('own.csv:2: the class "mighty" is none of domestic, foreign, family, associate')
  expect(said((await brandau()).decision, 'pep_match')).toBe('review')

  write([...Object.values(ROWS).slice(1), 'Ottilie Brandau,1961-03-04,DE,Minister of Harbours,2019,2023-01-31,foreign'])
  await refresh()
  expect(inForce()).not.toBe(before)
  expect(said((await brandau()).decision, 'pep_match')).toBe('info')
  await withdrawHolds(services, 'pep')
})

test('the list at an address is taken as the one of the folder is, and an answer that is none changes nothing', async () => {
  const { services } = house.api
  const version = () => services.screening.exposed()!.lists[0]!.version
  const ask = (text: string) => {
    const headers = { 'content-length': String(Buffer.byteLength(text)), 'content-type': 'text/csv' }
    const at = [{ name: 'own.csv', url: 'https://lists.example/own.csv', bytesMax: 1_000_000 }]
    const config = { ...services.config, listSource: 'official' as const, pepDir: null }
    return refreshLists({ ...services, config }, { pep: at }, async () => new Response(text, { headers }))
  }
  const before = version()
  await ask('Service not available.')
  expect(version()).toBe(before)
  await ask(`${HEAD}${[...Object.values(ROWS), 'Casimir Holloway,1955-05-05,GB,Lord Lieutenant,2020,,foreign'].join('\n')}\n`)
  expect(version()).not.toBe(before)
  expect((await screen('Casimir Holloway', '1955-05-05')).matches).toMatchObject([{ list: 'pep', list_version: version() }])
})

test('L3 every rule on politically exposed persons was reached both ways', async () => {
  await verified(of, house.holder(++next))
  expect(notReached(await house.reached(), ['kyc'], SHOWN_BY.exposed)).toEqual([])
})
