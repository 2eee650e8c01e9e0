import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOpenIdProvider } from '../api/openid-provider.ts'
import { type Installation, installation, live, openBrowser, openPage } from './installation.ts'
import { account, enrol, inProduction, joins, type Person, see, setUpFactor, setUpPasskey, signIn } from './people.ts'

let gate: Installation
let browser: Browser
let idp: Awaited<ReturnType<typeof startOpenIdProvider>>
/** What the first walk leaves: a reviewer of the organisation, a key of its founder's, and the token of its directory. */
let reviewer: Page
let key: string
let token: string
/** What the passkey of the reviewer signed, as the page sent it. */
let signed: { url: string; body: string; headers: Record<string, string> }
const HOST = `bank${Date.now()}.example`
const at = (name: string) => `${name}@${HOST}`

beforeAll(async () => {
  gate = installation()
  browser = await openBrowser(gate)
})
afterAll(async () => {
  await browser?.close()
  await idp?.stop()
  gate?.close()
})

/** The organisation of a founder, with a domain as whoever owns it would have proven it: there is no name server to ask here. */
async function proven(founder: string): Promise<string> {
  const server = new URL(gate.adminDatabaseUrl)
  server.pathname = '/installation'
  const database = new pg.Client({ connectionString: server.href })
  await database.connect()
  const { rows } = await database.query<{ id: string }>('select organization_id as id from users where id = $1', [founder])
  await database.query(
    `insert into domains (id, organization_id, environment, domain, token, status, method, verified_at, checked_at, created_at)
    values ($1, $2, 'production', $3, 'token', 'verified', 'dns', now(), now(), now())`,
    [`dom_${Date.now()}`, rows[0]!.id, HOST],
  )
  await database.end()
  return rows[0]!.id
}

/** Changes what only time changes, as the owner of the tables. */
async function later(statement: string, values: unknown[]): Promise<void> {
  const server = new URL(gate.adminDatabaseUrl)
  server.pathname = '/installation'
  const database = new pg.Client({ connectionString: server.href })
  await database.connect()
  await database.query(statement, values)
  await database.end()
}

/** Somebody at a browser of their own signs in with their organisation, by its pages and its provider's. */
async function signsOn(name: string, factor: (person: Pick<Person, 'page'>, to: string) => Promise<unknown> = setUpFactor): Promise<Page> {
  const { page } = await openPage(browser, gate)
  idp.knows({ sub: `sub-${name}`, email: at(name), given_name: name, family_name: 'Example' })
  await page.goto(`/sign-on?next=${encodeURIComponent('/settings/team')}`)
  await live(page)
  await page.getByLabel('Work e-mail').fill(at(name))
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('link', { name: 'Go on to your organisation' }).click()
  await factor({ page }, '/settings/team')
  return page
}

test('a founder sets up sign-on, a reviewer signs on by it, the directory takes a third out at once, and two decide a case with passkeys that the platform cannot read', async () => {
  const founder = await account(gate, browser, 'issuer')
  await enrol(founder, '/settings/team')
  const organization = await proven(founder.id)
  idp = await startOpenIdProvider({
    id: 'sealwright',
    secret: 'the secret of the gate',
    redirect: `${gate.url}/api/sign-on/callback/${organization}`,
  })
  const { page } = founder
  await page.goto('/settings/sign-on')
  await live(page)
  await page.getByRole('button', { name: /^Sign on by it/ }).click()
  await see(page.getByText('signs on here')).toBeVisible()
  await page.getByRole('textbox', { name: 'Issuer' }).fill(idp.issuer)
  await page.getByLabel('Client id').fill('sealwright')
  await page.getByLabel('Client secret').fill('the secret of the gate')
  await page.getByLabel('Whoever it vouches for').check()
  await page.getByLabel('Role of such a member').selectOption('reviewer')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await see(page.getByText('Nobody has signed on by these settings yet.')).toBeVisible()
  await page.getByLabel('Name of a directory').fill('Directory')
  await page.getByRole('button', { name: 'Make a token' }).click()
  token = (await page.getByTestId('new-api-key').textContent())!.trim()

  reviewer = await signsOn('rea', setUpPasskey)
  await see(reviewer.getByRole('heading', { name: /^Team of/ })).toBeVisible()
  await see(reviewer.getByRole('main').getByText(at('rea')).first()).toBeVisible()

  // The directory puts a third in, who signs on, and takes them out.
  const scim = (method: string, path: string, body: object) =>
    gate.send(method, `/scim/v2${path}`, { key: token, body: JSON.stringify(body), headers: { 'content-type': 'application/scim+json' } })
  const put = await scim('POST', '/Users', { userName: at('tom'), name: { givenName: 'tom', familyName: 'Example' }, active: true })
  expect(put.status, put.text).toBe(201)
  const third = await signsOn('tom')
  await see(third.getByRole('heading', { name: /^Team of/ })).toBeVisible()
  const out = await scim('PATCH', `/Users/${(JSON.parse(put.text) as { id: string }).id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  })
  expect(out.status, out.text).toBe(200)
  // In whichever process answers.
  for (let i = 0; i < 4; i++) {
    await third.goto('/settings/team')
    await see(third).toHaveURL(/\/login\?next=/)
  }
  await third.goto(`/api/sign-on/start?email=${encodeURIComponent(at('tom'))}`)
  await see(third.getByText('Your organisation’s directory says that you are not active.')).toBeVisible()
  await see(reviewer.getByRole('heading', { name: /^Team of/ })).toBeVisible()

  // A compliance officer who was invited by mail, and the reviewer, decide what waits in production: each word signed by a passkey.
  key = await gate.admin('create-key', '--email', founder.email, '--name', 'desk', '--environment', 'production', '--scopes', '*')
  const officer = await joins(gate, browser, key, 'compliance_officer', setUpPasskey)
  await inProduction(gate, { page: reviewer })
  const wallet_address = `0x${'b7'.repeat(20)}`
  const kyc_data = { full_name: 'Mladen Naletilich', date_of_birth: '1946-01-01', country: 'US' }
  const held = await gate.call('POST', '/wallets/verify', { key, body: { wallet_address, kyc_data } })
  const { data } = await gate.call('GET', '/cases?limit=100', { key })
  const waiting = data.find((one: { subject: { id: string } }) => one.subject.id === held.wallet_id)
  const admin = await account(gate, browser, 'admin')
  await enrol(admin, '/admin/reviews')
  for (const address of [`/desk/reviews/${waiting.id}`, `/admin/reviews/${waiting.id}`])
    expect((await admin.page.goto(address))!.status(), address).toBe(404)
  await signs(officer.page, waiting.id, 'An engineer from Ohio; the listed one is another man.')
  reviewer.on('request', (request) => {
    const body = request.postData()
    if (request.method() === 'POST' && body?.includes('assertion')) signed = { url: request.url(), body, headers: request.headers() }
  })
  await signs(reviewer, waiting.id, 'I compared both as well: not the same person.')
  await expect.poll(async () => (await gate.call('GET', `/cases/${waiting.id}`, { key })).status).toBe('decided')
  await see(reviewer.getByText('by a passkey that signed the act')).toHaveCount(2)
}, 240_000)

/** Somebody reads a case and says their word, which their passkey signs. */
async function signs(page: Page, caseId: string, words: string): Promise<void> {
  await page.goto(`/desk/reviews/${caseId}`)
  await live(page)
  await see(page.getByRole('button', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('a')
  await see(page.getByRole('radio').first()).toBeChecked()
  await page.getByRole('textbox', { name: 'Reason' }).fill(words)
  await page.getByRole('button', { name: /with a passkey$/ }).click()
  await see(page.getByText(words).first()).toBeVisible()
}

test('what nobody may is refused with a word of its own: domains, directories, sign-ons, invitations, keys, replays and sight', async () => {
  const rival = await account(gate, browser, 'issuer')
  await enrol(rival, '/settings/team')

  // A domain that another organisation signs on by.
  await proven(rival.id)
  await rival.page.goto('/settings/sign-on')
  await live(rival.page)
  await rival.page.getByRole('button', { name: /^Sign on by it/ }).click()
  await see(rival.page.getByText(`Another organisation signs on by ${HOST}`)).toBeVisible()

  // Its directory knows nobody of ours: neither a member who is there, nor to take them out.
  await rival.page.getByLabel('Name of a directory').fill('Directory of another')
  await rival.page.getByRole('button', { name: 'Make a token' }).click()
  const foreign = (await rival.page.getByTestId('new-api-key').textContent())!.trim()
  const scim = (method: string, path: string, as: string, body?: object) =>
    gate.send(method, `/scim/v2${path}`, {
      key: as,
      ...(body && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/scim+json' },
    })
  const known = JSON.parse((await scim('GET', '/Users', token)).text) as { Resources: { id: string }[] }
  expect(known.Resources.length).toBeGreaterThan(0)
  const { id } = known.Resources[0]!
  expect(JSON.parse((await scim('GET', '/Users', foreign)).text)).toMatchObject({ totalResults: 0 })
  for (const [method, body] of [['GET'], ['DELETE'], ['PUT', { userName: at('tom'), active: true }]] as [string, object?][])
    expect([method, (await scim(method, `/Users/${id}`, foreign, body)).status]).toEqual([method, 404])
  expect((await scim('GET', '/Users', key)).status).toBe(401)
  expect((await gate.send('GET', '/api/v1/members', { key: foreign })).status).toBe(401)

  // An answer of the provider in another browser, of no request at all, and on to another site.
  const begin = (next: string) =>
    gate.send('GET', `/api/sign-on/start?email=${encodeURIComponent(at('rea'))}&next=${encodeURIComponent(next)}`)
  const began = await begin('https://evil.example/')
  const asked = new URL(String(began.headers.location))
  expect(asked.origin).toBe(new URL(idp.issuer).origin)
  expect(asked.searchParams.get('redirect_uri')).toMatch(new RegExp(`^${gate.url}/`))
  expect(asked.search).not.toContain('evil')
  const back = await idp.signIn(asked.href, { sub: 'sub-rea', email: at('rea') })
  const finish = async (address: string, cookie?: string) => {
    const { pathname, search } = new URL(address)
    return String((await gate.send('GET', pathname + search, { headers: { ...(cookie && { cookie }) } })).headers.location)
  }
  const cookie = String([began.headers['set-cookie']].flat()[0]).split(';')[0]!
  expect(await finish(back)).toMatch(/refused=another_browser/)
  const tampered = new URL(back)
  tampered.searchParams.set('state', `${tampered.searchParams.get('state')}x`)
  expect(await finish(tampered.href, cookie)).toMatch(/refused=(unknown_request|another_browser)/)
  const went = await finish(back, cookie)
  expect(went).not.toContain('evil')
  expect(went).toMatch(/^\//)
  expect(await finish(back, cookie)).toMatch(/refused=unknown_request/)

  // The invitation of another, and one whose time is over.
  const guest = await account(gate, browser, 'investor')
  await gate.call('POST', '/member-invitations', { key, body: { email: guest.email, role: 'auditor' } })
  const link = new URL(/https:\/\/\S+\/join\/\S+/.exec((await gate.mailTo(guest.email, '/join/')).text)![0]).pathname
  await rival.page.goto(link)
  await see(rival.page.getByText('sent to another address')).toBeVisible()
  const { data: invitations } = await gate.call('GET', '/member-invitations', { key })
  const open = invitations.find((one: { email: string }) => one.email === guest.email)
  await later("update member_invitations set expires_at = now() - interval '1 minute' where id = $1", [open.id])
  await signIn(guest, link)
  await see(guest.page.getByText(/expired/)).toBeVisible()
  await gate.call('POST', '/member-invitations', { key, body: { email: guest.email, role: 'reviewer' } })
  await expect.poll(async () => (await gate.mailTo(guest.email, '/join/')).text.includes(link)).toBe(false)
  const anew = new URL(/https:\/\/\S+\/join\/\S+/.exec((await gate.mailTo(guest.email, '/join/')).text)![0]).pathname
  await guest.page.goto(anew)
  await live(guest.page)
  await guest.page.getByRole('button', { name: /^Join/ }).click()
  await setUpFactor(guest, '/settings/team')

  // Who may make no key makes none, whatever the page leaves out.
  const made = await guest.page.evaluate(async () => {
    const body = JSON.stringify({ name: 'more', environment: 'production', scopes: ['*'] })
    const answer = await fetch('/api/api-keys', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return { status: answer.status, said: await answer.json() }
  })
  expect([made.status, made.said.code], JSON.stringify(made)).toEqual([403, 'forbidden'])

  // What a passkey signed once decides nothing again, of this case or of another.
  const kyc_data = { full_name: 'Ratko Mladich', date_of_birth: '1943-03-12', country: 'US' }
  const held = await gate.call('POST', '/wallets/verify', { key, body: { wallet_address: `0x${'b9'.repeat(20)}`, kyc_data } })
  const { data } = await gate.call('GET', '/cases?limit=100', { key })
  const waits = data.find((one: { subject: { id: string } }) => one.subject.id === held.wallet_id)
  const before = /\/desk\/reviews\/(cas_[0-9a-z]+)/.exec(signed.url)![1]!
  for (const to of [before, waits.id]) {
    const said = await reviewer.evaluate(
      async ([url, body, type]) => (await fetch(url!, { method: 'POST', body: body!, headers: { 'content-type': type! } })).text(),
      [signed.url.replace(before, to), signed.body, signed.headers['content-type']!],
    )
    expect(said, to).toMatch(/"invalid_transition"|"conflict"/)
  }
  expect(await gate.call('GET', `/cases/${waits.id}`, { key })).toMatchObject({ outcome: null, proposal: null })

  // Who may look, and until when.
  const admin = await account(gate, browser, 'admin')
  await enrol(admin, '/admin/support')
  const grant = await gate.call('POST', '/support-grants', { key, body: { reason: 'A case does not open for us; please look.', hours: 1 } })
  await admin.page.reload()
  await live(admin.page)
  await admin.page
    .getByRole('row', { name: /A case does not open/ })
    .getByRole('button', { name: 'Look' })
    .click()
  await see(admin.page).toHaveURL(/\/desk\/reviews/)
  await inProduction(gate, admin)
  expect((await admin.page.goto(`/desk/reviews/${waits.id}`))!.status()).toBe(200)
  await gate.call('DELETE', `/support-grants/${grant.id}`, { key })
  expect((await admin.page.goto(`/desk/reviews/${waits.id}`))!.status()).toBe(404)
  await admin.page.goto('/admin/support')
  await see(admin.page.getByRole('row', { name: /A case does not open/ }).getByRole('button')).toHaveCount(0)
}, 240_000)
