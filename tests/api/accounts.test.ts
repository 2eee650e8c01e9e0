import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passwordBrakes } from '#core/access/accounts/attempts.ts'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { authAddress } from '#core/kernel/people.ts'
import { auditLogs, authAttempts, backupCodes, session, twoFactor, user, verification } from '#db/schema.ts'
import { mailsTo as storedMails } from '../stored.ts'
import { startApi } from './harness.ts'
import { makeAccount, PASSWORD, Person } from './person.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

let made = 0
async function someone() {
  const email = `p${++made}@tests.example`
  const id = await makeAccount(api, email)
  const person = new Person(api)
  expect((await person.signIn(email)).status).toBe(200)
  return { email, id, person }
}
const db = () => api.services.connection.db
const mailsTo = async (to: string) => (await storedMails(api.services, to)).map((mail) => mail.subject)
const authIdOf = async (email: string) =>
  (
    await db()
      .select()
      .from(user)
      .where(eq(user.email, authAddress(api.services, email)))
  )[0]!.id

/**
 * A real authenticator with the secret as typed by hand; `ahead` steps let one test use several codes. Its time stands still
 * and nothing older is asked for, so that the end of a half-minute within the test changes nothing.
 */
function authenticator(manualCode: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(manualCode.replaceAll(' ', '')) })
  const now = Date.now()
  return (ahead: 0 | 1) => totp.generate({ timestamp: now + ahead * 30_000 })
}
async function setUp(person: Person) {
  const setup = (await person.post('/api/accounts/mfa/setup')).body
  const code = authenticator(setup.manual_code)
  const done = await person.post('/api/accounts/mfa/verify', { code: code(0) })
  expect(done.status).toBe(200)
  return { setup, code }
}

it('sets up a second factor, asks for it, takes each code once and each backup code once', async () => {
  const { email, person } = await someone()
  const elsewhere = new Person(api)
  await elsewhere.signIn(email)
  const before = person.cookies.get('sealwright.session_token')
  const setup = (await person.post('/api/accounts/mfa/setup')).body
  expect(setup.qr_svg).toMatch(/^<svg/)
  expect(setup.backup_codes).toHaveLength(8)
  for (const each of setup.backup_codes) expect(each).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/)
  // A page loaded anew shows the same; another session does not.
  expect((await person.post('/api/accounts/mfa/setup')).body).toEqual(setup)
  expect((await person.user()).mfaEnabled).toBe(false)
  expect((await person.post('/api/accounts/mfa/verify', { code: '000000' })).body.detail).toBe('Invalid verification code')
  const code = authenticator(setup.manual_code)
  expect((await person.post('/api/accounts/mfa/verify', { code: code(0) })).status).toBe(200)
  expect(await person.user()).toMatchObject({ mfaEnabled: true })
  expect(person.cookies.get('sealwright.session_token')).not.toBe(before)
  expect(await elsewhere.user()).toBeNull()
  const [stored] = await db().select().from(twoFactor)
  expect(JSON.stringify(stored)).not.toContain(setup.manual_code.replaceAll(' ', ''))
  const kept = JSON.stringify(await db().select().from(backupCodes))
  for (const each of setup.backup_codes) expect(kept).not.toContain(each)

  const again = new Person(api)
  const half = await again.signIn(email)
  expect(half.body).toMatchObject({ mfa_required: true, user: null, auth_id: await authIdOf(email) })
  expect(await again.user()).toBeNull()
  expect((await again.post('/api/accounts/verify-mfa', { code: code(0) })).body.detail).toBe('Invalid verification code')
  expect((await again.post('/api/accounts/verify-mfa', { code: code(1) })).body).toMatchObject({
    mfa_required: false,
    factor: { method: 'totp' },
  })
  expect(await again.user()).toMatchObject({ email })
  expect((await again.post('/api/accounts/verify-mfa', { code: code(1) })).body).toMatchObject({
    code: 'session_expired',
    detail: 'Authentication session expired',
  })

  const lost = new Person(api)
  await lost.signIn(email)
  expect((await lost.post('/api/accounts/verify-mfa', { code: code(1) })).status).toBe(422)
  const typed = setup.backup_codes[3].toLowerCase().replaceAll('-', ' ')
  expect((await lost.post('/api/accounts/verify-mfa', { code: typed })).body.factor).toEqual({ method: 'backup_code', left: 7 })
  expect((await lost.get('/api/accounts/security')).body).toMatchObject({ mfaEnabled: true, backupCodesLeft: 7, proofs: ['code'] })
  const other = new Person(api)
  await other.signIn(email)
  expect((await other.post('/api/accounts/verify-mfa', { code: typed })).status).toBe(422)

  const fresh = (await lost.post('/api/accounts/mfa/backup-codes')).body.backup_codes
  expect(fresh).toHaveLength(8)
  expect((await lost.get('/api/accounts/security')).body.backupCodesLeft).toBe(8)
  expect(await again.user()).toBeNull()
  expect((await other.post('/api/accounts/verify-mfa', { code: setup.backup_codes[0] })).status).toBe(422)
  expect((await lost.post('/api/accounts/mfa/disable')).status).toBe(200)
  expect(await lost.user()).toMatchObject({ mfaEnabled: false })
  expect((await new Person(api).signIn(email)).body.mfa_required).toBe(false)
  expect(await mailsTo(email)).toContain('A security setting of your account changed')
})

it('locks the second factor for a quarter of an hour after ten wrong ones of any kind, at the same moment too', async () => {
  const { email, person } = await someone()
  const { code } = await setUp(person)
  const thief = new Person(api)
  await thief.signIn(email)
  const wrong = [...Array(8).fill('123456'), ...Array(8).fill('AAAA-BBBB-CCCC-DDDD')]
  const answers = await Promise.all(wrong.map((each) => thief.post('/api/accounts/verify-mfa', { code: each })))
  expect(answers.filter((each) => each.status === 422)).toHaveLength(10)
  expect(answers.filter((each) => each.status === 429)).toHaveLength(6)
  const refused = await thief.post('/api/accounts/verify-mfa', { code: code(1) })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(840)
  await db().delete(authAttempts)
  expect((await thief.post('/api/accounts/verify-mfa', { code: code(1) })).status).toBe(200)
})

it('slows wrong passwords by account and address, without locking the owner out of a browser they used before', async () => {
  const { email, person } = await someone()
  const stranger = new Person(api)
  for (let i = 0; i < 5; i++) expect((await stranger.signIn(email, 'Wrong-Pass-1')).status).toBe(401)
  const refused = await stranger.signIn(email)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15)
  // The account as a whole is braked for a minute at most, and a known browser not at all.
  await db().delete(authAttempts)
  await db()
    .insert(authAttempts)
    .values({ key: accountBrake(email), failures: 400, lockedUntil: new Date(Date.now() + 60_000) })
  expect((await new Person(api).signIn(email)).status).toBe(429)
  expect((await person.signIn(email)).status).toBe(200)
  await db().delete(authAttempts)
  // Who has a network of IPv6 has one address.
  const [near, far] = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2'].map((ip) =>
    passwordBrakes({ services: api.services, ip }, email, false).map((brake) => brake.key),
  )
  expect(near).toEqual(far)
})
const accountBrake = (email: string) => passwordBrakes({ services: api.services, ip: null }, email, false)[1]!.key

it('answers alike, and after a like time, for addresses that have an account and those that have none', async () => {
  const { email } = await someone()
  const time = async (path: string, body: object) => {
    const from = performance.now()
    const answer = await new Person(api).post(path, body)
    return { ms: performance.now() - from, answer }
  }
  const form = {
    password: 'Fresh-Horse-77',
    firstName: 'E',
    lastName: 'V',
    phone: '+14155550123',
    companyName: 'X',
    solutionsInterest: ['defi'],
    country: 'Other',
  }
  // No answer comes before the work of the longest way is surely done.
  for (const [path, floor, more] of [
    ['/api/accounts/sign-in', 200, { password: 'Wrong-Pass-1' }],
    ['/api/accounts/reset-password', 150, {}],
    ['/api/accounts/resend-verification', 150, {}],
    ['/api/accounts/sign-up', 350, form],
  ] as const) {
    const known = await time(path, { email, ...more })
    const unknown = await time(path, { email: `nobody${++made}@tests.example`, ...more })
    const strip = ({ request_id: _, ...rest }: Record<string, unknown>) => rest
    expect(known.answer.status).toBe(unknown.answer.status)
    expect(strip(known.answer.body)).toEqual(strip(unknown.answer.body))
    expect(Math.min(known.ms, unknown.ms), path).toBeGreaterThanOrEqual(floor - 2)
  }
  expect(await mailsTo(email)).toContain('You already have a Sealwright account')
})

it('refuses leaked passwords at sign-up, reset and change, by the list that comes with the product', async () => {
  const { person } = await someone()
  const changed = await person.post('/api/accounts/password', { currentPassword: PASSWORD, password: 'Password1' })
  expect(changed.body.errors).toEqual([
    { pointer: '/password', code: 'breached', detail: 'This password is known from a data breach. Please choose another one.' },
  ])
  expect((await person.post('/api/accounts/new-password', { token: 'x', password: 'Qwerty123' })).body.errors[0].code).toBe('breached')
  const form = {
    email: 'leak@tests.example',
    password: 'Welcome123',
    firstName: 'E',
    lastName: 'V',
    phone: '+14155550123',
    companyName: 'X',
    solutionsInterest: ['defi'],
    country: 'Other',
  }
  expect((await person.post('/api/accounts/sign-up', form)).body.errors[0].code).toBe('breached')
})

it('refuses passwords with the name of the product, in any case', async () => {
  const { person } = await someone()
  const changed = await person.post('/api/accounts/password', { currentPassword: PASSWORD, password: 'My-SealWright-77' })
  expect(changed.body.errors[0]).toMatchObject({ pointer: '/password', code: 'guessable' })
})

it('rotates the session at sign-in and password change, lists sessions, ends one or all others', async () => {
  const { email, person } = await someone()
  const first = person.cookies.get('sealwright.session_token')!
  await person.signIn(email)
  expect(person.cookies.get('sealwright.session_token')).not.toBe(first)
  const fixed = new Person(api)
  fixed.cookies.set('sealwright.session_token', first)
  expect(await fixed.user()).toBeNull()

  const [b, c] = [new Person(api, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140' }), new Person(api)]
  await b.signIn(email)
  await c.signIn(email)
  const list = (await person.get('/api/accounts/sessions')).body.data
  expect(list).toHaveLength(3)
  expect(list[0]).toMatchObject({ current: true, method: 'password' })
  const windows = list.find((each: { device: string }) => each.device === 'Chrome on Windows')
  expect((await person.post(`/api/accounts/sessions/${windows.id}/revoke`)).status).toBe(200)
  expect(await b.user()).toBeNull()
  expect((await person.post('/api/accounts/sessions/revoke-others')).body.ended).toBe(1)
  expect(await c.user()).toBeNull()
  await c.signIn(email)
  const old = person.cookies.get('sealwright.session_token')
  expect((await person.post('/api/accounts/password', { currentPassword: 'Wrong-Pass-1', password: 'Other-Horse-2' })).status).toBe(422)
  expect((await person.post('/api/accounts/password', { currentPassword: PASSWORD, password: 'Other-Horse-2' })).status).toBe(200)
  expect(person.cookies.get('sealwright.session_token')).not.toBe(old)
  expect(await person.user()).toMatchObject({ email })
  expect(await c.user()).toBeNull()
  expect((await new Person(api).signIn(email, 'Other-Horse-2')).status).toBe(200)
})

it('lets no reset link outlive the next password, however that was set', async () => {
  const { email, person } = await someone()
  const askLink = async () => {
    await new Person(api).post('/api/accounts/reset-password', { email })
    const sent = (await storedMails(api.services, email)).filter((mail) => mail.subject.startsWith('Reset'))
    return sent.map((mail) => /reset-password\/(\w+)/.exec(mail.text)![1]!)
  }
  const use = async (token: string, password: string) =>
    (await new Person(api).post('/api/accounts/new-password', { token, password })).body.code ?? 'done'
  await askLink()
  const [one, two] = await askLink()
  expect([await use(one!, 'Other-Horse-3'), await use(two!, 'Other-Horse-4')].sort()).toEqual(['done', 'link_invalid'])
  const password = (await new Person(api).signIn(email, 'Other-Horse-3')).status === 200 ? 'Other-Horse-3' : 'Other-Horse-4'
  await person.signIn(email, password)
  const links = await askLink()
  expect((await person.post('/api/accounts/password', { currentPassword: password, password: 'Other-Horse-5' })).status).toBe(200)
  for (const link of links) expect(await use(link, 'Other-Horse-6')).toBe('link_invalid')
})

it('keeps nothing in its tables by which an account could be opened', async () => {
  const { email, person } = await someone()
  await new Person(api).post('/api/accounts/reset-password', { email })
  const [mail] = (await storedMails(api.services, email)).filter((each) => each.subject.startsWith('Reset'))
  const token = /reset-password\/(\w+)/.exec(mail!.text)![1]!
  const authId = await authIdOf(email)
  const [stored] = await db().select().from(verification).where(eq(verification.value, authId))
  expect(stored!.identifier).not.toContain(token)
  const use = (given: string) => new Person(api).post('/api/accounts/new-password', { token: given, password: 'Other-Horse-8' })
  for (const read of [stored!.identifier, stored!.identifier.split(':')[1]!, stored!.id])
    expect((await use(read)).body.code).toBe('link_invalid')
  const [own] = await db().select().from(session).where(eq(session.userId, authId))
  expect((await api.call('POST', '/api/accounts/refresh', { refresh_token: own!.token })).body.code).toBe('session_expired')
  expect((await use(token)).status).toBe(200)
  expect(await person.user()).toBeNull()
})

it('U17 a confirmation link leads to a page, whatever became of it', async () => {
  const email = 'no.callback@tests.example'
  const [password, firstName, lastName, phone] = ['Fresh-Horse-78', 'No', 'Callback', '+14155550123']
  const form = { email, password, firstName, lastName, phone, companyName: 'C', solutionsInterest: ['nfts'], country: 'Germany' }
  const person = new Person(api)
  await person.post('/api/accounts/sign-up', form)
  const [mail] = await storedMails(api.services, email)
  expect(mail!.text).not.toMatch(/and signs you in|Confirm and sign in/)
  const link = new URL(/http\S+verify-email\S+/.exec(mail!.text)![0])
  const address = `${link.pathname}?token=${link.searchParams.get('token')}`
  const to = async (path: string, who = person) => {
    const { status, headers } = await who.get(path)
    return [status, headers.get('location')]
  }
  expect(await to('/api/auth/verify-email?token=nonsense')).toEqual([302, '/verify-email?error=link'])
  expect(await to(address)).toEqual([302, '/dashboard'])
  expect(await person.user()).toMatchObject({ email })
  const again = new Person(api)
  expect(await to(address, again)).toEqual([302, '/verify-email?confirmed=1'])
  expect(await again.user()).toBeNull()
})

it('22.4 whoever opens an account by the link of an invitation is back there once the address is confirmed', async () => {
  const email = 'invited@tests.example'
  const [password, firstName, lastName, phone] = ['Fresh-Horse-79', 'In', 'Vited', '+14155550124']
  const form = { email, password, firstName, lastName, phone, companyName: 'C', solutionsInterest: ['nfts'], country: 'Germany' }
  const person = new Person(api)
  expect((await person.post('/api/accounts/sign-up', { ...form, email, join: '../admin' })).status).toBe(422)
  expect((await person.post('/api/accounts/sign-up', { ...form, email, join: 'Link_of-an-invitation' })).status).toBe(201)
  const [mail] = await storedMails(api.services, email)
  const link = new URL(/http\S+verify-email\S+/.exec(mail!.text)![0])
  const opened = await person.get(link.pathname + link.search)
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/join/Link_of-an-invitation'])
})

it('counts the link of the confirmation mail as a sign-in: in the log, and with its browser remembered', async () => {
  const email = 'confirms@tests.example'
  const [password, firstName, lastName, phone] = ['Fresh-Horse-78', 'Con', 'Firms', '+14155550123']
  const form = { email, password, firstName, lastName, phone, companyName: 'C', solutionsInterest: ['nfts'], country: 'Germany' }
  const person = new Person(api)
  expect((await person.post('/api/accounts/sign-up', form)).status).toBe(201)
  const [mail] = await storedMails(api.services, email)
  const link = new URL(/http\S+verify-email\S+/.exec(mail!.text)![0])
  const opened = await person.get(link.pathname + link.search)
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/?confirmed=email'])
  const { id } = await person.user()
  const entries = await db().select().from(auditLogs).where(eq(auditLogs.user_id, id))
  expect(entries.filter((entry) => entry.action === 'login').map((entry) => entry.details)).toMatchObject([
    { method: 'mail', email_confirmed: true },
  ])
  // The first to come with the password from elsewhere is told of; the link opens nothing a second time.
  expect((await new Person(api).signIn(email, password)).status).toBe(200)
  expect(await mailsTo(email)).toContain('New sign-in to your Sealwright account')
  const again = new Person(api)
  await again.get(link.pathname + link.search)
  expect(await again.user()).toBeNull()
})

it('fills nobody’s mailbox, from however many addresses it is asked', async () => {
  const limited = await startApi({ RATE_LIMIT: '1' })
  const ask = (path: string, body: object, n: number) =>
    limited.app.request(
      path,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      { incoming: { socket: { remoteAddress: `192.0.2.${n}` } } },
    )
  const answers = []
  for (const [i, path] of ['reset-password', 'resend-verification', 'reset-password'].entries())
    for (let n = 0; n < 4; n++) answers.push((await ask(`/api/accounts/${path}`, { email: 'Owner@tests.example' }, i * 10 + n)).status)
  answers.push((await ask('/api/status/subscribe', { email: 'owner@tests.example' }, 77)).status)
  const inquiry = { firstName: 'A', lastName: 'B', company: 'C', phone: '+14155550123', inquiryType: 'general', notes: 'x'.repeat(30) }
  answers.push((await ask('/functions/v1/send-contact-email', { ...inquiry, email: 'owner@tests.example' }, 78)).status)
  expect(answers).toEqual([...Array(10).fill(200), 429, 429, 429, 429])
  expect((await ask('/api/accounts/reset-password', { email: 'other@tests.example' }, 99)).status).toBe(200)
  await limited.stop()
})

it('makes no account by the operator that sign-up would refuse', async () => {
  const auth = createAuth(api.services, { secret: api.services.keyring.derive('sessions'), rateLimit: false })
  const make = (email: string, password: string, production = false) =>
    createAccount({ ...api.services, config: { ...api.services.config, production } }, auth, { email, password, role: 'admin' })
  for (const [email, password] of [
    ['weak@tests.example', 'short1A'],
    ['weak@tests.example', 'alllowercase1'],
    ['weak@tests.example', 'NoDigitsHere'],
    ['no address', PASSWORD],
  ] as const)
    await expect(make(email, password), password).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(make('weak@tests.example', 'Password123', true)).rejects.toMatchObject({ fields: [{ code: 'breached' }] })
})

it('sets cookies no script reads and no other site sends', async () => {
  const { email } = await someone()
  const answer = await new Person(api).signIn(email)
  for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/httponly.*samesite=lax|samesite=lax.*httponly/i)
})

it("reads the session in the specification's shape; the access token works without cookies and ends with its session", async () => {
  const { email, person } = await someone()
  const { body } = await person.get('/api/session')
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { email, role: 'investor' } })
  expect(body.refresh_token).toBeUndefined()
  expect(body.expires_at - Date.now() / 1000).toBeGreaterThan(890)
  const bearer = (token: string) => api.call('GET', '/api/session', undefined, token)
  expect((await bearer(body.access_token)).body.user.email).toBe(email)
  await person.post('/api/accounts/sign-out')
  expect((await bearer(body.access_token)).body.user).toBeNull()
  expect((await bearer(`${body.access_token.slice(0, -3)}abc`)).body.user).toBeNull()

  const native = await api.call('POST', '/api/accounts/sign-in', { email, password: PASSWORD }, null, { 'sealwright-client': 'native' })
  const { refresh_token, access_token } = native.body.session
  expect((await bearer(access_token)).body.user.email).toBe(email)
  const renewed = await api.call('POST', '/api/accounts/refresh', { refresh_token })
  expect(renewed.body.refresh_token).not.toBe(refresh_token)
  expect((await bearer(renewed.body.access_token)).body.user.email).toBe(email)
  expect((await api.call('POST', '/api/accounts/refresh', { refresh_token })).body.code).toBe('session_expired')
  const browser = await api.call('POST', '/api/accounts/sign-in', { email, password: PASSWORD }, null, {
    'sealwright-client': 'native',
    origin: 'http://localhost:3000',
  })
  expect(browser.body.session).toBeUndefined()
})

it('asks again before a production key and a revocation, by the strongest proof the account has', async () => {
  const { person, email } = await someone()
  const key = (await person.post('/api/api-keys', { name: 'k', environment: 'production' })).body
  expect(key.key).toMatch(/^sw_production_/)
  await db()
    .update(session)
    .set({ confirmedAt: new Date(Date.now() - 301_000) })
  const asked = await person.post(`/api/api-keys/${key.id}/revoke`)
  expect(asked.body).toMatchObject({ code: 'step_up_required', proof: 'password' })
  expect((await person.post('/api/api-keys', { name: 'k', environment: 'production' })).status).toBe(403)
  expect((await person.post('/api/api-keys', { name: 'k', environment: 'sandbox' })).status).toBe(201)
  expect((await person.post('/api/accounts/step-up', { password: 'Wrong-Pass-1' })).status).toBe(422)
  expect((await person.post('/api/accounts/step-up', { password: PASSWORD })).status).toBe(200)
  const { code } = await setUp(person)
  await db()
    .update(session)
    .set({ secondFactorAt: new Date(Date.now() - 301_000) })
  expect((await person.post('/api/accounts/step-up', { password: PASSWORD })).status).toBe(200)
  expect((await person.post(`/api/api-keys/${key.id}/revoke`)).body).toMatchObject({ proof: 'second_factor' })
  expect((await person.post('/api/accounts/mfa/disable')).body.code).toBe('step_up_required')
  expect((await person.post('/api/accounts/step-up', { code: code(1) })).status).toBe(200)
  expect((await person.post(`/api/api-keys/${key.id}/revoke`)).body.is_active).toBe(false)
  expect(await mailsTo(email)).toContain('A security setting of your account changed')
})

it('signs a known user in by a wallet they added, with the second factor after it', async () => {
  const { person, email } = await someone()
  const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const sign = async (who: Person, path: string) => {
    const { message } = (await who.post(path, { address: wallet.address })).body
    return { message, signature: await wallet.signMessage({ message }) }
  }
  const anonymous = new Person(api)
  const signed = await sign(anonymous, '/api/accounts/wallet-sign-in/challenge')
  expect((await anonymous.post('/api/accounts/wallet-sign-in', signed)).body.code).toBe('invalid_credentials')
  const added = await sign(person, '/api/accounts/wallets/challenge')
  const stranger = await privateKeyToAccount(`0x${'22'.repeat(32)}`).signMessage({ message: added.message })
  expect((await person.post('/api/accounts/wallets', { ...added, signature: stranger })).body.code).toBe('signer_mismatch')
  expect((await person.post('/api/accounts/wallets', added)).body.code).toBe('nonce_expired')
  const good = await person.post('/api/accounts/wallets', await sign(person, '/api/accounts/wallets/challenge'))
  expect(good.body).toMatchObject({ proof: 'eoa', family: 'evm' })
  const other = await someone()
  expect((await other.person.post('/api/accounts/wallets', await sign(other.person, '/api/accounts/wallets/challenge'))).status).toBe(409)
  const second = await sign(anonymous, '/api/accounts/wallet-sign-in/challenge')
  expect((await anonymous.post('/api/accounts/wallet-sign-in', second)).body).toMatchObject({ mfa_required: false, user: { email } })
  expect(await anonymous.user()).toMatchObject({ email })
  expect((await anonymous.post('/api/accounts/wallet-sign-in', second)).body.code).toBe('nonce_expired')
  await setUp(person)
  const third = new Person(api)
  expect(
    (await third.post('/api/accounts/wallet-sign-in', await sign(third, '/api/accounts/wallet-sign-in/challenge'))).body.mfa_required,
  ).toBe(true)
  expect(await third.user()).toBeNull()
  expect((await person.post(`/api/accounts/wallets/${good.body.id}/remove`)).status).toBe(200)
  expect((await third.post('/api/accounts/wallet-sign-in', await sign(third, '/api/accounts/wallet-sign-in/challenge'))).status).toBe(401)
})

it('edits the profile but not role, e-mail or verification; exports everything stored; takes a request for erasure', async () => {
  const { person, email, id } = await someone()
  const profile = {
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '+14155550123',
    companyName: 'Navy',
    country: 'United States',
    city: 'Arlington',
    state: 'VA',
    address: '1 Way',
    postalCode: '1',
    dateOfBirth: '1906-12-09',
  }
  expect((await person.post('/api/accounts/profile', { ...profile, role: 'admin', is_verified: true })).status).toBe(422)
  expect((await person.post('/api/accounts/profile', { ...profile, phone: '123' })).body.errors[0].detail).toContain('international format')
  expect((await person.post('/api/accounts/profile', profile)).body.profileCompleted).toBe(true)
  expect(await person.user()).toMatchObject({ firstName: 'Grace', role: 'investor', isVerified: false, profileCompleted: true, email })
  const file = await person.get('/api/accounts/data-export')
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(file.body).toMatchObject({ user: { id, email }, profile: { city: 'Arlington' }, roles: ['investor'] })
  expect(file.body.sessions).toHaveLength(1)
  expect(file.text).not.toContain(person.cookies.get('sealwright.session_token')!.split('.')[0])
  const [entry] = await db().select().from(auditLogs).where(eq(auditLogs.action, 'profile_update'))
  expect(JSON.stringify(entry!.details)).not.toContain('Hopper')
  expect((await person.post('/api/accounts/erasure', { reason: 'Moving on' })).body.status).toBe('pending')
  expect((await person.post('/api/accounts/erasure', {})).status).toBe(409)
  expect((await person.post('/api/accounts/erasure/withdraw')).status).toBe(200)
  expect(await mailsTo(email)).toContain('We received your request for erasure')
})

it('mails about a sign-in from a device the account was not used from before, and only then', async () => {
  const { person, email } = await someone()
  await person.signIn(email)
  expect(await mailsTo(email)).toEqual([])
  await new Person(api).signIn(email)
  expect(await mailsTo(email)).toEqual(['New sign-in to your Sealwright account'])
})

it('audits a failed login with the address, masked, and the reason', async () => {
  await new Person(api).signIn('mallory@tests.example', 'Wrong-Pass-1')
  const rows = await db().select().from(auditLogs).where(eq(auditLogs.action, 'login_failed'))
  expect(rows.map((row) => row.details)).toContainEqual({ email: 'm***@tests.example', reason: 'invalid_credentials' })
})

it('shows a person whose rows are gone as Unknown User', async () => {
  const { person, id } = await someone()
  const { users } = await import('#db/schema.ts')
  await db().delete(users).where(eq(users.id, id))
  expect(await person.user()).toMatchObject({ firstName: 'Unknown', lastName: 'User', role: 'investor', isVerified: false })
  expect((await person.get('/api/accounts/security')).body).toMatchObject({ status: 404, detail: 'User profile not found' })
})
