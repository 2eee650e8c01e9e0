import { eq } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { connectUserWallet } from '#core/portal/user-wallets/connect.ts'
import { proveOwnWallet } from '#core/portal/user-wallets/prove.ts'
import { runAllDue } from '#core/upkeep/deadlines/run-due.ts'
import { auditLogs, selfExclusions, users } from '#db/schema.ts'
import { type Answer, startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let stranger: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
  stranger = await api.makeStranger()
})
afterAll(() => api.stop())

const post = (path: string, body: object, as = key) => api.call('POST', path, body, as)
const get = (path: string, as = key) => api.call('GET', path, undefined, as)
const wallet = (n: number) => `0x${n.toString(16).padStart(40, 'a')}`
const exclude = (body: object, as = key) => post('/v1/gaming/self-exclusions', body, as)
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const play = (address: string, more: object = {}, as = key) =>
  post('/v1/gaming/verify-age', { wallet_address: address, date_of_birth: '1985-04-02', jurisdiction: 'GB', ...more }, as)
const verify = (address: string, full_name: string, as = key) =>
  post('/v1/wallets/verify', { wallet_address: address, kyc_data: { full_name, date_of_birth: '1985-04-02', country: 'GB' } }, as)
const told = async (id: string) =>
  (await get(`/v1/events?resource_id=${id}`)).body.data.toReversed().map((event: Answer['body']) => [event.type, event.data])

test('an exclusion holds for every wallet of the person, is never shortened, and ends with its last day everywhere', async () => {
  await verify(wallet(1), 'Edda Example')
  await verify(wallet(2), 'Edda Example')
  await verify(wallet(3), 'Other Example')
  for (const [body, code] of [
    [{}, 'required'],
    [{ until: day(-2) }, 'past_date'],
    [{ until: '2199-01-01' }, 'too_late'],
  ] as const)
    expect((await exclude({ wallet_address: wallet(1), ...body })).body.errors).toMatchObject([{ pointer: '/until', code }])
  expect((await exclude({ wallet_address: wallet(1), until: day(9), duration: '1_year' })).body.code).toBe('conflicting_fields')

  const made = await exclude({ wallet_address: wallet(1), until: day(3) })
  expect(made, made.text).toMatchObject({
    status: 201,
    body: { success: true, object: 'self_exclusion', status: 'active', scope: 'all', source: 'organization', until: day(3) },
  })
  const { id, wallet_id } = made.body
  for (const activity of ['general', 'marketplace', 'gambling', 'skill_gaming'])
    expect((await play(wallet(2), { activity })).body, activity).toMatchObject({
      self_excluded: true,
      eligible: false,
      reason_codes: expect.arrayContaining(['self_excluded']),
      decision: { outcome: 'deny' },
    })
  expect((await play(wallet(3))).body).toMatchObject({ self_excluded: false, eligible: true })
  // What one organisation recorded is its own affair.
  await verify(wallet(2), 'Edda Example', stranger)
  expect((await play(wallet(2), {}, stranger)).body).toMatchObject({ self_excluded: false, eligible: true })
  expect((await get(`/v1/gaming/self-exclusions/${id}`, stranger)).status).toBe(404)

  const shorter = await exclude({ wallet_address: wallet(2), until: day(2) })
  expect(shorter).toMatchObject({ status: 409, body: { code: 'self_exclusion_stands', until: day(3), existing_id: id } })
  expect((await exclude({ wallet_address: wallet(2), until: day(3) })).body).toMatchObject({ id, extended_at: null })
  expect((await exclude({ wallet_address: wallet(2), until: day(5) })).body).toMatchObject({
    id,
    until: day(5),
    extended_at: expect.any(String),
  })
  expect((await get(`/v1/gaming/self-exclusions?wallet_address=${wallet(2)}&status=active`)).body.data).toMatchObject([{ id }])
  expect((await get(`/v1/gaming/self-exclusions?wallet_address=${wallet(3)}`)).body.data).toEqual([])

  // The last day counts in the place of play; the exclusion ends when that day is over everywhere.
  const at = async (moment: string) => {
    await post('/v1/sandbox/clock', { set: moment })
    await runAllDue(api.services)
    return (await play(wallet(1), { jurisdiction: 'GB' })).body.self_excluded
  }
  expect(await at(`${day(5)}T22:00:00Z`)).toBe(true)
  expect(await at(`${day(6)}T01:30:00Z`)).toBe(false)
  expect((await get(`/v1/gaming/self-exclusions/${id}`)).body).toMatchObject({ status: 'active' })
  expect(await at(`${day(6)}T12:00:00Z`)).toBe(false)
  expect((await get(`/v1/gaming/self-exclusions/${id}`)).body).toMatchObject({ status: 'ended', ended_at: expect.any(String) })
  expect(await told(id)).toMatchObject([
    ['gaming.self_exclusion.started', { object: { wallet_id, until: day(3) } }],
    ['gaming.self_exclusion.started', { object: { until: day(5) }, previous: { until: day(3) } }],
    ['gaming.self_exclusion.ended', { object: { wallet_id, until: day(5), status: 'ended' } }],
  ])
  const { db } = api.services.connection
  const leaves = await db.select({ action: auditLogs.action }).from(auditLogs).where(eq(auditLogs.subject_id, id))
  expect(leaves.map((leaf) => leaf.action).sort()).toEqual(['self_exclusion_extended', 'self_exclusion_repeated', 'self_exclusion_started'])
  const [row] = await db.select().from(selfExclusions).where(eq(selfExclusions.id, id))
  expect(row!.person_key).toBeNull()

  // After its end a new one may be of any length; of two at once, one is made.
  const both = await Promise.all([1, 2].map((n) => exclude({ wallet_address: wallet(n), until: day(40), scope: 'gambling' })))
  expect(new Set(both.map(({ body }) => body.id)).size, both.map((each) => each.text).join()).toBe(1)
  expect((await play(wallet(1))).body).toMatchObject({ self_excluded: false, eligible: true })
  expect((await play(wallet(2), { activity: 'gambling' })).body).toMatchObject({ self_excluded: true, eligible: false })
  // A wallet nobody is known behind.
  await exclude({ wallet_address: wallet(9), duration: '1_month' })
  expect((await play(wallet(9))).body).toMatchObject({ self_excluded: true, eligible: false })
})

test('a holder alone excludes themselves, everywhere: by proven wallet at once, by identity once verified; the end is not told', async () => {
  const auth = createAuth(api.services, { secret: 'x'.repeat(40), rateLimit: false })
  const email = 'edna@exclusions.example'
  const user = await createAccount(api.services, auth, {
    email,
    password: 'A-long-one-9',
    role: 'investor',
    firstName: 'Edna',
    lastName: 'Holder',
  })
  const [row] = await api.services.connection.db.select().from(users).where(eq(users.id, user))
  const ctx = {
    ...systemCtx(api.services, { id: user, organizationId: row!.organization_id, environment: 'sandbox' }),
    actor: {
      type: 'user' as const,
      id: user,
      ...atHome(row!.organization_id, 'investor'),
      email,
      sessionId: 's',
      secondFactorAt: null,
      confirmedAt: Date.now(),
    },
  }
  const verbs = bindVerbs(ctx)
  const account = privateKeyToAccount(`0x${'e1'.repeat(32)}`)
  const own = await personalCtx(ctx)
  const { message } = await connectUserWallet({ ctx: own, input: { address: account.address, chainId: '1', provider: 'metamask' } })
  await proveOwnWallet({ ctx: own, input: { message, signature: await account.signMessage({ message }) } })

  expect(await verbs.excludeOwn({ duration: '6_months' }).catch((e) => e)).toMatchObject({ fields: [{ pointer: '/understood' }] })
  const made = await verbs.excludeOwn({ duration: '5_years', understood: true })
  expect(await verbs.excludeOwn({ duration: '6_months', understood: true }).catch((e) => e)).toMatchObject({
    code: 'self_exclusion_stands',
  })
  expect((await verbs.listOwnExclusions()).data).toMatchObject([{ id: made.id, source: 'holder', until: made.until }])
  expect((await verbs.listNotifications({ limit: 1 })).data).toMatchObject([{ title: expect.stringContaining(made.until) }])

  expect((await verbs.exportOwnData()).self_exclusions).toMatchObject([{ id: made.id, scope: 'all' }])
  const asked = await play(account.address, { activity: 'gambling' }, stranger)
  expect(asked.body).toMatchObject({ self_excluded: true, eligible: false, decision: { outcome: 'deny', counterfactuals: [] } })
  // Not for how long, in the answer or in the stored decision, and not that there is a record.
  expect(asked.text).not.toContain(made.until)
  expect((await get(`/v1/decisions/${asked.body.decision.id}?expand[]=decision.rules`, stranger)).text).not.toContain(made.until)
  expect((await get('/v1/gaming/self-exclusions', stranger)).body.data).toEqual([])
  expect((await get(`/v1/gaming/self-exclusions/${made.id}`, stranger)).status).toBe(404)

  // Another wallet of the same identity, never linked to the account.
  await verify(wallet(7), 'Holder Edna', stranger)
  expect((await play(wallet(7), {}, stranger)).body.self_excluded).toBe(false)
  const identity = {
    firstName: 'Edna',
    lastName: 'Holder',
    dateOfBirth: '1985-04-02',
    address: '1 Quay',
    city: 'Leeds',
    zipCode: 'LS1',
    country: 'GB',
    phoneNumber: '+441130000000',
  }
  await verbs.saveOwnVerification({ step: 'identity', values: identity, complete: true })
  expect(await verbs.submitOwnVerification({ acceptedTerms: true, signature: 'Edna Holder' })).toEqual({ identity: 'verified' })
  expect((await play(wallet(7), {}, stranger)).body).toMatchObject({ self_excluded: true, eligible: false })
})
