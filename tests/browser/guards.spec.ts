import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MemberRole } from '#core/kernel/permissions.ts'
import { createColleague, createSignOnOnly, createUser, PASSWORD, programOf } from './accounts.ts'
import { expect, test } from './server.ts'

interface Route {
  id: string
  parentId?: string
  path?: string
  index?: boolean
}

/** Who may see a page: by where it lives. Everything else is public. */
function audienceOf(path: string): 'everyone' | 'person' | 'issuer' | 'admin' {
  // These two only pass on to a page that has its own guard.
  if (['/admin', '/desk', '/environment'].includes(path)) return 'everyone'
  if (/^\/admin\//.test(path)) return 'admin'
  if (/^\/issuer(\/|$)/.test(path)) return 'issuer'
  if (
    /^\/(arrive|dashboard|find|inbox|questions|settings|setup-mfa|organisations|organisation-access|desk|stop-looking|sign-on\/link)(\/|$)/.test(
      path,
    )
  )
    return 'person'
  return /^\/developer\/(api-keys|webhooks|logs|sandbox|domains|organisation|policy)(\/|$)/.test(path) ? 'person' : 'everyone'
}

/** Every address of the built site as its routes write it. */
async function allRoutes(): Promise<string[]> {
  const build = await import(pathToFileURL(join(import.meta.dirname, '../../build/server/index.js')).href)
  const routes = build.routes as Record<string, Route>
  const full = (route: Route): string => `${route.parentId ? full(routes[route.parentId]!) : ''}${route.path ? `/${route.path}` : ''}`
  const parents = new Set(Object.values(routes).map((route) => route.parentId))
  return Object.values(routes)
    .filter((route) => !parents.has(route.id))
    .map((route) => full(route) || '/')
}

/** The same with a made-up value for each part that varies. */
const allPaths = async () => (await allRoutes()).map((path) => path.replace(/:\w+/g, 'unknown').replace('*', 'unknown'))

/** Records of an organisation, each at the pages that show one by its id. */
async function recordsOf(product: Parameters<typeof programOf>[0], issuer: string): Promise<Record<string, string>> {
  const program = await programOf(product, issuer)
  const person = { email: 'rufina@people.example', date_of_birth: '1980-01-01', country: 'US' }
  const investor = await program('/investors', {
    ...{ ...person, full_name: 'Rufina Quillon', wallet_address: '0x11111111111111111111111111111111111ac2fe' },
    address: { line1: '1 Street', city: 'Austin', state: 'TX' },
  })
  await program(`/investors/${investor.id}/verify`, { accepted_terms: true })
  const entity = await program('/investors', {
    ...{ type: 'entity', full_name: 'Quillon Quay Ltd', email: 'quay@works.example', country: 'GB' },
  })
  const letter = new Uint8Array(Buffer.from('%PDF-1.7\nA letter of Rufina Quillon\n%%EOF'))
  const document = await program(`/investors/${investor.id}/documents?kind=accreditation_letter&file_name=quillon.pdf`, letter)
  const dated = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const filed = await program(`/investors/${investor.id}/accreditation`, {
    ...{ basis: 'net_worth', method: 'third_party_letter' },
    letter: { verifier: 'attorney', author: 'Lena Lawyer', license_number: 'NY 1', dated, good_standing: true },
    documents: [{ shows: 'letter', dated, document_id: document.id }],
  })
  const offering = await program('/offerings', {
    ...{ name: 'Quillon Quay', type: 'equity', regulation: 'reg_d_506b', total_supply: '1000', price_per_token: '10' },
    ...{ minimum_investment: '100', maximum_raise: '10000' },
  })
  const kyc_data = { full_name: 'Malory Sanctioned', date_of_birth: '1970-01-01', country: 'US' }
  await program('/wallets/verify', { wallet_address: '0x1111111111111111111111111111111111229701', kyc_data })
  const leaver = await program('/investors', { ...person, full_name: 'Osric Quillon', email: 'osric@people.example' })
  const erasure = await program('/erasures', { investor_id: leaver.id })
  const newest = async (path: string) => (await program(path)).data[0].id as string
  const webhook = await program('/webhook-endpoints', { url: `${product.url}/quillon`, event_types: ['*'] })
  return {
    '/developer/webhooks/:id': webhook.id,
    '/developer/logs/:id': await newest('/request-logs'),
    '/issuer/offerings/:id': offering.id,
    '/issuer/offerings/:id/edit': offering.id,
    '/issuer/investors/:id/entity': entity.id,
    '/issuer/accreditations/:id': filed.case_id,
    '/issuer/documents/:id': document.id,
    '/issuer/export/:table': 'investors',
    '/desk/erasures/:id': erasure.id,
    '/desk/reviews/:id': await newest('/cases?kind=sanctions_match'),
    '/desk/audit/:id/receipt': await newest('/audit-entries'),
  }
}

test('every page as nobody, investor, issuer and admin: shown, or sent where they may be', async ({ product, playwright }) => {
  const paths = [...new Set(await allPaths())]
  expect(paths.filter((path) => audienceOf(path) !== 'everyone').length).toBeGreaterThan(25)
  const people: string[] = []
  for (const role of [null, 'investor', 'issuer', 'admin'] as const) {
    const visitor = await playwright.request.newContext({ baseURL: product.url })
    if (role) {
      const email = await createUser(product, role)
      people.push(email)
      const signedIn = await visitor.post('/api/accounts/sign-in', { data: { email, password: PASSWORD, rememberMe: false } })
      expect(signedIn.status()).toBe(200)
      const arrived = (await visitor.get('/arrive', { maxRedirects: 0 })).headers().location
      expect(arrived).toBe({ investor: '/dashboard', issuer: '/issuer/dashboard', admin: '/admin/dashboard' }[role])
    }
    for (const path of paths) {
      // Public pages ask nobody who they are: seen without an account and with one. /admin is counted below.
      if (role !== null && role !== 'investor' && audienceOf(path) === 'everyone' && path !== '/admin') continue
      const answer = await visitor.get(path, { maxRedirects: 0 })
      const to = answer.headers().location ?? ''
      const audience = audienceOf(path)
      const told = `${role ?? 'nobody'} at ${path}: ${answer.status()} ${to}`
      expect(answer.status(), told).toBeLessThan(500)
      if (audience === 'everyone') expect(to, told).not.toMatch(/^\/login/)
      else if (role === null) expect(to, told).toBe(`/login?next=${encodeURIComponent(path)}`)
      else if (audience !== 'person' && audience !== role) expect(to, told).toBe('/dashboard')
      else expect(to, told).not.toMatch(/^\/login/)
    }
    // A form of an admin's page, sent by somebody else, is refused; that, and each page asked for, is in the audit log.
    if (role && role !== 'admin')
      for (const path of ['/admin/users', '/admin/users.data'])
        expect((await visitor.post(path, { form: { decision: 'approve', id: 'rrq_none' } })).status(), path).toBe(403)
    if (role === 'admin') {
      const asked = paths.filter((path) => /^\/admin(\/|$)/.test(path)).length
      for (const email of people.slice(0, 2)) {
        const found = await visitor.get(`/api/admin/audit?action=admin_access_denied&email=${encodeURIComponent(email)}`)
        expect((await found.json()).total, email).toBe(asked + 2)
      }
    }
    await visitor.dispose()
  }
})

const LANDINGS: Partial<Record<MemberRole, string>> = { compliance_officer: '/inbox', reviewer: '/inbox', developer: '/developer/logs' }

test('the desk of an organisation as each of its members: the page, or a sentence that says who may', async ({ product, playwright }) => {
  const all = [...new Set(await allPaths())].filter((path) => !/unknown|export/.test(path))
  const desk = all.filter((path) => path.startsWith('/desk/'))
  expect(desk.length).toBeGreaterThan(6)
  // The rest of what is for people who are signed in: shown, refused in words, or sent where they may be.
  const others = all.filter((path) => ['person', 'issuer'].includes(audienceOf(path)) && !desk.includes(path))
  expect(others).toEqual(expect.arrayContaining(['/developer/organisation', '/developer/logs', '/dashboard']))
  const owner = await createUser(product, 'issuer')
  const closed: Partial<Record<MemberRole, RegExp>> = {
    developer: /./,
    issuer_operations: /exceptions|due-diligence|erasures|audit|support/,
    reviewer: /erasures|audit|support/,
    auditor: /exceptions|due-diligence/,
  }
  for (const as of ['admin', 'compliance_officer', 'reviewer', 'issuer_operations', 'developer', 'auditor'] as const) {
    const visitor = await playwright.request.newContext({ baseURL: product.url })
    const email = await createColleague(product, owner, as)
    expect((await visitor.post('/api/accounts/sign-in', { data: { email, password: PASSWORD, rememberMe: false } })).status()).toBe(200)
    // Whoever signs in arrives where their work is.
    const arrived = (await visitor.get('/arrive', { maxRedirects: 0 })).headers().location
    expect(arrived, as).toBe(LANDINGS[as] ?? '/issuer/dashboard')
    for (const path of desk) {
      const answer = await visitor.get(path, { maxRedirects: 0 })
      const told = `${as} at ${path}`
      expect(answer.status(), told).toBe(closed[as]?.test(path) ? 403 : 200)
      if (answer.status() === 403) expect(await answer.text(), told).toMatch(/This is for [^<]*owner[^<]* of the organisation, not for its/)
    }
    for (const path of others) {
      const answer = await visitor.get(path, { maxRedirects: 0 })
      const to = answer.headers().location ?? ''
      const told = `${as} at ${path}: ${answer.status()} ${to}`
      expect([200, 302, 403], told).toContain(answer.status())
      expect(to, told).not.toMatch(/^\/login/)
      if (answer.status() === 403) expect(await answer.text(), told).toMatch(/This (is for|needs)/)
    }
    await visitor.dispose()
  }
})

test('a page of one record, by its id, as each member of its organisation and as an owner of another', async ({ product, playwright }) => {
  const owner = await createUser(product, 'issuer')
  const stranger = await createUser(product, 'issuer')
  const members = ['admin', 'compliance_officer', 'reviewer', 'issuer_operations', 'developer', 'auditor'] as const
  const colleagues = await Promise.all(members.map(async (as) => [as, await createColleague(product, owner, as)] as const))
  const records = await recordsOf(product, owner)
  // A person's own, whoever they work for, and what is there only for a short time.
  const own = /^\/(questions|dashboard|sign-on\/link|join)\/|^\/(issuer\/offerings\/:id\/token|issuer\/mints\/:id|issuer\/identity\/:id)$/
  const byId = (await allRoutes()).filter((path) => path.includes(':') && ['person', 'issuer'].includes(audienceOf(path)))
  expect(byId.filter((path) => !own.test(path)).sort()).toEqual(Object.keys(records).sort())
  for (const [as, email] of [['owner', owner], ['stranger', stranger], ...colleagues] as const) {
    const visitor = await playwright.request.newContext({ baseURL: product.url })
    expect((await visitor.post('/api/accounts/sign-in', { data: { email, password: PASSWORD, rememberMe: false } })).status()).toBe(200)
    for (const [route, id] of Object.entries(records)) {
      const path = route.replace(/:\w+/, id)
      // The page and what its scripts ask for are one loader: both are asked by who is let in, the latter by everybody else.
      const asked = /\/export\/|documents|receipt/.test(route) ? [path] : as === 'owner' ? [path, `${path}.data`] : [`${path}.data`]
      for (const address of asked) {
        const answer = await visitor.get(address, { maxRedirects: 0 })
        const text = await answer.text()
        const told = `${as} at ${route}: ${answer.status()} ${answer.headers().location ?? ''} ${text.slice(0, 300)}`
        if (as === 'owner') expect(answer.status(), told).toBe(200)
        else if (as === 'stranger' && route.includes('/export/')) expect(text, told).not.toMatch(/Quillon/)
        else if (as === 'stranger') {
          expect(answer.status(), told).toBe(404)
          expect(text, told).not.toMatch(/Quillon|Malory/)
        } else {
          expect([200, 403], told).toContain(answer.status())
          if (answer.status() === 403) expect(text, told).not.toMatch(/Quillon|Malory/)
        }
      }
    }
    await visitor.dispose()
  }
})

test('a page reads and acts where it was shown, in the organisation and the environment of its own window alone', async ({
  product,
  playwright,
}) => {
  const visitor = await playwright.request.newContext({ baseURL: product.url })
  const email = await createUser(product, 'issuer')
  await visitor.post('/api/accounts/sign-in', { data: { email, password: PASSWORD, rememberMe: false } })
  const shown = (answer: { headers(): Record<string, string> }) => answer.headers()['sealwright-shown'] ?? ''
  const [organization, environment] = shown(await visitor.get('/issuer/identity-providers')).split('/')
  expect(environment).toBe('sandbox')
  const here = `${organization}/sandbox`
  const page = await (await visitor.get('/settings/team')).text()
  expect(page).toContain(`name="sealwright-shown" value="${here}"`)
  // Another window of the same browser goes on to production.
  const switched = await visitor.post('/environment.data', { form: { environment: 'production' } })
  expect(shown(switched)).toBe(`${organization}/production`)
  expect(shown(await visitor.get('/issuer/identity-providers'))).toBe(`${organization}/production`)
  const asHere = { 'sealwright-shown': here }
  expect(shown(await visitor.get('/issuer/identity-providers.data', { headers: asHere }))).toBe(here)
  const keys = { api_key: 'sbx:key-of-the-test-0001', api_secret: 'secret-of-the-test-0001', webhook_secret: 'hook-of-the-test-0001' }
  const form = { provider: 'sumsub', flow: 'basic-level', ...keys }
  // A form of a page that is left open in the sandbox, sent before scripts run, and one of another organisation.
  await visitor.post('/issuer/identity-providers', { form: { ...form, 'sealwright-shown': here } })
  for (const path of ['/issuer/identity-providers', '/issuer/identity-providers.data'])
    await visitor.post(path, { form: { ...form, provider: 'onfido', 'sealwright-shown': 'org_another/sandbox' } })
  const kept = async (of: string) => {
    const headers = { 'sealwright-shown': `${organization}/${of}` }
    const data = await (await visitor.get('/issuer/identity-providers.data', { headers })).text()
    return ['sumsub', 'onfido'].filter((name) => data.includes(`/api/identity/providers/${name}/`))
  }
  expect([await kept('sandbox'), await kept('production')]).toEqual([['sumsub'], []])
  await visitor.dispose()
})

test('the form for passwords leads on to the sign-on where that is the only way in, and says nothing of the account', async ({
  product,
  playwright,
}) => {
  const known = await createSignOnOnly(product)
  const visitor = await playwright.request.newContext({ baseURL: product.url })
  for (const [email, password] of [
    [known, PASSWORD],
    [known, 'Wrong-Pass-1'],
    [`nobody@${known.split('@')[1]}`, PASSWORD],
  ] as const) {
    const sent = await visitor.post('/login?next=%2Fdesk%2Fcases', { form: { email, password }, maxRedirects: 0 })
    const to = new URL(sent.headers().location ?? '', product.url)
    expect([sent.status(), to.pathname, Object.fromEntries(to.searchParams)]).toEqual([
      302,
      '/sign-on',
      { email, refused: 'only_way_in', next: '/desk/cases' },
    ])
    const page = await (await visitor.get(to.pathname + to.search)).text()
    expect(page).toContain('People with this address sign in with their organisation')
    const start = /href="(\/api\/sign-on\/start[^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
    expect(new URL(start, product.url).searchParams.get('next')).toBe('/desk/cases')
  }
  expect((await (await visitor.get('/api/session')).json()).user).toBeNull()
  await visitor.dispose()
})

/** The addresses whose page takes a form, with a made-up value for each part that varies. */
async function formPaths(): Promise<string[]> {
  const build = await import(pathToFileURL(join(import.meta.dirname, '../../build/server/index.js')).href)
  const routes = build.routes as Record<string, Route & { module: { action?: unknown } }>
  const full = (route: Route): string => `${route.parentId ? full(routes[route.parentId]!) : ''}${route.path ? `/${route.path}` : ''}`
  return Object.values(routes)
    .filter((route) => route.module.action)
    .map((route) => full(route).replace(/:\w+/g, 'unknown'))
}

test('every form as nobody, investor, issuer and admin: taken, or refused without a fault of ours', async ({ product, playwright }) => {
  const paths = await formPaths()
  expect(paths.length).toBeGreaterThan(35)
  for (const role of [null, 'investor', 'issuer', 'admin'] as const) {
    const visitor = await playwright.request.newContext({ baseURL: product.url })
    if (role) {
      const email = await createUser(product, role)
      expect((await visitor.post('/api/accounts/sign-in', { data: { email, password: PASSWORD, rememberMe: false } })).status()).toBe(200)
    }
    for (const path of paths) {
      const audience = audienceOf(path)
      // The settings show themselves again: what is changed there is changed by calls.
      const mayBeSent = role !== null || path === '/settings' ? null : '/login'
      const sent = await visitor.post(path, { form: { intent: 'unknown', a: '1' }, maxRedirects: 0 })
      const to = sent.headers().location ?? ''
      const told = `${role ?? 'nobody'} sends ${path}: ${sent.status()} ${to}`
      expect(sent.status(), told).toBeLessThan(500)
      if (audience !== 'everyone' && mayBeSent) expect(to, told).toContain(mayBeSent)
      if (role && audience === 'admin' && role !== 'admin') expect(sent.status(), told).toBe(403)
      if (role === 'investor' && audience === 'issuer') expect(to, told).toBe('/dashboard')
      // Bodies that are no form, by somebody who is let in.
      if (audience === 'everyone' ? role !== null : role !== (audience === 'person' ? 'investor' : audience)) continue
      for (const other of [
        { data: { a: 1 } },
        { data: '', headers: { 'content-type': 'text/plain' } },
        { data: '--x\r\nbroken', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      ]) {
        const refused = await visitor.post(path, { ...other, maxRedirects: 0 })
        expect(refused.status(), `${told}; as ${JSON.stringify(other)}`).toBeLessThan(500)
      }
    }
    await visitor.dispose()
  }
})

test('a page is asked for, and its form sent, as pages are', async ({ product, playwright }) => {
  const visitor = await playwright.request.newContext({ baseURL: product.url, maxRedirects: 0 })
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const refused = await visitor.fetch('/login', { method })
    expect([method, refused.status(), refused.headers().allow]).toEqual([method, 405, 'GET, HEAD, POST, OPTIONS'])
  }
  expect((await visitor.fetch('/login', { method: 'OPTIONS' })).status()).toBe(204)
  // What is no well-written address is an address that is not there.
  expect((await visitor.get('/%E0%A4%A')).status()).toBe(404)
  // A stranger fills no memory: neither with a length that is declared nor without one.
  for (const path of ['/login', '/contact', '/verify-email', '/api/status/subscribe']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const declared = await visitor.post(path, { headers, data: 'a'.repeat(2 * 1024 * 1024) })
    expect([path, declared.status()]).toEqual([path, 413])
    const piece = new TextEncoder().encode('a'.repeat(64 * 1024))
    let pieces = 0
    const body = new ReadableStream({ pull: (c) => (++pieces > 40 ? c.close() : c.enqueue(piece)) })
    // Who goes on sending is cut off, and may not get to read why.
    const streamed = await fetch(product.url + path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit).catch(() => null)
    expect([path, streamed?.status ?? 413]).toEqual([path, 413])
  }
  const email = await createUser(product, 'investor')
  expect((await visitor.post('/api/accounts/sign-in', { data: { email, password: PASSWORD, rememberMe: false } })).status()).toBe(200)
  // No cache keeps what one person was shown.
  for (const path of ['/dashboard', '/dashboard.data', '/settings'])
    expect([path, (await visitor.get(path)).headers()['cache-control']]).toEqual([path, 'private, no-store'])
  // However an admin's address is written, who may not is refused, and the attempt is in the log.
  for (const path of ['/Admin/users', '/%61dmin/users', '/ADMIN/users.data'])
    expect([path, (await visitor.post(path, { form: { decision: 'approve', id: 'rrq_none' } })).status()]).toEqual([path, 403])
  await visitor.dispose()
})
