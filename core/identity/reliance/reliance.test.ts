import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'
import { CompactSign } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { establishTenantFacts } from '#core/access/tenant/facts.ts'
import { newId } from '#core/kernel/ids.ts'
import { decideCase } from '#core/review/cases/decide.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { tenantFacts } from '#db/schema.ts'
import { startProduction, type Tenant } from '#tests/reach/production.ts'
import { requireRelianceAgreement } from './agreement.ts'

let installation: Awaited<ReturnType<typeof startProduction>>
beforeAll(async () => {
  installation = await startProduction()
})
afterAll(() => installation?.stop())

const DAY_MS = 86_400_000
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
const PATH = '/identity/reliance'
let n = 0
const fresh = () => `0x${(++n).toString(16).padStart(40, 'b')}`
const says = (more: object = {}) => ({
  ...{ programme: 'CIP-2026', method: 'documentary', identified_on: day(30) },
  ...{ full_name: 'Rosa Reliance', date_of_birth: '1985-04-02', country: 'US', ...more },
})

/** What two administrators record. */
async function establish(of: Tenant, facts: Record<string, unknown>): Promise<void> {
  const { second_person } = await establishTenantFacts({
    ctx: installation.administrator('usr_ann'),
    input: { organization_id: of.ctx.organizationId, environment: 'production', facts: facts as never, note: 'Drawer 7' },
  })
  if (!second_person) return
  const input = { id: second_person.case_id, outcome: 'release' as const, reason_code: 'looked_at', note: 'The contract was read.' }
  await decideCase({ ctx: installation.administrator('usr_ben'), input })
}
const settle = (of: Tenant) => runDue(installation.api.services, { organizationId: of.ctx.organizationId, environment: 'production' })
const bank = async (name: string, level: 'basic' | 'enhanced' = 'basic') => {
  const of = await installation.tenant(name)
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'bank' } })
  await establish(of, { identity_reliance: level })
  return of
}

test('nobody’s programme is relied on without a licence and an agreement of two people, and never on the tenant’s own word', async () => {
  const of = await installation.tenant('nothing')
  const ask = () => of.call('POST', PATH, { wallet_address: fresh(), statement: says() })
  expect(await ask()).toMatchObject({
    status: 403,
    body: { code: 'reliance_not_agreed', missing: ['identity_reliance', 'us_bsa_type', 'casp_auth', 'licences'] },
  })
  expect((await of.call('PATCH', '/tenant-facts', { facts: { identity_reliance: 'enhanced' } })).status).toBe(422)
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'msb', licences: ['money_transmitter:US-NY'] } })
  await establish(of, { identity_reliance: 'basic' })
  expect((await ask()).body).toMatchObject({ code: 'reliance_not_agreed', missing: ['us_bsa_type', 'casp_auth', 'licences'] })
  await of.patch('/tenant-facts', { facts: { licences: ['lender:DE'] } })
  // The Regulation that follows the Directive applies from 10 July 2027.
  const eu =
    new Date().toISOString() < '2027-07-10' ? 'Directive (EU) 2015/849, articles 25 to 27' : 'Regulation (EU) 2024/1624, article 48'
  expect((await ask()).body).toMatchObject({ method: 'reliance', proof: { law: eu } })
  // Each kind of institution has a rule of its own.
  for (const [us_bsa_type, part] of Object.entries({ bank: 1020, broker_dealer: 1023, mutual_fund: 1024, futures: 1026 })) {
    await of.patch('/tenant-facts', { facts: { us_bsa_type } })
    expect((await requireRelianceAgreement(installation.db, { ...of.ctx, now: Date.now() })).law).toBe(`31 CFR ${part}.220(a)(6)`)
  }
})

test('what a bank’s programme found out is evidence of the level agreed, and says on whose word it rests', async () => {
  const of = await bank('bank')
  const wallet_address = fresh()
  const kept = await of.post(PATH, { wallet_address, statement: says({ confirmed_on: day(3) }) })
  expect(kept).toMatchObject({
    ...{ method: 'reliance', level: 'basic', state: 'valid', voucher: { kind: 'tenant', id: of.ctx.organizationId } },
    ...{ covers: ['full_name', 'date_of_birth', 'country'], taken_at: new Date(day(30)).toISOString() },
    expires_at: new Date(Date.parse(day(3)) + 365 * DAY_MS).toISOString(),
    proof: { programme: 'CIP-2026', method: 'documentary', law: '31 CFR 1020.220(a)(6)', key: null },
  })
  expect(JSON.stringify(kept)).not.toContain('Rosa')
  // Said twice it is kept once.
  expect((await of.post(PATH, { wallet_address, statement: says({ confirmed_on: day(3) }) })).id).toBe(kept.id)
  // About somebody else it counts for nothing.
  const other = await of.post(PATH, { wallet_address, statement: says({ full_name: 'Otto Another' }) })
  expect(other).toMatchObject({ state: 'conflicting', reason_code: 'data_conflict' })
  for (const [statement, pointer] of [
    [says({ identified_on: day(-2) }), '/statement/identified_on'],
    [says({ identified_on: day(400) }), '/statement/confirmed_on'],
    [says({ confirmed_on: day(31) }), '/statement/confirmed_on'],
  ] as const) {
    const refused = await of.call('POST', PATH, { wallet_address: fresh(), statement })
    expect([refused.status, refused.body.errors?.[0]?.pointer], refused.text).toEqual([422, pointer])
  }
})

test('an agreement or a licence that ends, and a year without a new certificate, take the evidence with them', async () => {
  const of = await bank('ends', 'enhanced')
  const stated = () => of.post(PATH, { wallet_address: fresh(), statement: says() })
  const states = async (id: string) => (await of.get(`/identity/evidence/${id}`)).state
  const first = await stated()
  expect(first.level).toBe('enhanced')
  await settle(of)
  expect(await states(first.id)).toBe('valid')
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'none' } })
  await settle(of)
  expect(await of.get(`/identity/evidence/${first.id}`)).toMatchObject({ state: 'withdrawn', reason_code: 'reliance_ended' })

  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'bank' } })
  const second = await of.post(PATH, { wallet_address: fresh(), statement: says({ full_name: 'Sara Second' }) })
  await establish(of, { identity_reliance: 'basic' })
  await settle(of)
  expect(await states(second.id)).toBe('withdrawn')
  const third = await of.post(PATH, { wallet_address: fresh(), statement: says({ full_name: 'Tara Third' }) })
  await settle(of)
  expect(third.level).toBe('basic')
  expect(await states(third.id)).toBe('valid')
  await establish(of, { identity_reliance: null })
  await settle(of)
  expect(await states(third.id)).toBe('withdrawn')

  // Found more than a year ago, an agreement counts no more.
  const late = await installation.tenant('late')
  await late.patch('/tenant-facts', { facts: { us_bsa_type: 'bank' } })
  await installation.db.insert(tenantFacts).values({
    ...{ id: newId('tenant_fact'), organization_id: late.ctx.organizationId, environment: 'production' as const },
    ...{ fact: 'identity_reliance', value: 'basic', stated_by: 'usr_ann', stated_as: 'administrator' as const },
    at: new Date(Date.now() - 367 * DAY_MS),
  })
  const refused = await late.call('POST', PATH, { wallet_address: fresh(), statement: says() })
  expect(refused.body).toMatchObject({ code: 'reliance_not_agreed', missing: ['identity_reliance.certified_this_year'] })
})

test('a statement may be signed by a key the tenant registered, for this service, this person and now', async () => {
  const of = await bank('signs')
  const pair = generateKeyPairSync('ed25519')
  const didOf = (key: KeyObject) =>
    `did:key:z${base58.encode(Buffer.concat([Buffer.from([0xed, 1]), Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')]))}`
  const kid = didOf(pair.publicKey)
  const home = installation.api.services.config.publicUrl
  const now = Math.floor(Date.now() / 1_000)
  const wallet_address = fresh()
  const sign = (more: object = {}, header: { kid: string; alg?: string } = { kid }, key = pair.privateKey) =>
    new CompactSign(Buffer.from(JSON.stringify({ aud: home, sub: wallet_address, iat: now, ...says(), ...more })))
      .setProtectedHeader({ alg: 'EdDSA', ...header })
      .sign(key)
  const send = async (statement_jws: string) => of.call('POST', PATH, { wallet_address, statement_jws })
  expect((await send(await sign())).body).toMatchObject({ code: 'statement_invalid', detail: expect.stringContaining('reliance_keys') })
  expect((await of.call('PATCH', '/tenant-facts', { facts: { reliance_keys: ['did:key:z6Mk'] } })).status).toBe(422)
  // While the programme is relied on another key takes two people; before, one.
  expect((await of.call('PATCH', '/tenant-facts', { facts: { reliance_keys: [kid] } })).body.code).toBe('second_person_required')
  await establish(of, { identity_reliance: null })
  await of.patch('/tenant-facts', { facts: { reliance_keys: [kid] } })
  await establish(of, { identity_reliance: 'enhanced' })
  const other = generateKeyPairSync('ed25519')
  const wrong: Record<string, string> = {
    'another key': await sign({}, { kid }, other.privateKey),
    'a key nobody registered': await sign({}, { kid: didOf(other.publicKey) }, other.privateKey),
    'another service': await sign({ aud: 'https://elsewhere.example' }),
    'another wallet': await sign({ sub: fresh() }),
    'signed long ago': await sign({ iat: now - 25 * 3_600 }),
    'signed tomorrow': await sign({ iat: now + 3_600 }),
    'run out': await sign({ exp: now - 1 }),
    'no name': await sign({ full_name: undefined }),
    'more than it may say': await sign({ national_id: '1234' }),
    altered: (await sign()).replace(/\.(.{20})/, (_, start) => `.${[...start].reverse().join('')}`),
    nothing: 'eyJhbGciOiJub25lIn0.e30.',
  }
  for (const [what, jws] of Object.entries(wrong)) expect((await send(jws)).body.code, what).toBe('statement_invalid')
  const kept = await send(await sign())
  expect(kept.status, kept.text).toBe(201)
  expect(kept.body).toMatchObject({ state: 'valid', proof: { algorithm: 'EdDSA', key: expect.stringMatching(/^sha256:/) } })
  expect((await send(await sign())).body.id).toBe(kept.body.id)
})
