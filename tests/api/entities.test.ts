import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from './harness.ts'

// Companies as investors: identified by their registration and screened with their owners, without a birth date.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const post = (path: string, body: object, headers: Record<string, string> = {}) => api.call('POST', `/v1${path}`, body, key, headers)
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

let companies = 0
const company = async (identity: object = {}) => {
  const n = ++companies
  const made = await post('/investors', {
    type: 'entity',
    full_name: `Harbour Holdings ${n} LLC`,
    email: `company-${n}@people.example`,
    country: 'US',
    wallet_address: `0x8${n.toString(16).padStart(39, '0')}`,
    accreditation_type: 'entity',
  })
  expect(made.status, made.text.slice(0, 300)).toBe(201)
  const verified = await post(`/investors/${made.body.id}/verify`, {
    accepted_terms: true,
    identity: { registration_number: `DE-${n}`, registration_country: 'US', ...identity },
    accreditation: {
      type: 'entity',
      method: 'third_party_letter',
      evidence_sha256: 'a'.repeat(64),
      verifier: 'attorney',
      dated: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    },
  })
  return { id: made.body.id as string, wallet: made.body.wallet_address as string, verified }
}

test('a company is verified, invests, is issued tokens and transfers them', async () => {
  const owners = [
    { full_name: 'Olive Owner', date_of_birth: '1970-02-03', country: 'US', share_percent: 60, controls: true },
    { full_name: 'Parent Pte Ltd', type: 'entity', country: 'SG', share_percent: 40 },
  ]
  const one = await company({ owners })
  expect(one.verified, one.verified.text.slice(0, 600)).toMatchObject({
    status: 200,
    body: {
      status: 'verified',
      verification: { identity_status: 'verified', accreditation_status: 'verified' },
      credential: { level: 'accredited', state: 'active' },
      missing: [],
    },
  })
  expect(one.verified.text).not.toContain('Olive')
  const terms = {
    name: 'Companies',
    regulation: 'reg_d_506c',
    total_supply: 1000,
    price_per_token: '10',
    maximum_raise: '10000',
    lockup_days: 0,
  }
  const offering = (await post('/offerings', terms)).body
  const invested = await post('/investments', { offering_id: offering.id, investor_id: one.id, amount: '500' })
  expect(invested.body.status, invested.text.slice(0, 800)).toBe('accepted')
  const issued = await post('/tokens/issue', {
    offering_id: offering.id,
    investor_id: one.id,
    investment_id: invested.body.id,
    quantity: 50,
  })
  expect(issued.body.status, issued.text.slice(0, 800)).toBe('authorized')
  const paid = await post('/transactions', {
    type: 'payment',
    from_address: one.wallet,
    to_address: (await company()).wallet,
    amount: '20',
    currency: 'USDC',
  })
  expect(paid.body.status, paid.text.slice(0, 800)).toBe('approved')
})

test('a listed owner of half denies, a possible match waits, shares beyond the whole are refused', async () => {
  const listed = { full_name: 'Mallory Sanctioned', date_of_birth: '1970-01-01', share_percent: 50 }
  const denied = await company({ owners: [listed] })
  expect(denied.verified.body, denied.verified.text.slice(0, 600)).toMatchObject({ status: 'rejected', decision: { outcome: 'deny' } })
  const maybe = await company({ owners: [{ full_name: 'Malory Sanctiond', share_percent: 10 }] })
  expect(maybe.verified.body, maybe.verified.text.slice(0, 600)).toMatchObject({ status: 'pending', decision: { outcome: 'review' } })
  const { body } = await api.call('GET', '/v1/cases', undefined, key)
  expect(body.data.map((each: { subject: { id: string } }) => each.subject.id)).toContain(maybe.id)
  const much = await company({
    owners: [
      { full_name: 'A B', share_percent: 60 },
      { full_name: 'C D', share_percent: 60 },
    ],
  })
  expect(much.verified.status).toBe(422)
})
