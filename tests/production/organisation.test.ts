import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflateRawSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import type { TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCli } from '#tools/sdks/cli.ts'
import { assertionOf, ISSUER, responseOf, type Said, signedBy } from '../api/saml-provider.ts'
import { startReceiver } from '../receiver.ts'
import { newSigningKey } from '../signing-key.ts'
import { type Installation, installation, live, openBrowser } from './installation.ts'
import { account, enrol, inProduction, joins, type Person, see } from './people.ts'

let gate: Installation
let browser: Browser
let founder: Person
let totp: TOTP
let second: Person
/** A key of the founder's, and what their organisation is called. */
let key: string
let name: string

beforeAll(async () => {
  gate = installation()
  browser = await openBrowser(gate)
  founder = await account(gate, browser, 'issuer')
  totp = await enrol(founder, '/settings/team')
  await inProduction(gate, founder)
  name = /^Team of (.+)$/.exec((await founder.page.getByRole('heading', { name: /^Team of/ }).textContent())!)![1]!
  key = await gate.admin('create-key', '--email', founder.email, '--name', 'team', '--environment', 'production', '--scopes', '*')
  second = await joins(gate, browser, key, 'admin')
}, 120_000)
afterAll(async () => {
  await browser?.close()
  gate?.close()
})

/** As the owner of the tables: what only time changes, and what no page shows. */
async function query<Row extends object>(statement: string, values: unknown[]): Promise<Row[]> {
  const server = new URL(gate.adminDatabaseUrl)
  server.pathname = '/installation'
  const database = new pg.Client({ connectionString: server.href })
  await database.connect()
  const { rows } = await database.query<Row>(statement, values)
  await database.end()
  return rows
}
const provenAgo = ({ id }: Person, ago: string) =>
  query(
    'update auth.session set second_factor_at = now() - $2::interval where user_id = (select auth_id from users where id = $1) and second_factor_at is not null',
    [id, ago],
  )

/** What the action of a page answers somebody who has just proven who they are, as its script reads it. */
async function act(person: Person, intent: string, fields: Record<string, string> = {}, to = '/settings/team'): Promise<string> {
  await provenAgo(person, '0 s')
  return sent(person, intent, fields, to)
}
const sent = ({ page }: Person, intent: string, fields: Record<string, string> = {}, to = '/settings/team'): Promise<string> =>
  page.evaluate(
    async ([address, body]) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await fetch(address!, { method: 'POST', headers, body: body! })).text()
    },
    // Some pages name their acts otherwise.
    [`${to.replace(/(?=\?|$)/, '.data')}`, new URLSearchParams({ intent, act: intent, ...fields }).toString()],
  )
const members = async (): Promise<{ id: string; user_id: string; role: string }[]> =>
  (await gate.call('GET', '/members?limit=100', { key })).data
const member = async ({ id }: Person) => (await members()).find((one) => one.user_id === id)!
const logged = async (): Promise<string[]> => {
  const { data } = await gate.call('GET', '/audit-entries?limit=100', { key })
  return data.map((one: { action: string }) => one.action)
}
const fits = async ({ page }: Person) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

test('changes of members take two where the organisation says so, nobody is their own second person, and each is told by mail and logged', async () => {
  const newcomer = await joins(gate, browser, key, 'admin')
  // Invited by the founder a moment ago.
  await query('update memberships set joined_at = now(), role_since = now() where user_id = $1 and came = $2', [newcomer.id, 'invited'])
  const clerk = await joins(gate, browser, key, 'auditor')
  expect(await act(founder, 'by_two', { by_two: 'yes' })).toContain('Said')
  const { id } = await member(clerk)
  expect(await act(founder, 'role', { id, role: 'reviewer' })).toContain('Another person of your organisation has to agree')
  const { data: cases } = await gate.call('GET', '/cases?limit=100', { key })
  const waits = cases.find((one: { kind: string; status: string }) => one.kind === 'member_role').id
  for (const one of [founder, newcomer]) expect(await act(one, 'agree', { id: waits })).toContain('second_person_required')
  expect(await act(clerk, 'agree', { id: waits })).toContain('forbidden')
  expect((await member(clerk)).role).toBe('auditor')
  expect(await act(second, 'agree', { id: waits })).toContain('Agreed')
  expect((await member(clerk)).role).toBe('reviewer')
  expect((await gate.mailTo(clerk.email, `Your role in ${name} changed`)).text).toContain('reviewer')
  const again = await gate.send('POST', '/api/v1/member-invitations', { key, body: { email: second.email, role: 'auditor' } })
  expect([again.status, again.body.code]).toEqual([409, 'already_exists'])
  // To hand over alone would go round it.
  expect(await act(founder, 'transfer', { id: (await member(second)).id })).toContain('second_person_required')
  await gate.call('DELETE', `/members/${id}`, { key })
  await gate.mailTo(clerk.email, `You are not a member of ${name} any more`)
  expect(await act(clerk, 'invite', { email: clerk.email, role: 'auditor' })).not.toContain('Invitation sent')
  const actions = await logged()
  for (const one of [
    'member_invited',
    'member_joined',
    'member_role_asked',
    'member_role_changed',
    'member_removed',
    'tenant_facts_stated',
  ])
    expect(actions).toContain(one)
}, 240_000)

test('no organisation is left without an owner, by two who leave at once either, and somebody of two presses where they work', async () => {
  expect(await act(founder, 'leave')).toContain('last_owner')
  expect(await act(founder, 'role', { id: (await member(founder)).id, role: 'admin' })).toContain('last_owner')
  expect(await act(second, 'remove', { id: (await member(founder)).id })).toContain('forbidden')
  expect(await act(second, 'role', { id: (await member(second)).id, role: 'owner' })).toContain('forbidden')

  const { page } = founder
  expect(await act(founder, 'make_organisation', { name: 'Second Books Ltd' })).toContain('Organisation made')
  // The page that still shows the other one does nothing in this one.
  expect(await act(founder, 'invite', { email: second.email, role: 'owner' })).toContain('you work in another organisation now')
  await page.goto('/settings/team')
  expect(await act(founder, 'invite', { email: second.email, role: 'owner' })).toContain('Invitation sent')
  const link = /https:\/\/\S+\/join\/\S+/.exec((await gate.mailTo(second.email, 'Second Books Ltd invites you')).text)![0]
  await gate.admin('set-role', '--email', second.email, '--role', 'issuer')
  await second.page.goto(new URL(link).pathname)
  await live(second.page)
  await second.page.getByRole('button', { name: /^Join/ }).click()
  await see(second.page.getByRole('heading', { name: 'Team of Second Books Ltd' })).toBeVisible()

  // By the switch of the frame, there and back.
  for (const [from, to] of [
    ['Second Books Ltd', name],
    [name, 'Second Books Ltd'],
  ] as const) {
    await page.goto('/settings/team')
    await live(page)
    await page.getByLabel(`You work in ${from}. Change the organisation`).first().click()
    await page.getByRole('button', { name: to }).first().click()
    await page.waitForURL((url) => url.pathname !== '/settings/team')
    await page.goto('/settings/team')
    await see(page.getByRole('heading', { name: `Team of ${to}` })).toBeVisible()
  }

  await Promise.all([founder, second].map((one) => provenAgo(one, '0 s')))
  const left = await Promise.all([sent(founder, 'leave'), sent(second, 'leave')])
  expect(left.filter((one) => one.includes('last_owner'))).toHaveLength(1)
  expect(left.filter((one) => one.includes('You left the organisation'))).toHaveLength(1)
  const stays = left[0]!.includes('last_owner') ? founder : second
  await stays.page.goto('/settings/team')
  await see(stays.page.getByRole('heading', { name: 'Team of Second Books Ltd' })).toBeVisible()
}, 240_000)

test('an organisation that is to be deleted refuses its keys in every process, keeps what it has, and can be kept', async () => {
  const [at] = await query<{ home: string }>('select organization_id as home from users where id = $1', [founder.id])
  for (const one of [founder, second]) {
    await sent(one, 'work_in', { organization_id: at!.home })
    await one.page.goto('/settings/team')
    await see(one.page.getByRole('heading', { name: `Team of ${name}` })).toBeVisible()
  }
  const receiver = await startReceiver(gate.tls())
  const endpoint = await gate.call('POST', '/webhook-endpoints', {
    key,
    body: { url: receiver.url, event_types: ['organization.ending', 'organization.kept'] },
  })
  receiver.secrets.push(endpoint.secret)
  const kyc_data = { full_name: 'Mladen Naletilich', date_of_birth: '1946-01-01', country: 'US' }
  const held = await gate.call('POST', '/wallets/verify', { key, body: { wallet_address: `0x${'c7'.repeat(20)}`, kyc_data } })
  const { data } = await gate.call('GET', '/cases?limit=100', { key })
  const open = data.find((one: { subject: { id: string } }) => one.subject.id === held.wallet_id)
  expect(await act(founder, 'end', { name: 'Another' })).toContain('Type the name of the organisation')
  expect(await act(second, 'end', { name })).toContain('forbidden')
  expect(await act(founder, 'end', { name })).toContain('The organisation is about to be deleted')
  const keys = async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => gate.send('GET', '/api/v1/cases', { key })))
    return [...new Set(replies.map((one) => one.body.code ?? one.status))]
  }
  await expect.poll(keys).toEqual(['organization_ending'])
  await gate.mailTo(founder.email, `${name} is about to be deleted`)
  expect(await act(founder, 'invite', { email: 'new@integrator.example', role: 'auditor' })).toContain('organization_ending')
  const { page } = founder
  await page.goto('/settings/team')
  await live(page)
  await see(page.getByText('Its API keys do nothing.')).toBeVisible()
  await page.getByRole('button', { name: 'Call it off' }).click()
  await see(page.getByText('Its API keys do nothing.')).toHaveCount(0)
  await expect.poll(keys).toEqual([200])
  await gate.mailTo(founder.email, `${name} is not deleted`)
  expect(await gate.call('GET', `/cases/${open.id}`, { key })).toMatchObject({ status: 'open' })
  // Told to its programs as well, whose keys did nothing meanwhile.
  const told = () => receiver.deliveries.map(({ event }) => event.type).sort()
  await expect.poll(told, { timeout: 60_000 }).toEqual(expect.arrayContaining(['organization.ending', 'organization.kept']))
  expect(receiver.faults).toEqual([])
  await receiver.stop()
  expect(await logged()).toEqual(expect.arrayContaining(['organization_ending', 'organization_kept']))
}, 180_000)

test('a setting counts from its time on, and a second factor that is older than the organisation lets it be is proven anew', async () => {
  const fact = async () => {
    const { facts, pending } = await gate.call('GET', '/tenant-facts', { key })
    return { value: facts.find((one: { fact: string }) => one.fact === 'serves_eu')?.value ?? null, pending: pending.length }
  }
  const effective_at = new Date(Date.now() + 2_500).toISOString()
  await gate.call('PATCH', '/tenant-facts', { key, body: { facts: { serves_eu: true }, effective_at } })
  const before = await fact()
  if (Date.now() < Date.parse(effective_at)) expect(before).toEqual({ value: null, pending: 1 })
  await expect.poll(fact, { timeout: 20_000 }).toEqual({ value: true, pending: 0 })
  const past = await gate.send('PATCH', '/api/v1/tenant-facts', { key, body: { facts: { serves_eu: false }, effective_at } })
  expect([past.status, past.body.errors[0].code]).toEqual([422, 'in_the_past'])

  expect(await act(founder, 'policy', { second_factor: 'on', second_factor_hours: '8' }, '/settings/sign-on')).toContain('Saved')
  await provenAgo(founder, '9 h')
  expect(await sent(founder, 'invite', { email: 'new@integrator.example', role: 'auditor' })).toContain('"redirect","/setup-mfa')
  const { page } = founder
  await page.goto('/settings/team')
  await see(page).toHaveURL(`/setup-mfa?next=${encodeURIComponent('/settings/team')}`)
  await live(page)
  await page.getByRole('button', { name: 'Confirm that it is you' }).click()
  await page.getByLabel('Code of your authenticator').fill(totp.generate())
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await see(page).toHaveURL('/settings/team')
  expect(await act(founder, 'policy', {}, '/settings/sign-on')).toContain('Saved')
  expect(await logged()).toContain('session_policy_changed')
}, 120_000)

test('settings as one file are changed by one from a terminal, and what ends a rule of two waits for another person', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-policy-'))
  const program = await writeCli(folder)
  const sealwright = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, 'policy', ...args], {
      env: {
        PATH: process.env.PATH,
        SEALWRIGHT_URL: `https://localhost:${gate.port}`,
        SEALWRIGHT_KEY: key,
        NODE_EXTRA_CA_CERTS: join(gate.folder, 'ca.pem'),
        SEALWRIGHT_CONFIG_DIR: folder,
      },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
    )
  const file = join(folder, 'policy.yaml')
  const planned = async (from: string, to: string) => {
    const { said } = await sealwright('show')
    expect(said).toContain(from)
    writeFileSync(file, said.replace(from, to))
    const plan = await sealwright('plan', file, '--note', 'As the counsel wrote.')
    expect(plan.code, plan.said).toBe(0)
    return { id: /pln_\w+/.exec(plan.said)![0], said: plan.said }
  }
  const one = await planned('serves_eu: true', 'serves_eu: false')
  expect(one.said).toMatch(/serves_eu +true +false/)
  expect(one.said).not.toContain('takes two people')
  expect(await sealwright('apply', one.id)).toMatchObject({ code: 0, said: expect.stringContaining('applied') })
  expect((await sealwright('show')).said).toContain('serves_eu: false')

  const two = await planned('member_changes_by_two: true', 'member_changes_by_two: false')
  expect(two.said).toContain('It takes two people')
  const waits = await sealwright('apply', two.id)
  expect([waits.code, waits.said]).toEqual([4, expect.stringContaining('waiting')])
  const id = /cas_\w+/.exec(waits.said)![0]
  const to = '/developer/policy?environment=production'
  expect(await act(founder, 'agree', { id }, to)).toContain('second_person_required')
  expect(await act(second, 'agree', { id }, to)).toContain('Agreed: it is applied')
  expect(await sealwright('apply', two.id)).toMatchObject({ code: 0, said: expect.stringContaining('applied') })
  expect(await logged()).toEqual(expect.arrayContaining(['policy_planned', 'policy_applied', 'policy_change_asked']))
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

test('both sides see that support looks, on a telephone too, and both logs have it', async () => {
  await founder.page.setViewportSize({ width: 360, height: 740 })
  const admin = await account(gate, browser, 'admin')
  await enrol(admin, '/admin/support')
  await admin.page.setViewportSize({ width: 360, height: 740 })
  const grant = await gate.call('POST', '/support-grants', {
    key,
    body: { reason: 'A file of ours does not open; please look.', hours: 1 },
  })
  await admin.page.reload()
  await live(admin.page)
  await admin.page
    .getByRole('row', { name: /A file of ours does not open/ })
    .getByRole('button', { name: 'Look' })
    .click()
  await see(admin.page).toHaveURL(/\/desk\/reviews/)
  await see(admin.page.getByText(`You look at the data of ${name}, read-only`)).toBeVisible()
  await fits(admin)
  await founder.page.goto('/desk/support')
  await see(founder.page.getByText(`Sealwright’s support may look at the data of ${name}`)).toBeVisible()
  await fits(founder)
  expect(await logged()).toContain('support_begun')
  await admin.page.getByRole('button', { name: 'Stop looking' }).click()
  await see(admin.page.getByText('You look at the data of')).toHaveCount(0)
  await gate.call('DELETE', `/support-grants/${grant.id}`, { key })
  await founder.page.reload()
  await see(founder.page.getByText('support may look at the data of')).toHaveCount(0)
}, 120_000)

test('an answer of a SAML provider counts once, signed, for this service and whole; each other is refused in words and logged', async () => {
  const [own, stranger] = await Promise.all([newSigningKey(), newSigningKey()])
  const host = `saml${Date.now()}.example`
  const [at] = await query<{ home: string }>('select organization_id as home from users where id = $1', [founder.id])
  await query(
    `insert into domains (id, organization_id, environment, domain, token, status, method, verified_at, checked_at, created_at, sign_on_since)
    values ($1, $2, 'production', $3, 'token', 'verified', 'dns', now(), now(), now(), now())`,
    [`dom_${Date.now()}`, at!.home, host],
  )
  const settings = {
    kind: 'saml',
    issuer: ISSUER,
    entry_point: 'https://idp.bank.example/sso',
    certificates: own.certificate,
    just_in_time: 'on',
  }
  expect(await act(founder, 'save', { ...settings, role: 'reviewer' }, '/settings/sign-on')).toContain('Saved. Sign on once')
  const answers = `/api/sign-on/saml/${at!.home}`
  const subject = `sam@${host}`
  const begin = async () => {
    const began = await gate.send('GET', `/api/sign-on/start?email=${subject}&next=/settings`)
    const asked = new URL(String(began.headers.location)).searchParams
    const request = / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(asked.get('SAMLRequest')!, 'base64')).toString())![1]!
    const said: Said = { request, subject, audience: `${gate.url}${answers}/metadata`, recipient: `${gate.url}${answers}` }
    return { said, state: asked.get('RelayState')!, cookie: String([began.headers['set-cookie']].flat()[0]).split(';')[0]! }
  }
  const answer = async ({ state, cookie }: { state: string; cookie: string }, xml: string) => {
    const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.bank.example',
      'sec-fetch-site': 'cross-site',
    }
    const to = String((await gate.send('POST', answers, { body, headers })).headers.location)
    return to.startsWith('/api/sign-on/finish') ? String((await gate.send('GET', to, { headers: { cookie } })).headers.location) : to
  }
  const good = (said: Said, key = own.key) => signedBy(responseOf(said, assertionOf(said)), { key })
  const first = await begin()
  const taken = good(first.said)
  expect(await answer(first, taken)).toBe('/settings')
  expect(await answer(first, taken)).toBe('/sign-on?refused=unknown_request')
  const tricks: [string, (said: Said) => string][] = [
    // Replayed into another request.
    ['assertion_request', () => taken],
    ['assertion_unsigned', (said) => responseOf(said, assertionOf(said))],
    ['assertion_unsigned', (said) => good(said, stranger.key)],
    ['assertion_unsigned', (said) => good(said).replace(subject, `eve@${host}`)],
    ['assertion_audience', (said) => good({ ...said, audience: 'https://other.example' })],
    ['assertion_expired', (said) => good({ ...said, until: -120_000 })],
    ['assertion_comment', (said) => good({ ...said, subject: `eve@${host}<!-- -->.evil.example` })],
    ['assertion_dtd', (said) => `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${good(said)}`],
    [
      'assertion_wrapped',
      (said) => good(said).replace('<samlp:Status>', `${assertionOf({ ...said, subject: `eve@${host}` }, '_e')}<samlp:Status>`),
    ],
  ]
  for (const [why, make] of tricks) {
    const asked = await begin()
    expect([why, await answer(asked, make(asked.said))]).toEqual([why, `/sign-on?refused=${why}`])
  }
  const { data } = await gate.call('GET', '/audit-entries?limit=100', { key })
  const noted = data.flatMap((one: { action: string; details: { why?: string } }) =>
    one.action === 'sign_on_refused' ? one.details.why : [],
  )
  expect(noted).toEqual(expect.arrayContaining(['unknown_request', ...tricks.map(([why]) => why)]))
}, 120_000)
