import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { establishTenantFacts } from '#core/access/tenant/facts.ts'
import { party, verified } from './people.ts'
import { notReached, startProduction, type Tenant } from './production.ts'

let installation: Awaited<ReturnType<typeof startProduction>>
let tenant: Tenant
let next = 0
const DAY = 86_400_000

beforeAll(async () => {
  installation = await startProduction()
  tenant = await installation.tenant('relying')
  await says({ us_bsa_type: 'none', serves_eu: false, casp_auth: false, travel_seats: ['US'] })
  await contract(false)
})
afterAll(() => installation?.stop())

/** A contract with a regulated party is what an administrator finds, and another one agrees to. */
const contract = async (reliance_agreement: boolean) => {
  const { second_person } = await establishTenantFacts({
    ctx: installation.administrator(),
    input: { organization_id: tenant.ctx.organizationId, environment: 'production', facts: { reliance_agreement } },
  })
  expect(second_person !== null).toBe(reliance_agreement)
  if (second_person) await installation.settle(second_person.case_id, 'release', 'usr_other')
}
const says = (facts: Record<string, unknown>) => tenant.patch('/tenant-facts', { facts })
const someone = (level: 'basic' | 'enhanced' = 'enhanced') => verified(tenant, installation.holder(++next), level)
const pay = (from: string, to: string, amount = '50') =>
  tenant.post('/transactions', {
    type: 'payment',
    from_address: from,
    to_address: to,
    amount,
    currency: 'USDC',
    originator: party('originator'),
    beneficiary: { ...party('beneficiary'), self_hosted: true },
  })
/** What is judged of relying on the credential of a wallet, the newest first. */
const reliances = async (wallet: string) =>
  (await tenant.get(`/decisions?check=credential.use&limit=100&subject_id=${(await credentialOf(wallet)).id}`)).data
/** What a decision says of a rule. */
const said = async (decision: string, code: string): Promise<string | undefined> =>
  (await tenant.get(`/decisions/${decision}`)).rules.find((rule: { code: string }) => rule.code === code)?.result
const credentialOf = async (wallet: string) => (await tenant.get(`/credentials?wallet_address=${wallet}`)).data[0]
/** As the admission of a person leaves it, whose check the platform made, so many days ago. */
const admitted = (wallet: string, days = 0) =>
  installation.db.execute(sql`insert into consents (id, organization_id, environment, person_id, levels, given_at)
    select 'cns_' || id, organization_id, environment, person_id, '["name", "date_of_birth", "country", "wallet"]',
      now() - make_interval(days => ${days}) from wallets where address = ${wallet} and organization_id = ${tenant.ctx.organizationId}`)

test('L3 who was checked by the tenant itself is judged by its own rules; whom another checked, by those of reliance too', async () => {
  const [own, relied] = [await someone(), await someone()]
  expect((await pay(own, relied)).decision).toMatchObject({ outcome: 'allow' })
  expect(await reliances(relied)).toEqual([])
  await admitted(relied)
  expect((await pay(own, relied)).decision).toMatchObject({ outcome: 'allow' })
  const [made, ...more] = await reliances(relied)
  expect(more).toEqual([])
  const told = await tenant.get(`/decisions/${made.id}`)
  expect(told).toMatchObject({ check: 'credential.use', outcome: 'allow' })
  expect(told.rules.map((rule: { code: string }) => rule.code)).toEqual(
    expect.arrayContaining(['consent_missing', 'reuse_reliance_limit', 'reuse_too_old', 'credential_expired']),
  )
  expect(await reliances(own)).toEqual([])
})

test('L3 what may not be relied on counts as none: without consent, without a contract, and when the check is old', async () => {
  const own = await someone()
  const asks = async (wallet: string, code: string, result: string) => {
    const paid = await pay(own, wallet)
    expect(paid.decision.reason_codes, JSON.stringify(paid.decision)).toContain('credential_level_too_low')
    const [newest] = await reliances(wallet)
    expect(await said(newest.id, code)).toBe(result)
  }
  // A consent holds for a year.
  const late = await someone()
  await admitted(late, 366)
  await asks(late, 'consent_missing', 'review')
  // A bank relies on somebody else only under a contract; a money services business is told whose duty it stays.
  const banked = await someone()
  await admitted(banked)
  await says({ us_bsa_type: 'msb' })
  expect((await pay(own, banked)).decision.reason_codes).not.toContain('credential_level_too_low')
  expect(await said((await reliances(banked))[0].id, 'reuse_reliance_limit')).toBe('warn')
  // No rule lets a money services business or an issuer of payment stablecoins rely on anybody, whatever contract they have.
  await contract(true)
  expect((await pay(own, banked)).decision.reason_codes).not.toContain('credential_level_too_low')
  expect(await said((await reliances(banked))[0].id, 'reuse_reliance_limit')).toBe('warn')
  await says({ us_bsa_type: 'ppsi' })
  await asks(banked, 'reuse_reliance_limit', 'review')
  await contract(false)
  // Who is authorised in the Union is bound by its law, whatever they are in the United States.
  await says({ us_bsa_type: 'none', casp_auth: true })
  await asks(banked, 'reuse_reliance_limit', 'review')
  await says({ us_bsa_type: 'bank', casp_auth: false })
  await asks(banked, 'reuse_reliance_limit', 'review')
  await contract(true)
  expect((await pay(own, banked)).decision.reason_codes).not.toContain('credential_level_too_low')
  await says({ us_bsa_type: 'none' })
  await contract(false)
  // As a check stands that was made long ago.
  const old = await someone()
  await admitted(old)
  const aged = (days: number) =>
    installation.db.execute(sql`update credentials set issued_at = now() - make_interval(days => ${days}), expires_at = now() + interval '9 days'
      where wallet_id = (select id from wallets where address = ${old} and organization_id = ${tenant.ctx.organizationId})`)
  await aged(731 + 370)
  await asks(old, 'reuse_too_old', 'review')
  expect(await said((await reliances(old))[0].id, 'kyc_refresh_due')).toBe('warn')
})

test('L3 a credential that is suspended, or too low for what is paid, is told by the market’s own rules', async () => {
  const [own, stopped, plain] = [await someone(), await someone(), await someone('basic')]
  await tenant.post(`/credentials/${(await credentialOf(stopped)).id}/suspend`, { reason_code: 'key_at_risk' })
  const held = await pay(stopped, own)
  expect(await said(held.decision.id, 'credential_expired')).toBe('review')
  const large = await pay(own, plain, '3000')
  expect(large.decision.reason_codes).toContain('credential_level_too_low')
})

test('L3 whoever asks to be erased is answered by law', async () => {
  const gone = await someone('basic')
  const from = new Date(Date.now() - 400 * DAY).toISOString().slice(0, 10)
  const asked = await tenant.post('/erasures', { wallet_address: gone, law: 'gdpr', duties: [{ kind: 'identity', from }] })
  expect(await said(asked.decision.id, 'erasure_limited')).toBe('info')
  // A look at something else finds that nobody asked.
  const words = await tenant.post('/publications', { kind: 'stablecoin', text: 'A coin, redeemed at par.' })
  expect(await said(words.decision.id, 'erasure_limited')).toBe('pass')
})

test('L3 each use of personal data is judged by the basis that is said of it', async () => {
  const judged = async (uses: string[]) => {
    await says({ data_bases: uses })
    const { data } = await tenant.get(`/decisions?check=monitoring&limit=${uses.length}&subject_id=${tenant.ctx.organizationId}`)
    return Promise.all(data.map((one: { id: string }) => said(one.id, 'lawful_basis')))
  }
  expect(await judged(['identity:legal_obligation', 'reuse:consent', 'automated_denial:contract:30'])).toEqual(['pass', 'pass', 'pass'])
  for (const use of ['identity:consent', 'reuse:contract', 'automated_denial:contract:31', 'automated_denial:none'])
    expect(await judged([use]), use).toEqual(['review'])
  const none = await tenant.call('PATCH', '/tenant-facts', { facts: { data_bases: ['profit:any'] } })
  expect(none.status).toBe(422)
  // A paper of the organisation's own is no fact of any payment.
  const paid = await pay(await someone(), await someone())
  expect(JSON.stringify(await tenant.get(`/decisions/${paid.decision.id}`))).not.toContain('data_bases')
})

test('L3 every rule of credentials was seen both ways in sealed decisions, but for those on the list', async () => {
  expect(notReached(await installation.reached(), ['credential'])).toEqual([])
})
