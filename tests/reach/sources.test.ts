import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#core/kernel/system.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { openFacts } from '#core/record/decisions/facts.ts'
import { write } from '#core/record/transaction.ts'
import { decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { startProduction, type Tenant } from './production.ts'

const STATUS = 'subject.verification.status'
let house: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let stater: string
beforeAll(async () => {
  house = await startProduction()
  of = await house.tenant('sources')
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'msb', licences: [], serves_eu: false, casp_auth: false } })
  const { compliance_facts, facts_stated } = await of.patch('/issuer', { compliance_facts: { domicile: 'US', shell: 'never' } })
  expect(compliance_facts).toMatchObject({ domicile: 'US' })
  stater = facts_stated.domicile.by
})
afterAll(() => house?.stop())

interface Used {
  path: string
  source: string
  id: string | null
  as_of: string
}
type Shown = { id: string; evaluated_at: string; facts_used: Used[]; lists: { source: string }[] }
const at = (decision: Shown, path: string) => decision.facts_used.find((one) => one.path === path)

const kyc_data = { full_name: 'Selma Sources', date_of_birth: '1985-02-11', country: 'US', region: 'US-TX' }
const verify = async (n: number, kyc: object = kyc_data): Promise<Shown> =>
  (await of.post('/wallets/verify', { wallet_address: house.holder(n).address, kyc_data: kyc, level: 'enhanced' })).decision
const pay = async (facts: object = {}): Promise<Shown> =>
  (
    await of.post('/transactions', {
      ...{ type: 'redemption', market: 'gaming', amount: '10', currency: 'USDC' },
      ...{ from_address: house.holder(1).address, to_address: house.holder(2).address, compliance_facts: facts },
    })
  ).decision
let offered: Promise<Shown> | null = null
/** An offering that opens, as its decision is read back. */
const open = (): Promise<Shown> => {
  offered ??= (async () => {
    const answer = await of.call('POST', '/offerings', {
      ...{ name: 'Sources', type: 'equity', regulation: 'reg_a_plus', total_supply: 100_000, price_per_token: '10' },
      ...{ maximum_raise: '1000000', minimum_investment: '100', compliance_facts: { asset_backed: false } },
    })
    expect(answer.status, answer.text).toBeLessThan(300)
    const [{ id }] = (await of.get(`/decisions?limit=1&subject_id=${answer.body.id}`)).data
    return of.get(`/decisions/${id}`)
  })()
  return offered
}

test('L3 established: that an administrator verified who acts for the issuer', async () => {
  expect(at(await open(), 'issuer.verification')).toMatchObject({ source: 'established' })
})

test('L3 stated: an issuer’s word, with who said it and when; the call’s own word is the caller’s, of now', async () => {
  const said = (await of.get('/issuer')).facts_stated.domicile
  expect(at(await open(), 'issuer.domicile')).toMatchObject({
    source: 'stated',
    id: stater,
    as_of: said.at,
  })
  const decision = await pay({ 'tx.direction': 'outbound' })
  expect(at(decision, 'tx.direction')).toMatchObject({ source: 'stated', id: stater, as_of: decision.evaluated_at })
  expect(await of.get(`/decisions/${decision.id}`)).toMatchObject({
    facts_used: expect.arrayContaining([at(decision, 'tx.direction')]),
  })
})

test('L3 measured: what our own records come to', async () => {
  const decision = await pay()
  expect(at(decision, 'history.sum_24h')).toEqual({ path: 'history.sum_24h', source: 'measured', id: null, as_of: decision.evaluated_at })
})

test('L3 listed: what was looked up in lists, by source and version', async () => {
  const decision = await pay()
  const { source, id } = at(decision, 'from.screen.names')!
  expect(source).toBe('listed')
  for (const list of decision.lists) expect(id).toContain(list.source)
})

test('L3 configured: a setting of the organisation, with who made it and when', async () => {
  const decision = await pay()
  expect(at(decision, 'tenant.serves_eu')).toMatchObject({ source: 'configured', id: stater })
  expect(Date.parse(at(decision, 'tenant.serves_eu')!.as_of)).toBeLessThan(Date.parse(decision.evaluated_at))
})

test('L3 simulated: what the sandbox makes up, and nothing of production', async () => {
  const { key } = await house.api.makeKey('sandbox')
  const ask = { wallet_address: house.holder(9).address, kyc_data, level: 'enhanced' }
  const { body, text } = await house.api.call('POST', '/v1/wallets/verify', ask, key)
  expect(at(body.decision, STATUS), text.slice(0, 300)).toMatchObject({ source: 'simulated' })
  expect(at(body.decision, 'subject.full_name')?.source ?? 'simulated').toBe('simulated')
  expect(body.decision.facts_used.map((one: Used) => one.source)).not.toContain('assumed')
  const sale = {
    amount: '10',
    currency: 'USDC',
    type: 'payment',
    from_address: house.holder(9).address,
    to_address: house.holder(8).address,
  }
  const paid = (await house.api.call('POST', '/v1/transactions', sale, key)).body.decision
  expect(at(paid, 'tenant.serves_eu')).toMatchObject({ source: 'simulated', id: 'sandbox' })
})

test('H2 who somebody is rests on evidence that the decision names, and nothing is assumed', async () => {
  const decision = await verify(3)
  const [evidence] = (await of.get(`/identity/evidence?limit=1`)).data
  expect(at(decision, STATUS)).toMatchObject({ source: 'established', id: evidence.id })
  expect(at(decision, 'subject.date_of_birth')).toMatchObject({ source: 'established', id: evidence.id })
  expect(decision.facts_used.map((one) => one.source)).not.toContain('assumed')
})

test('L3 every fact of a decision in production has one of the kinds', async () => {
  await house.reached()
})

test('L3 a decision sealed with the words of before is replayed to the same bytes, and shown in the words of now', async () => {
  const { id } = await verify(4)
  const ctx = systemCtx(house.api.services, { ...of.ctx, id: of.ctx.actor.id })
  const row = await findScoped(house.db, decisions, ctx, id)
  const { sources, said: _, ...facts } = await openFacts(ctx, row!)
  const old = Object.fromEntries(Object.keys(sources!).map((path) => [path, path === STATUS ? 'default' : 'held']))
  Object.assign(old, { 'subject.full_name': 'default', 'subject.screen.names': 'listed', request: 'request' })
  const { decision } = await write(ctx, async (tx) => {
    const made = await recordDecision(tx, ctx, {
      facts: facts as typeof facts & { check: 'wallet.verify' },
      market: 'platform',
      found: old as never,
    })
    return { result: made, audit: made.audit }
  })
  expect(await of.post(`/decisions/${decision.id}/replay`)).toMatchObject({ status: 'identical' })
  const read: Shown = await of.get(`/decisions/${decision.id}`)
  expect(at(read, STATUS)).toMatchObject({ source: 'assumed', id: null })
  const words = new Set(read.facts_used.map((one) => one.source))
  for (const word of words) expect(['measured', 'stated', 'listed', 'configured', 'assumed']).toContain(word)
})

test('L3 what is missing comes with who can supply it, and by which call', async () => {
  const answer = await of.call('POST', '/offerings', {
    ...{ name: 'Asked', type: 'equity', regulation: 'reg_d_506c', total_supply: 100_000, price_per_token: '10' },
    ...{ maximum_raise: '1000000', minimum_investment: '100' },
  })
  expect(answer.status, answer.text).toBeLessThan(300)
  const [{ id }] = (await of.get(`/decisions?limit=1&subject_id=${answer.body.id}`)).data
  const { missing, supply } = await of.get(`/decisions/${id}`)
  expect(supply.map(({ fact }: { fact: string }) => `/${fact.replaceAll('.', '/')}`)).toEqual(missing)
  expect(supply).toContainEqual({ fact: 'issuer.ica_status', from: 'issuer', how: 'PATCH /v1/issuer with compliance_facts.ica_status' })
  for (const { from } of supply) expect(['investor', 'issuer', 'tenant', 'provider', 'reviewer']).toContain(from)
})
