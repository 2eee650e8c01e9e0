import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOpenIdProvider } from '../api/openid-provider.ts'
import { type Installation, installation, live, openBrowser, openPage } from './installation.ts'
import { account, enrol, inProduction, joins, type Person, see, setUpFactor, setUpPasskey } from './people.ts'

let gate: Installation
let browser: Browser
let idp: Awaited<ReturnType<typeof startOpenIdProvider>>
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
  const token = (await page.getByTestId('new-api-key').textContent())!.trim()

  const reviewer = await signsOn('rea', setUpPasskey)
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
  const key = await gate.admin('create-key', '--email', founder.email, '--name', 'desk', '--environment', 'production', '--scopes', '*')
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
