import { and, asc, eq } from 'drizzle-orm'
import { generateKeyPair, SignJWT } from 'jose'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userCtx } from '#core/access/accounts/session.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { databaseLimits } from '#core/record/rate-limits/store.ts'
import {
  auditLogs,
  backupCodes,
  directoryUsers,
  domains,
  memberships,
  organizations,
  passkey,
  session,
  signOnIdentities,
  signOnProviders,
  tenantFacts,
  userRoles,
  users,
} from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { type Known, startOpenIdProvider } from '#tests/api/openid-provider.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { authenticateKey, keyCache } from '../api-keys/authenticate.ts'
import { newBackupCodes, storeBackupCodes } from '../second-factor/backup-codes.ts'

let api: Awaited<ReturnType<typeof startApi>>
let idp: Awaited<ReturnType<typeof startOpenIdProvider>>
let bank = ''
let owner: Person
const db = () => api.services.connection.db
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
const words = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )

/** What the pages of an owner call, with an address of theirs. */
async function verbsOf(person: Person, ip: string | null = '192.0.2.7') {
  const base = { ...systemCtx(api.services, { id: 'pages', environment: 'production' as const }), ip }
  return bindVerbs(userCtx(base, await person.session(), 'production'))
}
async function proven(domain: string, organizationId: string, id = `dom_${domain.replaceAll(/\W/g, '')}${organizationId.slice(-4)}`) {
  await db().insert(domains).values({
    id,
    organization_id: organizationId,
    environment: 'production',
    domain,
    token: 't',
    status: 'verified',
    method: 'dns',
    verified_at: new Date(),
    created_at: new Date(),
  })
  return id
}
/** Signs on at the provider as somebody. Gives where the browser ends. */
async function signOn(person: Person, who: Known, email = who.email!): Promise<string> {
  const begun = await person.get(`/api/sign-on/start?email=${encodeURIComponent(email)}&next=/settings`)
  if (!begun.headers.get('location')!.startsWith(idp.issuer)) return begun.headers.get('location')!
  const back = new URL(await idp.signIn(begun.headers.get('location')!, who))
  return (await person.get(back.pathname + back.search)).headers.get('location')!
}
/** What the provider sent to tell that somebody is signed out. */
const logouts: string[] = []
const logOut = (token: string) =>
  api.call('POST', `/api/sign-on/logout/${bank}`, new URLSearchParams({ logout_token: token }).toString(), null, {
    'content-type': 'application/x-www-form-urlencoded',
  })
const log = async (action: string) =>
  (
    await db()
      .select()
      .from(auditLogs)
      .where(and(eq(auditLogs.organization_id, bank), eq(auditLogs.action, action)))
      .orderBy(asc(auditLogs.timestamp), asc(auditLogs.id))
  ).map((one) => one.details)

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1' })
  await makeAccount(api, 'owner@bank.example', 'issuer')
  owner = new Person(api)
  await owner.signIn('owner@bank.example')
  bank = (await owner.session()).actor.organizationId
  idp = await startOpenIdProvider({
    id: 'sealwright',
    secret: 'a secret of the client',
    redirect: `${api.services.config.publicUrl}/api/sign-on/callback/${bank}`,
    logout: `https://sealwright.example/api/sign-on/logout/${bank}`,
    send: async (_, init) => {
      logouts.push(new URLSearchParams(String(init!.body)).get('logout_token')!)
      return new Response(null, { status: (await logOut(logouts.at(-1)!)).status })
    },
  })
})
afterAll(async () => {
  await idp.stop()
  await api.stop()
})

const settings = (more: Record<string, unknown> = {}) => ({
  kind: 'oidc',
  issuer: idp.issuer,
  client_id: 'sealwright',
  client_secret: 'a secret of the client',
  just_in_time: true,
  role: 'reviewer',
  ...more,
})

it('an owner sets it up: by a proven domain that no other organisation uses, with a secret that is never shown', async () => {
  const verbs = await verbsOf(owner)
  const id = await proven('bank.example', bank)
  await db().insert(domains).values({
    id: 'dom_pending',
    organization_id: bank,
    environment: 'production',
    domain: 'other.example',
    token: 't',
    created_at: new Date(),
  })
  expect(await words(verbs.useDomainForSignOn({ id: 'dom_pending', use: true }))).toContain('not proven')
  expect(await code(verbs.saveSignOn(settings({ role: 'owner' })))).toBe('validation_failed')
  expect(await code(verbs.saveSignOn(settings({ client_secret: '' })))).toBe('validation_failed')
  await verbs.saveSignOn(settings())
  await verbs.useDomainForSignOn({ id, use: true })
  expect(JSON.stringify(await verbs.readSignOn())).not.toContain('a secret of')
  const stored = await api.owner.pool.query('select * from sign_on_providers')
  expect(JSON.stringify(stored.rows)).not.toContain('a secret of')
  // Claimed twice.
  await makeAccount(api, 'other@elsewhere.example', 'issuer')
  const other = new Person(api)
  await other.signIn('other@elsewhere.example')
  const theirs = (await other.session()).actor.organizationId
  const twice = await proven('bank.example', theirs)
  expect(await words((await verbsOf(other)).useDomainForSignOn({ id: twice, use: true }))).toContain('Another organisation')
  // The API reads it, and a domain in use is not removed under it.
  const { key } = await api.makeKey('production')
  expect((await api.call('GET', '/v1/sign-on', undefined, key)).body).toMatchObject({ object: 'sign_on', provider: null })
  expect(await code((await (await verbsOf(owner)).developer('production')).deleteDomain({ id }))).toBe('conflict')
})

it('somebody of the domain signs on, becomes a member by that, and works in that organisation alone', async () => {
  const person = new Person(api)
  expect(await signOn(person, { sub: 'u-1', email: 'Rea@bank.example', given_name: 'Rea', family_name: 'Viewer' })).toBe('/settings')
  const { actor, user, worksAs } = await person.session()
  expect([actor.organizationId, actor.member?.role, user.firstName, user.email, worksAs]).toEqual([
    bank,
    'reviewer',
    'Rea',
    'rea@bank.example',
    'issuer',
  ])
  expect(await code((await verbsOf(person)).workIn({ organization_id: actor.home }))).toBe('forbidden')
  const [row] = await db()
    .select()
    .from(memberships)
    .where(and(eq(memberships.user_id, actor.id), eq(memberships.organization_id, bank)))
  expect(row).toMatchObject({ came: 'sign_on', role_given_by: [(await owner.session()).actor.id] })
  // Known by what the provider calls them from then on, whatever their address.
  const again = new Person(api)
  expect(await signOn(again, { sub: 'u-1', email: 'moved@nowhere.example' }, 'rea@bank.example')).toBe('/settings')
  expect((await again.session()).actor.id).toBe(actor.id)
  // Removed, they do not come back by signing on.
  const members = (await (await verbsOf(owner)).listMembers({ limit: '100' })).data
  await (await verbsOf(owner)).removeMember({ id: members.find((one) => one.user_id === actor.id)!.id })
  expect((await again.session()).actor.member).toBeNull()
  expect(await signOn(new Person(api), { sub: 'u-1', email: 'rea@bank.example' })).toBe('/sign-on?refused=not_a_member')
})

it('where changes of members take two people, whoever signs on for the first time waits, is told so, and is let in by two', async () => {
  const verbs = async (person: Person) => {
    await db().update(session).set({ secondFactorAt: new Date() })
    return verbsOf(person)
  }
  await makeAccount(api, 'bea@elsewhere.example')
  const bea = new Person(api)
  await bea.signIn('bea@elsewhere.example')
  const at = new Date(Date.now() - 3 * 86_400_000)
  const beaId = (await bea.session()).actor.id
  await db()
    .insert(memberships)
    .values({ id: 'mem_bea', organization_id: bank, user_id: beaId, role: 'admin', came: 'invited', role_since: at, joined_at: at })
  await (await verbs(bea)).workIn({ organization_id: bank })
  await db().update(userRoles).set({ granted_at: null })
  await (await (await verbs(owner)).developer('production')).stateTenantFacts({ facts: { member_changes_by_two: true } })
  // Set up by one, whose word is the first of two.
  await (await verbs(owner)).saveSignOn(settings())
  const who = { sub: 'u-two', email: 'tia@bank.example', given_name: 'Tia', family_name: 'Two' }
  for (let time = 0; time < 2; time++) expect(await signOn(new Person(api), who)).toBe('/sign-on?refused=awaiting_second')
  const waiting = async () => (await verbs(bea)).listMemberChanges()
  const [asked, ...more] = await waiting()
  expect([asked!.who, more]).toEqual(['Tia Two (tia@bank.example)', []])
  await (await verbs(bea)).decideMemberChange({ id: asked!.id, outcome: 'refuse' })
  expect(await signOn(new Person(api), who)).toBe('/sign-on?refused=not_a_member')
  // Set up anew, they may ask again.
  await (await verbs(owner)).saveSignOn(settings())
  expect(await signOn(new Person(api), who)).toBe('/sign-on?refused=awaiting_second')
  expect(await code((await verbs(owner)).decideMemberChange({ id: (await waiting())[0]!.id, outcome: 'release' }))).toBe(
    'second_person_required',
  )
  await (await verbs(bea)).decideMemberChange({ id: (await waiting())[0]!.id, outcome: 'release' })
  const tia = new Person(api)
  expect(await signOn(tia, who)).toBe('/settings')
  const { actor } = await tia.session()
  expect([actor.organizationId, actor.member?.role]).toEqual([bank, 'reviewer'])
  const [row] = await db()
    .select()
    .from(memberships)
    .where(and(eq(memberships.user_id, actor.id), eq(memberships.organization_id, bank)))
  expect(row).toMatchObject({ came: 'sign_on', role_given_by: [(await owner.session()).actor.id, beaId] })
  // Somebody who has an account proves it, and then waits as well.
  await makeAccount(api, 'una@bank.example')
  const una = new Person(api)
  const token = /^\/sign-on\/link\/([\w-]+)$/.exec(await signOn(una, { sub: 'u-una', email: 'una@bank.example' }))![1]!
  await una.signIn('una@bank.example')
  expect((await (await verbsOf(una)).acceptSignOnLink({ token })).waits).toContain('two people')
  expect((await una.session()).actor.organizationId).not.toBe(bank)
  // Once one person is enough, the next sign-on lets them in.
  await db()
    .delete(tenantFacts)
    .where(and(eq(tenantFacts.organization_id, bank), eq(tenantFacts.fact, 'member_changes_by_two')))
  expect(await signOn(new Person(api), { sub: 'u-una', email: 'una@bank.example' })).toBe('/settings')
  expect(await waiting()).toEqual([])
  await db().delete(memberships).where(eq(memberships.id, 'mem_bea'))
})

it('an address that only looks like one of the domain, or like somebody’s, opens nothing and is refused in words', async () => {
  // The Kelvin sign becomes a k in lower case; the Cyrillic letters are none of ours.
  const before = (await db().select({ id: users.id }).from(users)).length
  for (const email of [
    'ann\u212a@bank.example',
    'ann@ban\u212a.example',
    'ann@b\u0430nk.example',
    '\u0430nn@bank.example',
    'ann@ｂank.example',
  ])
    expect([email, await signOn(new Person(api), { sub: `u-${email}`, email }, 'x@bank.example')]).toEqual([
      email,
      '/sign-on?refused=email_letters',
    ])
  expect(await signOn(new Person(api), { sub: 'u-puny', email: 'ann@xn--bnk-6cd.example' }, 'x@bank.example')).toBe(
    '/sign-on?refused=another_domain',
  )
  expect((await db().select({ id: users.id }).from(users)).length).toBe(before)
  const verbs = await verbsOf(owner)
  for (const email of ['ann\u212a@bank.example', 'ann@b\u0430nk.example'])
    expect(await code(verbs.inviteMember({ email, role: 'reviewer' }))).toBe('validation_failed')
  const { createDomain } = await verbs.developer('production')
  expect(await code(createDomain({ domain: 'b\u0430nk.example' }))).toBe('validation_failed')
  // What reads as the same name is the same, and is taken already.
  expect(await code(createDomain({ domain: 'BAN\u212a.example' }))).toBe('already_exists')
})

it('an account that was there is joined only by its owner, and opens nothing of theirs elsewhere', async () => {
  const id = await makeAccount(api, 'ann@bank.example', 'admin')
  const person = new Person(api)
  const to = await signOn(person, { sub: 'u-2', email: 'ann@bank.example' })
  const token = /^\/sign-on\/link\/([\w-]+)$/.exec(to)![1]!
  const other = await verbsOf(owner)
  expect(await code(other.acceptSignOnLink({ token }))).toBe('forbidden')
  await person.signIn('ann@bank.example')
  expect(await (await verbsOf(person)).readSignOnLink({ token })).toMatchObject({ yours: true })
  await (await verbsOf(person)).acceptSignOnLink({ token })
  expect(await code((await verbsOf(person)).acceptSignOnLink({ token }))).toBe('link_invalid')
  const signedOn = new Person(api)
  expect(await signOn(signedOn, { sub: 'u-2', email: 'ann@bank.example' })).toBe('/settings')
  const { actor, worksAs } = await signedOn.session()
  // The provider vouches for a reviewer of the bank, not for an administrator of the platform.
  expect([actor.id, actor.role, actor.member?.role, worksAs]).toEqual([id, 'investor', 'reviewer', 'issuer'])
  expect(await code((await verbsOf(signedOn)).searchUsers({}))).toBe('forbidden')
  expect(await code((await verbsOf(signedOn)).listOwnWallets())).toBe('forbidden')
})

it('a link that waits lets nobody in whom a sign-on of this moment would not', async () => {
  const who = { sub: 'u-mila', email: 'mila@bank.example' }
  const id = await makeAccount(api, who.email)
  const mila = new Person(api)
  await mila.signIn(who.email)
  const verbs = await verbsOf(owner)
  const linked = async () => (await signOn(new Person(api), who)).split('/').at(-1)!
  const accept = async (token: string) => words((await verbsOf(mila)).acceptSignOnLink({ token }))
  const here = and(eq(memberships.user_id, id), eq(memberships.organization_id, bank))
  const [domain] = await db()
    .select()
    .from(domains)
    .where(and(eq(domains.organization_id, bank), eq(domains.domain, 'bank.example')))
  const [first, second] = [await linked(), await linked()]
  await verbs.saveSignOn(settings({ just_in_time: false }))
  expect(await accept(first)).toContain('not a member')
  await verbs.saveSignOn(settings())
  await verbs.useDomainForSignOn({ id: domain!.id, use: false })
  expect(await accept(second)).toContain('not of a proven domain')
  await verbs.useDomainForSignOn({ id: domain!.id, use: true })
  // Whose word another provider is not any more.
  const replaced = await linked()
  await db().update(signOnProviders).set({ issuer: 'https://another.example' })
  expect(await accept(replaced)).toContain('has changed it since')
  await db().update(signOnProviders).set({ issuer: idp.issuer })
  const links = [await linked(), await linked(), await linked(), await linked()]
  expect(await accept(links[0]!)).toBe('done')
  const [row] = await db().select().from(memberships).where(here)
  await verbs.removeMember({ id: row!.id })
  // Those of before are taken back, and one that is made at the same moment opens nothing either.
  expect(await accept(links[1]!)).toContain('not valid any more')
  await db().delete(signOnIdentities).where(eq(signOnIdentities.user_id, id))
  await db().delete(memberships).where(here)
  const late = await linked()
  await db()
    .insert(memberships)
    .values({ ...row!, ended_at: new Date(), ended_by: row!.user_id })
  expect(await accept(late)).toContain('not a member')
  await db().delete(memberships).where(here)
  // Nor whom the directory says to be not active, one way or the other.
  const { token, id: directory } = await verbs.createDirectory({ name: 'Entra' })
  const scim = (method: string, path: string, body?: unknown) => api.call(method, `/scim/v2/Users${path}`, body, token)
  const [before, meanwhile] = [await linked(), await linked()]
  const put = await scim('POST', '', { userName: who.email, active: false })
  expect([put.status, await accept(before)]).toEqual([201, expect.stringContaining('not valid any more')])
  await scim('PATCH', `/${put.body.id}`, { Operations: [{ op: 'replace', path: 'active', value: true }] })
  const raced = await linked()
  await db().update(directoryUsers).set({ active: false }).where(eq(directoryUsers.id, put.body.id))
  expect([await accept(meanwhile), await accept(raced)]).toEqual([
    expect.stringContaining('not valid any more'),
    expect.stringContaining('not active'),
  ])
  expect(await db().select().from(memberships).where(here)).toEqual([])
  await verbs.endDirectory({ id: directory })
})

it('a sign-on proves whom nothing else opens, and never stands for the proof of somebody who has one of their own', async () => {
  const who = { sub: 'u-wanda', email: 'wanda@bank.example' }
  const wallet = privateKeyToAccount(`0x${'33'.repeat(32)}`)
  const sign = async (person: Person, path: string, by = wallet) => {
    const { message } = (await person.post(path, { address: by.address })).body
    return { message, signature: await by.signMessage({ message }) }
  }
  const first = new Person(api)
  await signOn(first, who)
  expect((await first.get('/api/accounts/security')).body).toMatchObject({ proofs: ['sign_on'], confirmed: true })
  expect((await first.post('/api/accounts/wallets', await sign(first, '/api/accounts/wallets/challenge'))).status).toBe(201)
  await db()
    .update(session)
    .set({ confirmedAt: new Date(0) })
    .where(eq(session.id, (await first.session()).actor.sessionId))
  const person = new Person(api)
  await signOn(person, who)
  const security = (await person.get('/api/accounts/security')).body
  expect(security).toMatchObject({ proofs: ['wallet'], confirmed: false })
  const acts = [`/api/accounts/wallets/${security.wallets[0].id}/remove`, '/api/accounts/mfa/setup', '/api/accounts/wallets/challenge']
  for (const act of acts)
    expect((await person.post(act, { address: wallet.address })).body).toMatchObject({ code: 'step_up_required', proof: 'password' })
  expect(await code((await verbsOf(person)).listOwnWallets())).toBe('forbidden')
  const confirm = (signed: unknown) => person.post('/api/accounts/step-up', { wallet: signed })
  const stranger = privateKeyToAccount(`0x${'34'.repeat(32)}`)
  expect((await confirm(await sign(person, '/api/accounts/step-up/challenge', stranger))).body.code).toBe('invalid_verification_code')
  // What was signed to sign in, or for another session's person, confirms nothing.
  expect((await confirm(await sign(person, '/api/accounts/wallet-sign-in/challenge'))).body.code).toBe('nonce_expired')
  expect((await confirm(await sign(owner, '/api/accounts/step-up/challenge'))).body.code).toBe('nonce_expired')
  const signed = await sign(person, '/api/accounts/step-up/challenge')
  expect((await confirm(signed)).status).toBe(200)
  expect((await confirm(signed)).body.code).toBe('nonce_expired')
  expect((await person.post('/api/accounts/mfa/setup')).status).toBe(200)
  expect((await person.post(acts[0]!)).status).toBe(200)
  // With nothing of their own any more, an old sign-on says what to do.
  await db()
    .update(session)
    .set({ confirmedAt: new Date(0) })
    .where(eq(session.id, (await person.session()).actor.sessionId))
  expect((await person.post('/api/accounts/mfa/setup')).body).toMatchObject({ code: 'step_up_required', proof: 'sign_on' })
})

it('an answer that is not for this browser, this request, this service or this time is refused and logged', async () => {
  const who = { sub: 'u-3', email: 'cal@bank.example' }
  const begin = async (person: Person) => (await person.get('/api/sign-on/start?email=cal@bank.example')).headers.get('location')!
  const finish = async (person: Person, back: string) => {
    const url = new URL(back)
    return (await person.get(url.pathname + url.search)).headers.get('location')
  }
  const person = new Person(api)
  const back = await idp.signIn(await begin(person), who)
  expect(await finish(new Person(api), back)).toBe('/sign-on?refused=another_browser')
  const kept = new Map(person.cookies)
  expect(await finish(person, back)).toBe('/arrive')
  for (const [name, value] of kept) person.cookies.set(name, value)
  expect(await finish(person, back)).toBe('/sign-on?refused=unknown_request')
  const stranger = (await generateKeyPair('RS256')).privateKey
  type Key = Parameters<SignJWT['sign']>[0]
  for (const [why, change, alg, key] of [
    ['token_audience', { aud: 'another' }, 'RS256', idp.key],
    ['token_issuer', { iss: 'https://other.example' }, 'RS256', idp.key],
    ['token_nonce', { nonce: 'another' }, 'RS256', idp.key],
    ['token_expired', { exp: 1_000 }, 'RS256', idp.key],
    ['token_signature', {}, 'RS256', stranger],
    ['token_algorithm', {}, 'HS256', Buffer.from('a secret of the client, long enough for it')],
  ] as [string, Record<string, unknown>, string, Key][]) {
    idp.tamperTokens(async (body) => {
      const claims = JSON.parse(Buffer.from(body.id_token!.split('.')[1]!, 'base64url').toString())
      return { ...body, id_token: await new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg }).sign(key) }
    })
    const one = new Person(api)
    expect([why, await finish(one, await idp.signIn(await begin(one), who))]).toEqual([why, `/sign-on?refused=${why}`])
    idp.tamperTokens(null)
  }
  expect(await signOn(new Person(api), { ...who, sub: 'u-4', email: 'eve@evil.example' }, 'cal@bank.example')).toBe(
    '/sign-on?refused=another_domain',
  )
  expect(await signOn(new Person(api), { sub: 'u-5', email: 'dan@bank.example', email_verified: false })).toBe(
    '/sign-on?refused=email_not_verified',
  )
  expect(await signOn(new Person(api), { sub: 'u-6', email: 'x@unknown.example' })).toBe('/sign-on?refused=no_sign_on')
  const noted = (await log('sign_on_refused')).map((one) => (one as { why: string }).why)
  expect(noted).toEqual(
    expect.arrayContaining(['another_browser', 'unknown_request', 'token_audience', 'token_signature', 'another_domain']),
  )
  expect(JSON.stringify(await log('sign_on_refused'))).not.toContain('@')
})

it('refusals of strangers take nothing of the room that those of its own people have, and the log says once when there is none left', async () => {
  await databaseLimits(api.services.connection).take(
    `refusals-noted:${bank}::stranger`,
    { name: 'refusals-noted', rate: 500 / 3600, burst: 500 },
    499 - (await log('sign_on_refused')).length,
  )
  for (let i = 0; i < 12; i++) await signOn(new Person(api), { sub: `u-none-${i}`, email: `none${i}@bank.example`, email_verified: false })
  expect(await log('refusals_not_noted')).toEqual([{ of: 'stranger', most_an_hour: 500 }])
  const verbs = await verbsOf(owner)
  const own = (await verbs.listMembers({ limit: '100' })).data.find(({ role }) => role === 'owner')!
  expect(await code(verbs.changeMemberRole({ id: own.id, role: 'admin' }))).toBe('last_owner')
  expect(await log('act_refused')).toContainEqual(expect.objectContaining({ why: 'last_owner' }))
  await api.owner.pool.query('delete from rate_limits')
})

it('whom the provider signs out is out here at once, in that session alone, by a token that counts once', async () => {
  const who = { sub: 'u-olga', email: 'olga@bank.example' }
  const [there, here] = [new Person(api), new Person(api)]
  await signOn(there, who)
  await signOn(here, who)
  expect(await here.user()).toMatchObject({ email: who.email })
  await idp.signOut()
  expect(logouts).toHaveLength(1)
  expect([await here.user(), (await there.user())?.email]).toEqual([null, who.email])
  expect(await log('sign_on_ended')).toEqual([{ sessions: 1, by: 'session' }])
  const claims = JSON.parse(Buffer.from(logouts[0]!.split('.')[1]!, 'base64url').toString())
  const { privateKey: strange } = await generateKeyPair('RS256')
  const token = (changed: Record<string, unknown>, key: CryptoKey | typeof idp.key = idp.key, alg = 'RS256') =>
    new SignJWT({ ...claims, sid: undefined, jti: crypto.randomUUID(), ...changed })
      .setProtectedHeader({ alg, typ: 'logout+jwt', kid: JSON.parse(Buffer.from(logouts[0]!.split('.')[0]!, 'base64url').toString()).kid })
      .sign(key)
  const refused: [string, string][] = [
    [logouts[0]!, 'logout_replayed'],
    ['not a token', 'logout_invalid'],
    [await token({ nonce: 'n' }), 'logout_invalid'],
    [await token({ events: {} }), 'logout_invalid'],
    [await token({ events: undefined }), 'logout_invalid'],
    [await token({ sub: undefined }), 'logout_invalid'],
    [await token({ jti: undefined }), 'logout_invalid'],
    [await token({ exp: undefined }), 'logout_invalid'],
    [await token({ iat: claims.iat - 3_600, exp: claims.iat + 3_600 }), 'token_expired'],
    [await token({ exp: claims.iat - 3_600 }), 'token_expired'],
    [await token({ aud: 'another' }), 'token_audience'],
    [await token({ iss: 'https://elsewhere.example' }), 'token_issuer'],
    [await token({}, strange), 'token_signature'],
    [await token({}, idp.key, 'PS256'), 'token_algorithm'],
    [`${Buffer.from('{"alg":"none"}').toString('base64url')}.${logouts[0]!.split('.')[1]}.`, 'token_algorithm'],
  ]
  const before = (await log('sign_on_refused')).length
  for (const [sent, why] of refused)
    expect([why, (await logOut(sent)).status, (await log('sign_on_refused')).at(-1)]).toEqual([why, 400, { why }])
  expect((await log('sign_on_refused')).length).toBe(before + refused.length)
  // Anybody can send such a word: the log does not grow with each.
  for (let i = 0; i < 30; i++) expect((await logOut('not a token')).status).toBe(400)
  const unreadable = (await log('sign_on_refused')).filter((one) => (one as { why: string }).why === 'logout_invalid')
  expect(unreadable).toHaveLength(20)
  expect(unreadable.at(-1)).toMatchObject({ further: 'not_noted' })
  expect((await there.user())?.email).toBe(who.email)
  // Of somebody nobody knows here nothing is said; by the person alone every session of theirs by this provider ends.
  expect((await logOut(await token({ sub: 'nobody' }))).status).toBe(200)
  expect((await there.user())?.email).toBe(who.email)
  const own = new Person(api)
  await own.signIn('owner@bank.example')
  expect((await logOut(await token({}))).status).toBe(200)
  expect([await there.user(), (await own.user())?.email]).toEqual([null, 'owner@bank.example'])
  // A sign-on that waits for its second factor meanwhile opens nothing any more; one that comes later does.
  const late = { sub: 'u-lena', email: 'lena@bank.example' }
  const [waits, after] = [new Person(api), new Person(api)]
  await signOn(waits, late)
  const { actor, authId } = await waits.session()
  const codes = newBackupCodes()
  await storeBackupCodes(db(), authId, codes, true)
  await db().update(users).set({ mfa_enabled: true }).where(eq(users.id, actor.id))
  const finish = async (person: Person) => (await person.post('/api/accounts/verify-mfa', { code: codes.pop() })).body
  expect(await signOn(waits, late)).toContain('/verify-mfa')
  expect((await logOut(await token({ sub: late.sub }))).status).toBe(200)
  expect(await finish(waits)).toMatchObject({ code: 'session_expired', detail: expect.stringContaining('signed you out') })
  expect(await signOn(after, late)).toContain('/verify-mfa')
  expect(await finish(after)).toMatchObject({ success: true })
})

it('where signing on is the only way in, passwords are refused in words, and an owner with two factors gets in', async () => {
  const verbs = await verbsOf(owner)
  await makeAccount(api, 'bob@bank.example')
  const bob = new Person(api)
  const link = await signOn(bob, { sub: 'u-7', email: 'bob@bank.example' })
  await bob.signIn('bob@bank.example')
  await (await verbsOf(bob)).acceptSignOnLink({ token: link.split('/').at(-1) })
  expect((await bob.session()).actor.member?.role).toBe('reviewer')
  // The owner has no second factor: nobody locks everybody out.
  expect(await words(verbs.setSessionPolicy({ sign_on: true }))).toContain('second factor')
  const [own] = await db()
    .select()
    .from(users)
    .where(eq(users.id, (await owner.session()).actor.id))
  await db().update(users).set({ mfa_enabled: true }).where(eq(users.id, own!.id))
  const setUp = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await db()
    .insert(backupCodes)
    .values({ id: 'bc_owner', userId: own!.auth_id, codeHash: 'x', createdAt: setUp(25) })
  await db().update(session).set({ secondFactorAt: new Date() }).where(eq(session.userId, own!.auth_id))
  await (await verbsOf(owner)).setSessionPolicy({ sign_on: true })
  // The session that is open works there no more, and says why.
  const { actor } = await bob.session()
  expect([actor.barred, actor.member, actor.organizationId]).toEqual(['sign_on', null, bank])
  expect(await code((await verbsOf(bob)).listMembers({}))).toBe('sign_on_required')
  expect(await code((await verbsOf(bob)).listOwnOrganizations())).toBe('done')
  const right = await new Person(api).signIn('bob@bank.example')
  const wrong = await new Person(api).signIn('bob@bank.example', 'Wrong-Password-1')
  const nobody = await new Person(api).signIn('nobody@bank.example', 'Wrong-Password-1')
  expect([right, wrong, nobody].map(({ status, body }) => [status, body.code, body.detail])).toEqual(
    Array.from({ length: 3 }, () => [403, 'sign_on_required', expect.stringContaining('Sign in with your organisation')]),
  )
  const signedOn = new Person(api)
  expect(await signOn(signedOn, { sub: 'u-7', email: 'bob@bank.example' })).toBe('/settings')
  expect((await signedOn.session()).actor.member?.role).toBe('reviewer')
  // The way in when the provider is broken.
  const inNeed = new Person(api)
  expect((await inNeed.signIn('owner@bank.example')).body).toMatchObject({ mfa_required: true })
  await db().update(session).set({ secondFactorAt: null }).where(eq(session.userId, own!.auth_id))
  expect((await owner.session()).actor.barred).toBe('second_factor')
  await db().update(session).set({ secondFactorAt: new Date() }).where(eq(session.userId, own!.auth_id))
  expect((await owner.session()).actor.member?.role).toBe('owner')
  // A factor that is new opens nothing, neither alone nor beside an old one: whoever came by a session sets up their own.
  await db()
    .update(backupCodes)
    .set({ createdAt: setUp(23) })
    .where(eq(backupCodes.id, 'bc_owner'))
  expect((await owner.session()).actor.barred).toBe('sign_on')
  expect((await new Person(api).signIn('owner@bank.example')).body).toMatchObject({ code: 'sign_on_required' })
  await db()
    .update(backupCodes)
    .set({ createdAt: setUp(25) })
    .where(eq(backupCodes.id, 'bc_owner'))
  const key = { id: 'pk_new', userId: own!.auth_id, publicKey: 'x', credentialID: 'x', counter: 0, deviceType: 'x', backedUp: false }
  await db()
    .insert(passkey)
    .values({ ...key, createdAt: setUp(1) })
  expect((await owner.session()).actor.barred).toBe('sign_on')
  await db().delete(passkey).where(eq(passkey.id, 'pk_new'))
  expect(await words((await verbsOf(owner)).removeSignOn())).toContain('only way in')
  await (await verbsOf(owner)).setSessionPolicy({})
})

it('what the organisation asks of sessions holds from the next request: factor, idle and whole life, addresses, keys too', async () => {
  const person = new Person(api)
  await signOn(person, { sub: 'u-7', email: 'bob@bank.example' })
  const { authId } = await person.session()
  const set = async (policy: Record<string, unknown>) => (await verbsOf(owner)).setSessionPolicy(policy)
  await set({ second_factor: true })
  expect((await person.session()).actor.barred).toBe('set_up')
  expect(await code((await verbsOf(person)).listMembers({}))).toBe('step_up_required')
  // Whose proof is older than the organisation lets it be proves it again.
  await set({ second_factor: true, second_factor_hours: 8 })
  const proven = (hours: number) =>
    db()
      .update(session)
      .set({ secondFactorAt: new Date(Date.now() - hours * 3_600_000) })
      .where(eq(session.userId, authId))
  await proven(7)
  expect((await person.session()).actor.barred).toBeUndefined()
  await proven(9)
  expect((await person.session()).actor.barred).toBe('set_up')
  await set({ second_factor: true })
  expect((await person.session()).actor.barred).toBeUndefined()
  await db().update(session).set({ secondFactorAt: null }).where(eq(session.userId, authId))
  // Of no factor no age is kept.
  expect(await set({ second_factor_hours: 8 })).toEqual({})
  await set({ idle_minutes: 30 })
  expect((await person.session()).actor.member?.role).toBe('reviewer')
  await db()
    .update(session)
    .set({ lastUsedAt: new Date(Date.now() - 31 * 60_000) })
    .where(eq(session.userId, authId))
  expect(await person.session()).toBeNull()
  await signOn(person, { sub: 'u-7', email: 'bob@bank.example' })
  await set({ absolute_hours: 8 })
  await db()
    .update(session)
    .set({ startedAt: new Date(Date.now() - 9 * 3_600_000) })
    .where(eq(session.userId, authId))
  expect(await person.session()).toBeNull()
  await signOn(person, { sub: 'u-7', email: 'bob@bank.example' })
  expect(await words(set({ addresses: ['198.51.100.0/24'] }))).toContain('needs attention')
  expect(await words(set({ addresses: ['not an address'] }))).toContain('needs attention')
  const { key } = await (await verbsOf(owner)).createApiKey({ name: 'Desk', environment: 'production', scopes: ['*'] })
  const from = (ip: string) => code(authenticateKey(api.services, key, { ip, route: '/' }))
  keyCache.listening = true
  expect(await from('198.51.100.9')).toBe('done')
  await set({ addresses: ['192.0.2.0/24'] })
  expect([await from('198.51.100.9'), await from('192.0.2.200')]).toEqual(['ip_not_allowed', 'done'])
  keyCache.listening = false
  // Whose address is not known is nowhere.
  expect((await person.session()).actor.barred).toBe('address')
  await db().update(organizations).set({ session_policy: {} }).where(eq(organizations.id, bank))
  expect(await log('session_policy_changed')).toHaveLength(9)
})

it('sessions that a provider opened end once it gives way to another or is removed, and nobody else’s', async () => {
  const verbs = await verbsOf(owner)
  for (const [name, change] of [
    ['una', () => verbs.saveSignOn(settings({ issuer: `${idp.issuer}/other` }))],
    ['ulf', () => verbs.removeSignOn()],
  ] as const) {
    await verbs.saveSignOn(settings())
    const person = new Person(api)
    expect(await signOn(person, { sub: `u-${name}`, email: `${name}@bank.example` })).toBe('/settings')
    expect((await person.session()).actor.organizationId).toBe(bank)
    await change()
    expect([await person.session(), (await owner.session()).actor.member?.role]).toEqual([null, 'owner'])
  }
})
