import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCENARIOS } from '#core/sources/personas/sandbox.ts'
import { magicSolanaWallet, magicWallet } from '#screening/sandbox-sample.ts'
import { type Answer, startApi } from './harness.ts'

// The contract's table of magic, carried out line by line over HTTP. Every answer is also held against its schema.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let production: string
const offerings: Record<string, string> = {}
/** Asked first, since it takes its time. */
let slow: { asked: number; answer: Promise<Answer> }

beforeAll(async () => {
  api = await startApi({ RESPONSE_SAMPLE: '1' })
  key = (await api.makeKey('sandbox')).key
  production = (await api.makeKey('production')).key
  slow = { asked: Date.now(), answer: post('/sanctions/check', { wallet_address: magicWallet('9504') }) }
  for (const regulation of ['reg_d_506b', 'reg_d_506c', 'reg_s', 'reg_a_plus']) {
    const made = await post('/offerings', {
      name: regulation,
      regulation,
      total_supply: 1_000_000,
      price_per_token: '10',
      maximum_raise: '10000000',
    })
    offerings[regulation] = made.body.id
  }
})
afterAll(async () => {
  const deviations = api.health.render({}).match(/^sealwright_responses_sampled_total\{.*fits="false".*$/gm)
  await api.stop()
  expect(deviations).toBeNull()
})

const W = magicWallet
const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}, as = key) =>
  api.call(method, `/v1${path}`, body, as, headers)
const post = (path: string, body: object, headers?: Record<string, string>, as?: string) => call('POST', path, body, headers, as)
const get = (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers)
const advance = (by: string) => post('/sandbox/clock', { advance: by })
let ordinary = 0
/** A wallet nobody has seen before. */
const fresh = () => `0x${(0xabcd0000 + ++ordinary).toString(16).padStart(40, '7')}`
const ada = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }

const CHECKS = {
  wallets: (code: string) => ['/wallets/verify', { wallet_address: W(code) }] as const,
  kyc: (code: string) => ['/wallets/verify', { wallet_address: W(code), kyc_data: ada }] as const,
  sanctions: (code: string) => ['/sanctions/check', { wallet_address: W(code) }] as const,
  named: (code: string) => ['/sanctions/check', { wallet_address: W(code), full_name: 'Ada Example', country: 'US' }] as const,
  nfts: (code: string) => ['/nfts/verify-creator', { wallet_address: W(code), creator_name: `Creator ${code}` }] as const,
  defi: (code: string) => ['/defi/verify-wallet', { wallet_address: W(code), protocol_name: 'Example Lend' }] as const,
  gaming: (code: string) =>
    ['/gaming/verify-age', { wallet_address: W(code), date_of_birth: '1990-05-17', jurisdiction: 'US', required_age_tier: '18+' }] as const,
  pay: (code: string) =>
    ['/transactions', { from_address: W(code), to_address: W('0001'), amount: '10', currency: 'USDC', dry_run: true }] as const,
  paid: (code: string) =>
    ['/transactions', { from_address: W('0001'), to_address: W(code), amount: '10', currency: 'USDC', dry_run: true }] as const,
}
type Check = keyof typeof CHECKS
const outcome = (decision: string) => ({ decision: { outcome: decision } })
const rejected = (code: string) => ({ status: 200, body: { verification_status: 'rejected', verified: false, rejection: { code } } })
const held = { status: 200, body: { verification_status: 'pending', verified: false, ...outcome('review') } }
const possible = { body: { sanctioned: false, sanctions_cleared: false, status: 'possible_match', ...outcome('review') } }
const review = { body: outcome('review') }
const deny = { body: outcome('deny') }
const notGranted = (reason: string) => ({
  body: {
    access_granted: false,
    verification_level: 'none',
    reason_codes: expect.arrayContaining([reason]),
    next_action: { type: 'verify_wallet' },
  },
})
const none = (state: string) => ({ body: { verification_status: 'none', verified: false, credential: { state } } })

const TABLE: [string, Check, object][] = [
  [
    '0001',
    'wallets',
    {
      body: { verification_status: 'enhanced', verified: true, credential: { level: 'enhanced', control: 'proven' }, ...outcome('allow') },
    },
  ],
  ['0001', 'sanctions', { body: { status: 'clear', sanctions_cleared: true, ...outcome('allow') } }],
  ['0002', 'wallets', { body: { verification_status: 'basic', verified: true, ...outcome('allow') } }],
  ['1001', 'kyc', { body: { verification_status: 'pending', verified: false } }],
  ['1002', 'kyc', { body: { verification_status: 'rejected', rejection: { code: 'document_mismatch', retryable: true } } }],
  ['1003', 'wallets', { status: 422, body: { code: 'kyc_data_required' } }],
  ['1003', 'defi', { body: { access_granted: false, verification_level: 'none', next_action: { type: 'verify_wallet' } } }],
  ['1003', 'kyc', { body: { verification_status: 'basic', verified: true } }],
  ['1004', 'defi', notGranted('credential_expired')],
  ['1004', 'wallets', none('expired')],
  ['1005', 'defi', notGranted('credential_revoked')],
  ['1005', 'wallets', none('revoked')],
  ['1006', 'defi', notGranted('credential_suspended')],
  ['1006', 'wallets', none('suspended')],
  ['1007', 'kyc', { body: { verification_status: 'basic', uniqueness: { status: 'also_bound' } } }],
  ['1008', 'wallets', { body: { verified: true } }],
  ['2001', 'wallets', rejected('sanctioned')],
  ['2001', 'kyc', rejected('sanctioned')],
  [
    '2001',
    'sanctions',
    { body: { sanctioned: true, status: 'hit', risk_level: 'severe', matches: [{ match_type: 'address_exact' }], ...outcome('deny') } },
  ],
  ['2001', 'named', { body: { sanctioned: true, decision: { outcome: 'deny', reason_codes: ['sanctions_address_exact'] } } }],
  ['2001', 'nfts', { body: { verified: false, sanctions_cleared: false, ...outcome('deny') } }],
  ['2001', 'defi', { body: { access_granted: false, sanctions_cleared: false, ...outcome('deny') } }],
  ['2001', 'gaming', { body: { eligible: false, ...outcome('deny') } }],
  ['2001', 'pay', { status: 200, body: { status: 'denied', restriction_code: 23 } }],
  ['2001', 'paid', { body: { status: 'denied', restriction_code: 23 } }],
  ['2002', 'wallets', rejected('sanctioned')],
  ['2002', 'kyc', rejected('sanctioned')],
  ['2002', 'sanctions', { body: { sanctioned: true, status: 'hit', matches: [{ match_type: 'name', score: 1 }], ...outcome('deny') } }],
  ['2002', 'named', { body: { sanctioned: true, status: 'hit' } }],
  ['2002', 'defi', deny],
  ['2002', 'gaming', deny],
  ['2002', 'nfts', deny],
  ['2002', 'pay', { body: { status: 'denied', restriction_code: 23 } }],
  ['2003', 'wallets', held],
  ['2003', 'sanctions', { body: { ...possible.body, matches: [{ match_type: 'name', score: 0.86 }] } }],
  ['2003', 'nfts', { body: { verified: false, ...outcome('review') } }],
  ['2003', 'defi', { body: { access_granted: false, ...outcome('review') } }],
  ['2003', 'gaming', { body: { eligible: false, ...outcome('review') } }],
  ['2003', 'pay', { body: { status: 'review', restriction_code: 23 } }],
  ['2004', 'wallets', held],
  [
    '2004',
    'sanctions',
    {
      body: {
        ...possible.body,
        matches: [{ pep: true, name: 'Petra Exposed' }],
        decision: { outcome: 'review', reason_codes: ['pep_match'] },
      },
    },
  ],
  ['2004', 'named', possible],
  ['2004', 'nfts', review],
  ['2004', 'defi', { body: { access_granted: false, ...outcome('review') } }],
  ['2004', 'gaming', { body: { eligible: false, ...outcome('review') } }],
  ['2004', 'pay', { body: { status: 'review', restriction_code: 250 } }],
  ['2005', 'wallets', { body: { verification_status: 'basic', sanctions_cleared: true, ...outcome('allow') } }],
  ['2005', 'sanctions', { body: { status: 'clear', was_listed: true, sanctions_cleared: true, ...outcome('allow') } }],
  ['2006', 'wallets', { body: { verified: false, ...outcome('deny') } }],
  ['2006', 'sanctions', { body: { sanctions_cleared: false, country: { code: 'KP', embargoed: true }, ...outcome('deny') } }],
  ['2006', 'named', { body: { country: { embargoed: true }, ...outcome('deny') } }],
  ['2006', 'defi', deny],
  ['2006', 'pay', { body: { status: 'denied', restriction_code: 24 } }],
  ['2007', 'wallets', held],
  ['2007', 'sanctions', { body: { ...possible.body, matches: [{ weak_alias: true, name: expect.any(String) }] } }],
  ['2007', 'named', possible],
  ['2007', 'defi', { body: { access_granted: false, ...outcome('review') } }],
  ['2007', 'gaming', { body: { eligible: false, ...outcome('review') } }],
  ['4001', 'nfts', { body: { verified: true, verification_tier: 'premium', risk_score: 5 } }],
  ['4002', 'nfts', { body: { verified: true, verification_tier: 'standard', risk_score: 20 } }],
  ['4003', 'nfts', { body: { verified: true, verification_tier: 'basic', risk_score: 35 } }],
  ['4004', 'nfts', { body: { verified: false, similar_to: [{ creator_name: 'Ada Draws' }], ...outcome('review') } }],
  ['4005', 'nfts', { body: { verified: false, verification_tier: 'none', risk_score: 88 } }],
  ['5001', 'defi', { body: { access_granted: true, verification_level: 'defi-basic', sanctions_cleared: true } }],
  ['5002', 'defi', { body: { access_granted: true, verification_level: 'defi-enhanced' } }],
  ['5003', 'defi', { body: { access_granted: false, next_action: { type: 'wait' }, ...outcome('review') } }],
  ['6012', 'gaming', { body: { age_tier: 'under_13', age_verified: false, eligible: false } }],
  ['6013', 'gaming', { body: { age_tier: '13+', age_verified: false, eligible: false } }],
  ['6018', 'gaming', { body: { age_tier: '18+', age_verified: true, eligible: true } }],
  ['6021', 'gaming', { body: { age_tier: '21+', age_verified: true, eligible: true } }],
  ['6090', 'gaming', { body: { self_excluded: true, eligible: false } }],
  ['6091', 'gaming', { body: { geo_compliant: false, eligible: false } }],
  ['7006', 'pay', { body: { status: 'denied', restriction_code: 3 } }],
  ['7006', 'paid', { body: { status: 'denied', restriction_code: 4 } }],
  ...(['wallets', 'sanctions', 'nfts', 'defi', 'gaming', 'pay', 'paid'] as const).flatMap((check): [string, Check, object][] => [
    ['9429', check, { status: 429, body: { code: 'rate_limited' } }],
    ['9500', check, { status: 500, body: { code: 'internal_error' } }],
    ['9503', check, { status: 503, body: { code: 'screening_unavailable' } }],
  ]),
]

describe('a magic wallet', () => {
  const [inOrder, together] = [TABLE.filter(([code]) => code === '1003'), TABLE.filter(([code]) => code !== '1003')]
  test.concurrent.for(together)('%s at %s', async ([code, check, expected]) => follows(code, check, expected))
  test.for(inOrder)('%s at %s', async ([code, check, expected]) => follows(code, check, expected))
  const follows = async (code: string, check: Check, expected: object) => {
    const [path, body] = CHECKS[check](code)
    const answer = await post(path, body)
    expect(answer, answer.text.slice(0, 1_500)).toMatchObject(expected)
    if ('decision' in (answer.body ?? {})) expect(answer.headers.get('sealwright-decision')).toBe(answer.body.decision.outcome)
  }

  test('of Solana answers like the one of Ethereum', async () => {
    for (const [code, check, expected] of TABLE.filter(([code]) =>
      ['0001', '2001', '2004', '2007', '5002', '5003', '6018', '6090'].includes(code),
    )) {
      const [path, body] = CHECKS[check](code)
      const swapped = JSON.parse(
        JSON.stringify(body).replaceAll(W(code), magicSolanaWallet(code)).replaceAll(W('0001'), magicSolanaWallet('0001')),
      )
      const answer = await post(path, swapped)
      expect(answer, `${code} ${check} ${answer.text.slice(0, 800)}`).toMatchObject(expected)
    }
  })

  test('is an address like any other in production', async () => {
    for (const code of ['2001', '9500', '5003']) {
      const answer = await post('/sanctions/check', { wallet_address: W(code) }, {}, production)
      expect([code, answer.body.code ?? answer.body.status]).not.toEqual([code, 'internal_error'])
      expect(answer.body.sanctioned ?? false).toBe(false)
    }
  })
})

describe('the header Sandbox-Scenario', () => {
  test('gives an ordinary wallet the outcome of every code', async () => {
    for (const [code, check, expected] of TABLE) {
      if (['1003', '1004', '1005', '1006', '9429', '9500', '9503', '7006'].includes(code) && check !== 'defi') continue
      const { name } = SCENARIOS.find((one) => one.code === code)!
      const [path, body] = CHECKS[check](code)
      const answer = await post(path, JSON.parse(JSON.stringify(body).replaceAll(W(code), fresh())), { 'sandbox-scenario': name })
      expect(answer, `${name} ${check} ${answer.text.slice(0, 800)}`).toMatchObject(expected)
    }
  })

  test('plays a failure at any operation', async () => {
    for (const [name, status, code] of [
      ['rate_limited', 429, 'rate_limited'],
      ['internal_error', 500, 'internal_error'],
      ['screening_unavailable', 503, 'screening_unavailable'],
    ] as const)
      for (const answer of [
        await get('/offerings', { 'sandbox-scenario': name }),
        await post(...CHECKS.sanctions('0001'), { 'sandbox-scenario': name }),
      ]) {
        expect(answer).toMatchObject({ status, body: { code } })
        if (status !== 500) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
  })

  test('of an unknown name is refused with the nearest one; a production key may not play', async () => {
    const typo = await post(...CHECKS.sanctions('0001'), { 'sandbox-scenario': 'sanctioned_adress' })
    expect(typo).toMatchObject({ status: 400, body: { code: 'invalid_header', detail: expect.stringContaining('sanctioned_address') } })
    const live = await post(...CHECKS.sanctions('0001'), { 'sandbox-scenario': 'sanctioned_address' }, production)
    expect(live).toMatchObject({ status: 400, body: { code: 'sandbox_only' } })
  })

  test('gives lists of no rows and of 500', async () => {
    expect((await get('/offerings', { 'sandbox-scenario': 'list_empty' })).body).toMatchObject({ data: [], has_more: false })
    let cursor = ''
    let rows = 0
    do {
      const { body } = await get(`/offerings?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, {
        'sandbox-scenario': 'list_500',
      })
      rows += body.data.length
      cursor = body.next_cursor ?? ''
    } while (cursor)
    expect(rows).toBe(500)
  })
})

test('9409 answers that the first call still runs, then works', async () => {
  for (const [send, name] of [
    [() => post(...CHECKS.sanctions('9409')), 'wallet'],
    [() => post(...CHECKS.defi('9409'), { 'idempotency-key': 'same' }), 'wallet with a key'],
    [() => post(...CHECKS.sanctions('0001'), { 'sandbox-scenario': 'in_progress_once' }), 'header'],
  ] as const) {
    const first = await send()
    expect([name, first.status, first.body.code, first.headers.get('retry-after')]).toEqual([name, 409, 'idempotency_in_progress', '1'])
    expect([name, (await send()).status]).toEqual([name, 200])
  }
})

describe('magic people', () => {
  const check = (full_name: string, date_of_birth?: string) =>
    post('/sanctions/check', { full_name, ...(date_of_birth && { date_of_birth }) })
  test.each([
    ['Mallory Sanctioned', '1970-01-01', 'hit', 'deny', [1, 1]],
    ['Malory Sanctiond', undefined, 'possible_match', 'review', [0.9, 0.96]],
    ['Malory Sanctiond', '1980-01-01', 'possible_match', 'review', [0.93, 0.94]],
    ['Wade Alias', '1980-01-01', 'possible_match', 'review', [0.85, 1]],
    ['Mallory Sanctioned', '1991-03-14', 'possible_match', 'review', [0.85, 0.9]],
    ['Petra Exposed', undefined, 'possible_match', 'review', [0.97, 1]],
    ['Wade Alias', '1972-09-09', 'possible_match', 'review', [0.85, 1]],
    ['Rhea Reject', undefined, 'clear', 'allow', null],
  ] as const)('%s born %s is %s: %s', async (name, born, status, decided, score) => {
    const { body, text } = await check(name, born)
    expect(body, text.slice(0, 800)).toMatchObject({ status, decision: { outcome: decided } })
    if (score) {
      expect(body.matches[0].score).toBeGreaterThanOrEqual(score[0])
      expect(body.matches[0].score).toBeLessThanOrEqual(score[1])
    }
  })

  test.each([
    ['Mallory Sanctioned', '1970-01-01', { status: 'rejected', rejection: { code: 'sanctioned' } }],
    ['Malory Sanctiond', '1970-01-01', { status: 'pending' }],
    ['Petra Exposed', '1965-06-15', { status: 'pending', decision: { outcome: 'review' } }],
    ['Wade Alias', '1972-09-09', { status: 'pending' }],
    [
      'Rhea Reject',
      '1980-02-29',
      { status: 'rejected', rejection: { code: 'document_mismatch', message: expect.stringContaining('document'), retryable: true } },
    ],
    ['Penn Ding', '1980-02-29', { status: 'pending' }],
    ['Dupe Person', '1980-02-29', { status: 'verified' }],
    ['Avery Accredited', '1980-02-29', { status: 'verified', verification: { accreditation_status: 'verified' } }],
    ['Nora Nonaccredited', '1980-02-29', { status: 'verified', verification: { accreditation_status: 'rejected' } }],
  ])('%s as an investor', async (full_name, date_of_birth, expected) => {
    const email = `${full_name.replace(/\W/g, '.')}.${date_of_birth}@people.example`.toLowerCase()
    const answer = await post('/investors/verify', { full_name, email, date_of_birth, country: 'US', address: NEVADA, checks: undefined })
    expect(answer.body, answer.text.slice(0, 800)).toMatchObject(expected)
  })

  test('at wallets, markets and players too', async () => {
    const rhea = await post('/wallets/verify', { wallet_address: fresh(), kyc_data: { ...ada, full_name: 'Rhea Reject' } })
    expect(rhea.body).toMatchObject({ verification_status: 'rejected', rejection: { code: 'document_mismatch', retryable: true } })
    const penn = await post('/wallets/verify', { wallet_address: fresh(), kyc_data: { ...ada, full_name: 'Penn Ding' } })
    expect(penn.body).toMatchObject({ verification_status: 'pending' })
    const dupe = await post('/wallets/verify', { wallet_address: fresh(), kyc_data: { ...ada, full_name: 'Dupe Person' } })
    expect(dupe.body).toMatchObject({ verification_status: 'basic', uniqueness: { status: 'also_bound' } })
    const taken = await post('/investors', { full_name: 'Anna New', email: 'anna@exists.example' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'investor_exists' } })
  })
})
const NEVADA = { line1: '1 Main St', city: 'Reno', state: 'NV', postal_code: '89501' }

describe('an investment', () => {
  const invest = (regulation: string, code: string, amount = '500', headers = {}) =>
    post('/investments', { offering_id: offerings[regulation], wallet_address: W(code), amount, dry_run: true }, headers)
  test.each([
    ['3001', 'reg_d_506c', 'accepted', []],
    ['3002', 'reg_d_506c', 'rejected', ['not_accredited']],
    ['3003', 'reg_d_506c', 'pending', []],
    ['3004', 'reg_d_506c', 'rejected', ['accreditation_expired']],
    ['3006', 'reg_d_506c', 'rejected', []],
    ['3007', 'reg_s', 'rejected', ['us_person']],
    ['3008', 'reg_d_506c', 'rejected', ['holder_limit']],
    ['2001', 'reg_d_506c', 'rejected', ['sanctioned']],
    ['2002', 'reg_d_506c', 'rejected', ['sanctioned']],
    ['2003', 'reg_d_506c', 'pending', []],
  ])('of %s into %s is %s', async (code, regulation, status, reasons) => {
    const { body, text } = await invest(regulation, code)
    expect(body, text.slice(0, 1_500)).toMatchObject({ status, decision: { reason_codes: expect.arrayContaining(reasons) } })
    if (code === '3006') expect(body.decision.reason_codes).toContain('reg_d_506d_bad_actor')
    const { name } = SCENARIOS.find((one) => one.code === code)!
    const wallet = fresh()
    const byHeader = await post(
      '/investments',
      { offering_id: offerings[regulation], wallet_address: wallet, amount: '500' },
      { 'sandbox-scenario': name },
    )
    expect(byHeader.body, `${name}: ${byHeader.text.slice(0, 900)}`).toMatchObject({ status })
  })

  test('H1 is refused by its sealed decision, whichever scenario refuses it, and so is a grant', async () => {
    const codes: [string, string][] = [
      ['3002', 'reg_d_506c'],
      ['3004', 'reg_d_506c'],
      ['3007', 'reg_s'],
      ['3008', 'reg_d_506c'],
      ['2001', 'reg_d_506c'],
    ]
    const refused = await Promise.all(
      codes.map(([code, regulation]) =>
        post('/investments', { offering_id: offerings[regulation], wallet_address: W(code), amount: '500' }),
      ),
    )
    refused.push(await post('/tokens/issue', { offering_id: offerings.reg_d_506c, wallet_address: W('3008'), quantity: 1 }))
    for (const { body } of refused) {
      expect(body).toMatchObject({ decision: { outcome: 'deny' } })
      const { id, outcome, reason_codes } = body.decision
      expect((await get(`/decisions/${id}`)).body).toMatchObject({ outcome, reason_codes })
      expect((await post(`/decisions/${id}/replay`, {})).body).toMatchObject({ status: 'identical', original: { outcome } })
    }
  })

  test('whose amount ends with .13 or .14 fails or is paid back', async () => {
    const offering = (
      await post('/offerings', {
        name: 'Cents',
        regulation: 'reg_d_506b',
        total_supply: 10 ** 6,
        price_per_token: '0.01',
        maximum_raise: '10000',
      })
    ).body.id
    const made = await Promise.all(
      ['100.13', '100.14'].map((amount) => post('/investments', { offering_id: offering, wallet_address: W('3001'), amount })),
    )
    expect(
      made.map((one) => one.body.status),
      made[0]!.text,
    ).toEqual(['accepted', 'accepted'])
    await advance('25h')
    const types = (await get('/events?limit=100')).body.data.map((event: { type: string }) => event.type)
    expect(types).toEqual(expect.arrayContaining(['investment.payment_failed', 'investment.refunded']))
  })

  test('that brings the fee to its cap says so, once', async () => {
    const terms = { name: 'Large', regulation: 'reg_d_506c', total_supply: 10_000_000, price_per_token: '10', maximum_raise: '100000000' }
    const offering_id = (await post('/offerings', terms)).body.id
    const { body } = await post('/investments', { offering_id, wallet_address: W('3001'), amount: '100000000' })
    expect(body).toMatchObject({ status: 'accepted', fee: { amount: '1000000.00', cap_remaining: '0.00' } })
    const reached = (await get('/events?limit=100')).body.data.filter(
      (event: { type: string }) => event.type === 'offering.fee_cap_reached',
    )
    expect(reached).toHaveLength(1)
  })

  test('names in brackets make offerings of every state', async () => {
    for (const [mark, status] of [
      ['needs_contact', 'needs_contact'],
      ['paused', 'paused'],
      ['closed', 'closed'],
      ['full', 'open'],
    ]) {
      const { body } = await post('/offerings', {
        name: `Marked [${mark}]`,
        regulation: 'reg_d_506c',
        total_supply: 100,
        price_per_token: '10',
        maximum_raise: '2000',
      })
      expect([mark, body.status]).toEqual([mark, status])
      const bought = await post('/investments', { offering_id: body.id, wallet_address: W('3001'), amount: '20' })
      expect([mark, bought.status, bought.body.code]).toEqual([mark, 409, mark === 'full' ? 'supply_exhausted' : 'offering_not_open'])
    }
  })
})

describe('a transfer', () => {
  const pay = (body: object) =>
    post('/transactions', { from_address: W('0001'), to_address: W('0002'), currency: 'USDC', dry_run: true, ...body })
  const parties = {
    originator: {
      name: 'Olga Originator',
      address: { addressType: 'HOME', streetName: 'Main', buildingNumber: '1', townName: 'Reno', postCode: '89501', country: 'US' },
    },
    beneficiary: { name: 'Ben Beneficiary', vasp: 'vasp.example' },
  }
  test.each([
    [
      '7001 above 1,000 EUR',
      { to_address: W('7001'), amount: '1200', ...parties, beneficiary: { self_hosted: true } },
      { restriction_code: 30 },
    ],
    ['7001 with nothing but addresses', { to_address: W('7001'), amount: '1200' }, { status: 'review', restriction_code: 30 }],
    ['7001 as the sender', { from_address: W('7001'), amount: '5000' }, { status: 'review', restriction_code: 30 }],
    ['7001 below', { to_address: W('7001'), amount: '900' }, { restriction_code: 0, status: 'approved' }],
    ['7002', { to_address: W('7002'), amount: '5000', ...parties }, { status: 'approved', travel_rule: { status: 'accepted' } }],
    [
      '7003',
      { to_address: W('7003'), amount: '5000', ...parties },
      { status: 'denied', restriction_code: 31, travel_rule: { status: 'rejected', code: 90 } },
    ],
    [
      '7004',
      { to_address: W('7004'), amount: '5000', ...parties },
      { status: 'review', travel_rule: { status: 'repair_requested', code: 153 } },
    ],
    ['7005', { to_address: W('7005'), amount: '5000', ...parties }, { status: 'awaiting_counterparty' }],
    // The magic provider brings the data of its parties with it.
    ['7002 bare', { to_address: W('7002'), amount: '5000' }, { status: 'approved', restriction_code: 0, travel_rule: { missing: [] } }],
    [
      '7002 bare, of Solana',
      { from_address: magicSolanaWallet('0001'), to_address: magicSolanaWallet('7002'), amount: '5000' },
      { status: 'approved' },
    ],
    ['7002 bare, as the sender', { from_address: W('7002'), amount: '5000' }, { status: 'approved' }],
    ['7003 bare', { to_address: W('7003'), amount: '5000' }, { status: 'denied', restriction_code: 31, travel_rule: { code: 90 } }],
    [
      '7004 bare',
      { to_address: W('7004'), amount: '5000' },
      {
        status: 'review',
        travel_rule: {
          status: 'repair_requested',
          code: 153,
          missing: ['/originator/originatorPersons/0/naturalPerson/geographicAddress'],
        },
      },
    ],
    ['7005 bare', { to_address: W('7005'), amount: '5000' }, { status: 'awaiting_counterparty', travel_rule: { missing: [] } }],
    [
      '7002 with data that lack the address',
      { to_address: W('7002'), amount: '5000', originator: { name: 'Olga Originator' } },
      { status: 'review' },
    ],
    ['an NFT of 9,999', { type: 'sale', market: 'nfts', currency: 'USD', amount: '9999' }, { restriction_code: 0 }],
    [
      'an NFT of 10,000',
      { type: 'sale', market: 'nfts', currency: 'USD', amount: '10000', to_address: W('1003') },
      { restriction_code: 32 },
    ],
    [
      'an NFT of 10,000 for a holder nobody verified',
      { type: 'sale', market: 'nfts', currency: 'USD', amount: '10000', to_address: fresh() },
      { status: 'review', restriction_code: 32 },
    ],
    [
      'an NFT of 10,000 for a proven one',
      { type: 'sale', market: 'nfts', currency: 'USD', amount: '10000', from_address: W('4001'), to_address: W('0001') },
      { restriction_code: 0 },
    ],
    ['a mint', { type: 'mint', from_address: undefined, to_address: W('0001'), amount: '5000' }, { status: 'approved', travel_rule: null }],
    [
      '1005 as the sender',
      { from_address: W('1005'), amount: '10' },
      { restriction_code: 22, decision: { reason_codes: expect.arrayContaining(['credential_revoked']) } },
    ],
    [
      'E2 a sender nobody verified',
      { from_address: W('1003'), amount: '5000' },
      { restriction_code: 20, restriction_message: 'The sender is not verified.' },
    ],
    ['E2 a recipient of a lower level', { amount: '5000', ...parties }, { restriction_code: 43 }],
    ['E2 a currency without a rate', { amount: '5000', currency: 'XAU' }, { restriction_code: 46 }],
    ['an NFT of 100,000', { type: 'sale', market: 'nfts', currency: 'USD', amount: '100000' }, { restriction_code: 33 }],
  ])('%s', async (_, body, expected) => {
    const answer = await pay(body)
    expect(answer.body, answer.text.slice(0, 1_500)).toMatchObject(expected)
  })

  test('tells what became of its travel-rule data and what a sale needs', async () => {
    for (const code of ['7002', '7003', '7004']) await pay({ to_address: W(code), amount: '5000', dry_run: false, ...parties })
    await pay({ type: 'sale', market: 'nfts', currency: 'USD', amount: '100000', dry_run: false })
    const { data } = (await get('/events?limit=100')).body
    for (const type of ['travel_rule.accepted', 'travel_rule.rejected', 'travel_rule.repair_requested', 'nft.sale.review_required'])
      expect(data.filter((event: { type: string }) => event.type === type)).toHaveLength(1)
  })

  test('a party that keeps its wallet itself proves it in the same call', async () => {
    const wallet = privateKeyToAccount(`0x${'5a'.repeat(32)}`)
    await post('/wallets/verify', { wallet_address: wallet.address, kyc_data: { ...ada, full_name: 'Karla Keeper', country: 'DE' } })
    const send = (beneficiary: object) =>
      pay({
        to_address: wallet.address,
        amount: '1200',
        dry_run: false,
        originator: parties.originator,
        beneficiary: { name: 'Karla Keeper', self_hosted: true, ...beneficiary },
      })
    const bare = await send({})
    expect(bare.body.decision.missing, bare.text.slice(0, 800)).toContain('/tx/travel/proof')
    const { message } = (await post('/wallets/challenge', { wallet_address: wallet.address })).body
    expect((await send({ proof: { message } })).body).toMatchObject({
      code: 'ivms101_invalid',
      errors: [{ pointer: '/beneficiary/proof' }],
    })
    const proven = await send({ proof: { message, signature: await wallet.signMessage({ message }) } })
    expect(proven.body.decision?.missing, proven.text.slice(0, 800)).not.toContain('/tx/travel/proof')
    expect((await get(`/wallets/${wallet.address}`)).body.control).toBe('proven')
  })

  test('3005 is locked up, with the date', async () => {
    const { body, text } = await pay({
      from_address: W('3005'),
      to_address: W('3001'),
      offering_id: offerings.reg_d_506c,
      amount: '10',
      currency: undefined,
    })
    expect(body, text.slice(0, 900)).toMatchObject({
      status: 'denied',
      restriction_code: 26,
      restriction_message: expect.stringMatching(/until 20\d\d-\d\d-\d\d begins in New York, at 20\d\d-\d\d-\d\dT0[45]:00Z\.$/),
    })
  })
})

test('tokens are issued by the holder’s code; a mint fails when asked to', async () => {
  const issue = (code: string, headers = {}) =>
    post('/tokens/issue', { offering_id: offerings.reg_d_506c, wallet_address: W(code), quantity: 1 }, headers)
  expect((await issue('3001')).body).toMatchObject({ status: 'authorized' })
  expect((await issue('3008')).body).toMatchObject({
    status: 'denied',
    decision: { outcome: 'deny', reason_codes: expect.arrayContaining(['holder_limit']) },
  })
  expect((await issue('2001')).body).toMatchObject({ status: 'denied' })
  const failing = await issue('3001', { 'sandbox-scenario': 'mint_fails' })
  expect(failing.body, failing.text.slice(0, 800)).toMatchObject({ status: 'authorized' })
  await advance('2m')
  const { data } = (await get('/events?limit=100')).body
  expect(data.find((event: { type: string }) => event.type === 'token.issuance.failed')?.data.object.id).toBe(failing.body.id)
})

test('protocols and places of the sandbox', async () => {
  const open = (protocol_name: string) => post('/defi/verify-wallet', { wallet_address: W('0002'), protocol_name })
  expect((await open('sandbox-blocked')).body).toMatchObject({ access_granted: false, decision: { outcome: 'deny' } })
  expect(await open('sandbox-paused')).toMatchObject({ status: 409, body: { code: 'protocol_paused' } })
  const play = (jurisdiction: string) => post('/gaming/verify-age', { wallet_address: W('6021'), jurisdiction })
  expect((await play('XA')).body).toMatchObject({ geo_compliant: false, eligible: false, decision: { outcome: 'deny' } })
  expect((await play('XB')).body).toMatchObject({ eligible: false, decision: { outcome: 'review' } })
  const links = { twitter: '@adadraws', instagram: 'adadraws', website: 'https://ada.example' }
  const premium = await post('/nfts/verify-creator', { wallet_address: fresh(), creator_name: 'Quite Another', social_links: links })
  expect(premium.body).toMatchObject({ verified: true, verification_tier: 'premium' })
})

test('fixtures stand in every sandbox', async () => {
  const expected: Record<string, string> = {
    verified: 'verified',
    pending: 'pending',
    rejected: 'rejected',
    incomplete: 'incomplete',
    expired: 'incomplete',
    sanctioned: 'rejected',
  }
  for (const name of ['verified', 'pending', 'rejected', 'incomplete', 'expired', 'sanctioned']) {
    const { status, body } = await get(`/investors/inv_sandbox_${name}/status`)
    expect([name, status, name in expected ? body.status : 'any']).toEqual([name, 200, expected[name] ?? 'any'])
    if (name === 'expired')
      expect(body).toMatchObject({
        credential: { state: 'expired' },
        verification: { identity_status: 'incomplete', accreditation_status: 'incomplete' },
        accreditation: { expires_at: expect.any(String) },
        eligibility: {
          reg_d_506c: { eligible: false, reason_codes: ['identity_not_verified', 'credential_expired', 'accreditation_expired'] },
        },
      })
    // Cleared is what the screening found, whatever else the identity waits for; who was never screened is not.
    expect([name, body.sanctions.cleared]).toEqual([name, !['incomplete', 'sanctioned'].includes(name)])
  }
  for (const name of ['open', '506c', 'reg_s', 'reg_a', 'full']) expect((await get(`/offerings/off_sandbox_${name}`)).status).toBe(200)
  for (const name of ['approved', 'denied', 'review', 'awaiting_counterparty', 'settled', 'failed'])
    expect((await get(`/transactions/txn_sandbox_${name}`)).body.status).toBe(name)
})

describe('the clock', () => {
  test('makes 1001 verified after an hour, wallet and investor alike', async () => {
    const wallet = magicSolanaWallet('1001')
    const first = await post('/wallets/verify', { wallet_address: wallet, kyc_data: ada })
    expect(first.body.verification_status).toBe('pending')
    await advance('61m')
    expect((await post('/wallets/verify', { wallet_address: wallet })).body, 'after an hour').toMatchObject({ verified: true })
  })

  test('goes ten years at most, all moves together, and reads the durations people write', async () => {
    for (const body of [{ advance: '11y' }, { advance: 'soon' }]) expect(await post('/sandbox/clock', body)).toMatchObject({ status: 422 })
    expect((await post('/sandbox/clock', { advance: '1h 30m' })).status).toBe(200)
    expect((await post('/sandbox/clock', { advance: 'PT1H' })).status).toBe(200)
    expect((await advance('2000d')).status).toBe(200)
    const far = await advance('2000d')
    expect(far).toMatchObject({ status: 422, body: { errors: [{ pointer: '/advance', code: 'too_large' }] } })
    expect(await post('/sandbox/clock', { set: '2060-01-01T00:00:00Z' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/set', code: 'too_large' }] },
    })
    expect(await post('/sandbox/clock', { set: '1999-01-01T00:00:00Z' })).toMatchObject({ status: 422 })
    expect((await post('/sandbox/clock', { resume: true })).body.offset_seconds).toBe(0)
  })
})

test('9504 answers, eight seconds later', async () => {
  expect((await slow.answer).status).toBe(200)
  expect(Date.now() - slow.asked).toBeGreaterThanOrEqual(7_900)
})
