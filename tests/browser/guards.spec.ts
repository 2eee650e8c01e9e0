import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createUser, PASSWORD } from './accounts.ts'
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
  if (path === '/admin' || path === '/environment') return 'everyone'
  if (/^\/admin\//.test(path)) return 'admin'
  if (/^\/issuer(\/|$)/.test(path)) return 'issuer'
  if (/^\/(dashboard|questions|settings|setup-mfa)(\/|$)/.test(path)) return 'person'
  return /^\/developer\/(api-keys|webhooks|logs|sandbox)(\/|$)/.test(path) ? 'person' : 'everyone'
}

/** Every address of the built site, with a made-up value for each part that varies. */
async function allPaths(): Promise<string[]> {
  const build = await import(pathToFileURL(join(import.meta.dirname, '../../build/server/index.js')).href)
  const routes = build.routes as Record<string, Route>
  const full = (route: Route): string => `${route.parentId ? full(routes[route.parentId]!) : ''}${route.path ? `/${route.path}` : ''}`
  const parents = new Set(Object.values(routes).map((route) => route.parentId))
  return Object.values(routes)
    .filter((route) => !parents.has(route.id))
    .map((route) => (full(route) || '/').replace(/:\w+/g, 'unknown').replace('*', 'unknown'))
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
