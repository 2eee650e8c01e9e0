import { connect as connectPlain } from 'node:net'
import { connect } from 'node:tls'
import type { Browser } from '@playwright/test'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendWhole } from '../send-whole.ts'
import { type Installation, installation, openBrowser, openPage } from './installation.ts'
import { freshEmail, PASSWORD, see, signUp } from './people.ts'

let gate: Installation
let browser: Browser
const email = freshEmail()
beforeAll(async () => {
  gate = installation()
  browser = await openBrowser(gate)
})
afterAll(async () => {
  await browser?.close()
  gate?.close()
})

test('S6 every process works as a role that owns nothing and may not change the log', async () => {
  const server = new URL(gate.adminDatabaseUrl)
  server.pathname = '/installation'
  const administrator = new pg.Client({ connectionString: server.href })
  await administrator.connect()
  const { rows } = await administrator.query(
    `select distinct r.rolsuper or r.rolcreaterole as powerful,
            -- The page that a process adds to see whether there is room is a table of its connection alone.
            exists (select from pg_class c where c.relowner = r.oid and c.relpersistence <> 't') as owns,
            has_table_privilege(r.oid, 'audit_logs', 'INSERT') as writes,
            has_table_privilege(r.oid, 'audit_logs', 'UPDATE, DELETE, TRUNCATE') as changes
       from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
      where a.datname = 'installation' and a.application_name in ('sealwright', 'sealwright-keys', 'sealwright-jobs')`,
  )
  await administrator.end()
  expect(rows).toEqual([{ powerful: false, owns: false, writes: true, changes: false }])
})

describe('S1 forms behind TLS', () => {
  test('somebody signs up by mail, signs in, and sends the contact form, without scripts too', async () => {
    const { page, complaints } = await openPage(browser, gate)
    await signUp(page, gate, email)
    const cookies = await page.context().cookies()
    expect(cookies.length).toBeGreaterThan(0)
    // Of one host, so that no neighbour of its domain sets one in its place.
    for (const cookie of cookies) {
      expect(cookie, cookie.name).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', domain: gate.host, path: '/' })
      expect(cookie.name).toMatch(/^__Host-sealwright\./)
    }
    expect(complaints).toEqual([])
    await page.context().close()

    const context = await browser.newContext({ baseURL: gate.url, ignoreHTTPSErrors: true, javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto('/login?next=%2Fsettings')
    await plain.getByLabel('Email').fill(email)
    await plain.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await plain.getByRole('button', { name: 'Sign in' }).click()
    await see(plain).toHaveURL('/settings')
    await plain.goto('/contact')
    await plain.getByLabel('First name').fill('Ada')
    await plain.getByLabel('Last name').fill('Example')
    await plain.getByLabel('Company').fill('Example Ltd')
    await plain.getByLabel('Business email').fill('ada@company.example')
    await plain.getByLabel('Phone').fill('+1 555 010 0199')
    await plain.getByLabel('Inquiry type').selectOption('api')
    await plain.getByRole('textbox', { name: 'Notes' }).fill('We issue shares of a building in Lisbon.')
    await plain.getByRole('button', { name: 'Send Message' }).click()
    await see(plain.getByText('Message Sent Successfully')).toBeVisible()
    expect((await gate.mailTo('ada@company.example')).subject).toBe('We have received your inquiry')
    expect((await gate.mailTo('sales@sealwright.example')).text).toContain('Example Ltd')
    await context.close()
  })

  test.each([
    ['/login.data', 'email=nobody%40x.example&password=Wrong-one-1', 401],
    ['/contact.data', 'firstName=Ada', 422],
    ['/settings.data', 'intent=none', 202],
    ['/dashboard/verification.data', 'intent=none', 202],
  ])('%s takes a form of its own page, and of no other', async (path, body, status) => {
    const post = (headers: Record<string, string>) =>
      gate.send('POST', path, { body, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })
    expect((await post({ origin: gate.url })).status).toBe(status)
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: gate.url.replace('https:', 'http:') },
      { origin: 'null' },
      // Who forges Host too is no better off.
      { origin: 'https://evil.example', host: 'evil.example' },
      { origin: 'http://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    ]
    for (const headers of foreign)
      expect((await post(headers)).body, JSON.stringify(headers)).toMatchObject({ status: 403, code: 'cross_origin' })
  })

  test('no answer and no mail repeats a forged Host', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', accept: 'text/html' }
    for (const path of ['/', '/login', '/contact', '/api-status', '/api/v1/openapi.json', '/api/status/unsubscribe?token=x']) {
      const { status, text, headers: said } = await gate.send('GET', path, { headers })
      expect(status, path).toBeLessThan(400)
      expect(text + JSON.stringify(said), path).not.toContain('evil.example')
    }
    expect((await gate.send('POST', '/api/accounts/reset-password', { headers, body: { email } })).status).toBe(200)
    const { text } = await gate.mailTo(email, 'Reset')
    expect(text).toContain(gate.url)
    expect(text).not.toContain('evil.example')
    const { headers: secured } = await gate.send('GET', '/')
    expect(secured['strict-transport-security']).toMatch(/^max-age=31536000/)
    // A proxy that keeps connections idle for a minute is never cut off under a call.
    expect(secured['keep-alive']).toBe('timeout=75')
  })
})

test.each([
  ['/api/v1/sanctions/check', 'application/json', 401],
  ['/api/v1/nowhere', 'application/json', 404],
  ['/contact', 'application/x-www-form-urlencoded', 413],
  ['/login.data', 'multipart/form-data; boundary=b', 415],
])('S4 what is refused on %s arrives as a problem, while 20 MB are still sent', async (path, type, status) => {
  const ways = [['Connection: close'], ['Transfer-Encoding: chunked'], ['Transfer-Encoding: chunked', 'Connection: close']]
  for (const way of ways) {
    const head = [`POST ${path} HTTP/1.1`, `Host: ${gate.host}:${gate.port}`, `Content-Type: ${type}`, ...way]
    // Through the proxy, and as HAProxy sends: straight to a process, whose answer is read last.
    const through = connect({ port: gate.port, host: '127.0.0.1', servername: gate.host, rejectUnauthorized: false })
    for (const socket of [through, connectPlain({ port: gate.webs['web-1'], host: '127.0.0.1' })]) {
      const answer = await sendWhole(socket, head, 20)
      expect(answer, way.join()).toMatch(
        new RegExp(`^HTTP/1\\.1 ${status} [^]*content-type: application/problem\\+json[^]*"status":${status},`, 'i'),
      )
    }
  }
})
