import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { readSession, userCtx } from '#core/access/accounts/session.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import type { Role } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import type { startApi } from './harness.ts'

type Api = Awaited<ReturnType<typeof startApi>>
export const PASSWORD = 'Ada-Example-1'

/** Makes a confirmed account and returns its id. */
export function makeAccount(api: Api, email: string, role: Role = 'investor'): Promise<string> {
  const auth = createAuth(api.services, { secret: api.services.keyring.derive('sessions'), rateLimit: false })
  return createAccount(api.services, auth, { email, password: PASSWORD, firstName: 'Ada', lastName: 'Example', role })
}

/** Somebody at a browser: keeps cookies as one does. */
export class Person {
  readonly cookies = new Map<string, string>()
  readonly #api: Api
  readonly #headers: Record<string, string>
  constructor(api: Api, headers: Record<string, string> = {}) {
    this.#api = api
    this.#headers = headers
  }
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const { cookie } = this
    const answer = await this.#api.call(method, path, body, null, { ...this.#headers, ...(cookie && { cookie }), ...headers })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      if (!value || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }
  get = (path: string) => this.call('GET', path)
  post = (path: string, body: unknown = {}) => this.call('POST', path, body)
  signIn = (email: string, password = PASSWORD) => this.post('/api/accounts/sign-in', { email, password, rememberMe: true })
  /** What their browser sends as cookies. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  /** Who they are to the server, and the organisation they work in. */
  async session() {
    const auth = createAuth(this.#api.services, { secret: this.#api.services.keyring.derive('sessions'), rateLimit: false })
    return (await readSession(this.#api.services, auth, new Headers({ cookie: this.cookie }), { ip: null }))!
  }
  /** What the pages of theirs call. */
  async verbs(environment: 'sandbox' | 'production' = 'production') {
    const base = systemCtx(this.#api.services, { id: 'pages', environment })
    return bindVerbs(userCtx(base, await this.session(), environment))
  }
  async user() {
    return (await this.get('/api/session')).body.user
  }
}
