import { eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { issueCredential } from '#core/identity/credentials/issue.ts'
import { ensurePerson } from '#core/identity/persons/ensure.ts'
import { bindPerson } from '#core/identity/wallets/starting-credential.ts'
import { credentials } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { localToday } from './verify-age.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi({}, { passports: true })
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const wallet = (n: number) => getAddress(`0x${n.toString(16).padStart(40, 'd')}`)
const play = (body: object, as = key) =>
  api.call('POST', '/v1/gaming/verify-age', { wallet_address: wallet(1), jurisdiction: 'DE', ...body }, as)
const at = async (now: string) => {
  const { body } = await api.call('POST', '/v1/sandbox/clock', { set: now }, key)
  return body
}

test('the year of consent of the place counts, not the tier below it', async () => {
  await at('2027-03-10T12:00:00Z')
  for (const [jurisdiction, date_of_birth, outcome] of [
    ['DE', '2011-03-10', 'allow'],
    ['DE', '2011-03-11', 'review'],
    ['AT', '2013-03-10', 'allow'],
    ['AT', '2013-03-11', 'review'],
    ['CN', '2009-03-10', 'allow'],
    ['CN', '2009-03-11', 'review'],
    ['US', '2014-03-10', 'allow'],
    ['US', '2014-03-11', 'deny'],
  ] as const) {
    const { body, text } = await play({ jurisdiction, date_of_birth })
    expect(body.decision.outcome, `${jurisdiction} ${date_of_birth} ${text.slice(0, 300)}`).toBe(outcome)
  }
})

test('a birthday begins with the day of the place, and one of 29 February on 1 March', async () => {
  const tier = async (now: string, jurisdiction: string, date_of_birth: string) => {
    await at(now)
    return (await play({ jurisdiction, date_of_birth })).body.age_tier
  }
  expect(await tier('2027-11-21T07:59:59Z', 'US-CA', '2009-11-21')).toBe('13+')
  expect(await tier('2027-11-21T08:00:00Z', 'US-CA', '2009-11-21')).toBe('18+')
  expect(await tier('2027-11-21T09:59:59Z', 'US', '2009-11-21')).toBe('13+')
  expect(await tier('2027-11-21T10:00:00Z', 'US', '2009-11-21')).toBe('18+')
  expect(await tier('2027-11-21T14:59:59Z', 'JP', '2006-11-22')).toBe('18+')
  expect(await tier('2027-11-21T15:00:00Z', 'JP', '2006-11-22')).toBe('21+')
  expect(await tier('2027-02-28T20:00:00Z', 'GB', '2009-02-28')).toBe('18+')
  expect(await tier('2029-02-28T20:00:00Z', 'GB', '2008-02-29')).toBe('18+')
  expect(await tier('2029-03-01T00:00:00Z', 'GB', '2008-02-29')).toBe('21+')
  expect(await tier('2028-02-29T00:00:00Z', 'GB', '2010-02-28')).toBe('18+')
  expect(localToday('XB', Date.parse('2027-01-01T11:59:59Z'))).toBe('2026-12-31')
})

test('from 21 the evidence is a document of the last year', async () => {
  const { services } = api
  const ctx = api.ctx('sandbox')
  const holder = async (n: number, level: 'basic' | 'enhanced') =>
    services.connection.db.transaction(async (tx) => {
      const { person } = await ensurePerson(tx, ctx, { full_name: `Player ${n}`, date_of_birth: '1985-04-02', country: 'US' })
      const known = await ensureWallet(tx, ctx, { canonical: wallet(n), family: 'evm' })
      const bound = await bindPerson(tx, ctx, known, person)
      return issueCredential(tx, ctx, { person, wallet: bound, level, source: 'verification' })
    })
  // The sandbox asks for no proof: decided again as in production.
  const ask = async (n: number, required_age_tier: string) => {
    const { body } = await play({ wallet_address: wallet(n), jurisdiction: 'US', required_age_tier })
    const changes = { environment: 'production' }
    const again = await api.call('POST', '/v1/simulations', { decision_id: body.decision.id, changes }, key)
    return [body.evidence, ...again.body.decision.reason_codes]
  }
  await api.call('POST', '/v1/sandbox/clock', { resume: true }, key)
  await holder(11, 'basic')
  expect(await ask(11, '18+')).toEqual(['credential'])
  expect(await ask(11, '21+')).toEqual(['credential', 'age_evidence_too_weak'])
  const enhanced = await holder(12, 'enhanced')
  expect(await ask(12, '21+')).toEqual(['document'])
  const issued_at = new Date(Date.now() - 367 * 86_400_000)
  await services.connection.db.update(credentials).set({ issued_at }).where(eq(credentials.id, enhanced.id))
  expect(await ask(12, '21+')).toEqual(['document', 'age_evidence_too_weak'])
  expect(await ask(12, '18+')).toEqual(['document'])
})
