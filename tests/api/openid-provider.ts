import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error it has no types
import Provider from 'oidc-provider'

/** Somebody at an identity provider, as its ID tokens say. */
export interface Known {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

const logOutAtOnce = (ctx: { body: string }, form: string) => {
  ctx.body = form
}

/**
 * An OpenID provider of other hands (oidc-provider), which signs in whoever `known` says without asking. `tamper` changes answers of the
 * token endpoint.
 */
export async function startOpenIdProvider(client: { id: string; secret: string; redirect: string; logout?: string; send?: typeof fetch }) {
  let known: Known = { sub: 'nobody' }
  let tamper: ((body: Record<string, string>) => Promise<Record<string, string>>) | null = null
  const server: Server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirect],
        ...(client.logout && { backchannel_logout_uri: client.logout, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      ...(client.logout && { backchannelLogout: { enabled: true } }),
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: logOutAtOnce,
        postLogoutSuccessSource: (ctx: { body: string }) => logOutAtOnce(ctx, 'out'),
      },
    },
    fetch: client.send ?? fetch,
    cookies: { keys: ['of the test'] },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => known }),
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async (context: { oidc: { client: { clientId: string }; session: { accountId: string }; provider: unknown } }) => {
      const grant = new provider.Grant({ clientId: context.oidc.client.clientId, accountId: context.oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  server.on('request', async (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      return void (await provider.interactionFinished(request, response, { login: { accountId: known.sub } }))
    if (request.url === '/token' && tamper) {
      const { end } = response
      const change = tamper
      response.end = ((chunk: Buffer | string) => {
        void change(JSON.parse(String(chunk))).then((body) => {
          const changed = JSON.stringify(body)
          response.setHeader('content-length', Buffer.byteLength(changed))
          end.call(response, changed, 'utf8')
        })
        return response
      }) as typeof response.end
    }
    callback(request, response)
  })
  let jar = new Map<string, string>()
  const browse = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      jar.set(name!, value!)
    }
    return answer
  }
  return {
    issuer,
    /** Walks a browser of the provider from where it was sent to where it sends it back. */
    async signIn(location: string, who: Known): Promise<string> {
      known = who
      jar = new Map()
      for (let url = location, hops = 0; hops < 8; hops++) {
        if (url.startsWith(client.redirect)) return url
        const answer = await browse(url)
        const next = answer.headers.get('location')
        if (!next) throw new Error(`the provider answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
        url = new URL(next, issuer).href
      }
      throw new Error('the provider went round in circles')
    },
    /** Signs the browser out that signed in last, whereupon the provider tells its clients. */
    async signOut(): Promise<void> {
      const asked = await (await browse(`${issuer}/session/end`)).text()
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked)![1]!
      await browse(`${issuer}/session/end/confirm`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
      })
    },
    /** Whom a browser that comes next is. */
    knows(who: Known) {
      known = who
    },
    tamperTokens(change: typeof tamper) {
      tamper = change
    },
    key: privateKey,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}
