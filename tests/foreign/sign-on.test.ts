import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userCtx } from '#core/access/accounts/session.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { domains } from '#db/schema.ts'
import { LASTING, startApi } from '../api/harness.ts'
import { makeAccount, Person } from '../api/person.ts'
import { freePort } from '../product.ts'
import { newSigningKey } from '../signing-key.ts'
import { asked, has, run } from './commands.ts'

const folder = join(import.meta.dirname, 'scim')
const foreign = createRequire(join(import.meta.dirname, 'npm', 'package.json'))
const ISSUER = 'urn:bank:idp'

describe.skipIf(!asked)('identity providers and directories of strangers', () => {
  let api: Awaited<ReturnType<typeof startApi>>
  let server: ReturnType<typeof createServer>
  let bank = ''
  let owner: Person
  const verbs = async () =>
    bindVerbs(userCtx(systemCtx(api.services, { id: 'pages', environment: 'production' }), await owner.session(), 'production'))
  beforeAll(async () => {
    const port = await freePort()
    api = await startApi({ PUBLIC_URL: `http://127.0.0.1:${port}` })
    server = createServer(LASTING, getRequestListener(api.app.fetch))
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    await makeAccount(api, 'owner@bank.example', 'issuer')
    owner = new Person(api)
    await owner.signIn('owner@bank.example')
    bank = (await owner.session()).actor.organizationId
    await api.services.connection.db.insert(domains).values({
      ...{ id: 'dom_bank', organization_id: bank, environment: 'production', domain: 'bank.example', token: 't', status: 'verified' },
      ...{ method: 'dns', verified_at: new Date(), sign_on_since: new Date(), created_at: new Date() },
    })
  }, 120_000)
  afterAll(async () => {
    await new Promise((done) => server?.close(done))
    await api?.stop()
  })

  it('samlp, a SAML identity provider, reads our request and signs somebody in', async () => {
    const own = await newSigningKey()
    const samlp = foreign('samlp')
    const acs = `${api.services.config.publicUrl}/api/sign-on/saml/${bank}`
    /** What the provider posts of somebody, for a request that came to it. */
    const answered = (location: string, user: object, keys = own, more: object = {}) =>
      new Promise<string>((done, fail) => {
        const query = Object.fromEntries(new URL(location).searchParams)
        const options = {
          ...{ issuer: ISSUER, cert: keys.certificate, key: keys.key, getUserFromRequest: () => user, recipient: acs, destination: acs },
          ...more,
          getPostURL: (
            _audience: string,
            request: { documentElement: Element } | undefined,
            _req: unknown,
            done: (error: null, url: string) => void,
          ) => done(null, request!.documentElement.getAttribute('AssertionConsumerServiceURL')!),
          responseHandler: (response: Buffer) => done(response.toString()),
        }
        samlp.auth(options)({ method: 'GET', query, headers: {} }, {}, fail)
      })
    const settings = {
      ...{ kind: 'saml', issuer: ISSUER, entry_point: 'https://idp.bank.example/sso', logout_point: 'https://idp.bank.example/slo' },
      ...{ just_in_time: true, role: 'reviewer' },
    }
    await (await verbs()).saveSignOn({ ...settings, certificates: own.certificate })
    const user = {
      id: 'sam-1',
      emails: [{ value: 'sam@bank.example' }],
      displayName: 'Sam Example',
      name: { givenName: 'Sam', familyName: 'Example' },
    }
    const signsOn = async (person: Person, keys = own, more: object = {}) => {
      const asked = (await person.get('/api/sign-on/start?email=sam@bank.example&next=/settings')).headers.get('location')!
      const xml = await answered(asked, user, keys, more)
      const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: new URL(asked).searchParams.get('RelayState')! }
      const posted = await api.call('POST', `/api/sign-on/saml/${bank}`, new URLSearchParams(form).toString(), null, {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://idp.bank.example',
        'sec-fetch-site': 'cross-site',
      })
      const to = posted.headers.get('location')!
      return to.startsWith('/api/sign-on/finish') ? (await person.get(to)).headers.get('location')! : to
    }
    const person = new Person(api)
    expect(await signsOn(person)).toBe('/settings')
    const { actor, user: known } = await person.session()
    expect([actor.organizationId, actor.member?.role, known.email, known.firstName]).toEqual([bank, 'reviewer', 'sam@bank.example', 'Sam'])
    // Encrypted for the key that the metadata shows, by the library that encrypts for it.
    const metadata = (await api.call('GET', `/api/sign-on/saml/${bank}/metadata`)).text
    const shown = (use: string) =>
      `-----BEGIN CERTIFICATE-----\n${new RegExp(`use="${use}">.*?<ds:X509Certificate>([^<]+)`)
        .exec(metadata)![1]!
        .match(/.{1,64}/g)!
        .join('\n')}\n-----END CERTIFICATE-----\n`
    const encrypted = (encryptionAlgorithm: string, more: object = {}) => ({
      ...{
        encryptionCert: shown('encryption'),
        encryptionPublicKey: new X509Certificate(shown('encryption')).publicKey.export({ type: 'spki', format: 'pem' }),
      },
      ...{ encryptionAlgorithm, keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', ...more },
    })
    const inside = new Person(api)
    const session = { sessionIndex: 's-1' }
    expect(await signsOn(inside, own, { ...encrypted('http://www.w3.org/2009/xmlenc11#aes256-gcm'), ...session })).toBe('/settings')
    expect((await inside.session()).actor.id).toBe(actor.id)
    const insecure = { disallowEncryptionWithInsecureAlgorithm: false, warnOnInsecureEncryptionAlgorithm: false }
    expect(await signsOn(new Person(api), own, encrypted('http://www.w3.org/2001/04/xmlenc#aes256-cbc', insecure))).toBe(
      '/sign-on?refused=assertion_cipher',
    )
    // Signed out here, the provider reads our request and answers it; signed out there, we read its request and it our answer.
    const slo = `${api.services.config.publicUrl}/api/sign-on/saml/${bank}/logout`
    const SessionParticipants = foreign('samlp/lib/sessionParticipants')
    const participant = {
      ...{
        serviceProviderId: `${acs}/metadata`,
        sessionIndex: 's-1',
        nameId: 'sam-1',
        serviceProviderLogoutURL: slo,
        cert: shown('signing'),
      },
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    }
    const held: unknown[] = []
    const store = {
      save: (_req: unknown, state: unknown, done: (error: null, handle: string) => void) => done(null, `state-${held.push(state) - 1}`),
      load: (_req: unknown, handle: string, ...rest: unknown[]) =>
        (rest.at(-1) as (error: null, state: unknown) => void)(null, held[Number(handle.replace('state-', ''))]),
    }
    /** Where the provider sends a browser on that comes with this message, or that signs out there. */
    const at = (participants: object[], query: Record<string, string> = {}) =>
      new Promise<string>((done, fail) => {
        const options = {
          ...{
            issuer: ISSUER,
            cert: own.certificate,
            key: own.key,
            deflate: true,
            protocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
          },
          ...{ sessionParticipants: new SessionParticipants(participants), store, destination: slo },
        }
        const response = { redirect: done, send: (said: unknown) => done(String(said)), set: () => {} }
        samlp.logout(options)({ method: 'GET', query, body: {}, session: {}, headers: {} }, response, (error: Error) => fail(error))
      })
    const heard = async (location: string) =>
      (await api.call('GET', location.slice(api.services.config.publicUrl.length))).headers.get('location')!
    const queryOf = (location: string) => Object.fromEntries(new URL(location).searchParams)
    const { next } = (await inside.post('/api/accounts/sign-out', {})).body
    expect(await inside.user()).toBeNull()
    expect(await heard(await at([participant], queryOf(next)))).toBe('/sign-on?out=everywhere')
    const again = new Person(api)
    await signsOn(again, own, session)
    const answer = await heard(await at([participant]))
    expect([await again.user(), new URL(answer).pathname]).toEqual([null, '/slo'])
    expect(await at([participant], queryOf(answer))).toBe('200')
    // The same provider with a key that nobody gave us.
    expect(await signsOn(new Person(api), await newSigningKey())).toBe('/sign-on?refused=assertion_unsigned')
  })

  it.skipIf(!has('python3', '-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'))(
    'scim2-client, a client of SCIM 2.0, finds each answer as the standards have it',
    { timeout: 300_000 },
    async () => {
      const { token } = await (await verbs()).createDirectory({ name: 'Entra' })
      const place = join(api.env.dataDir, 'scim')
      run('python3', ['-m', 'venv', place], folder)
      run(join(place, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'], folder)
      const args = ['client.py', `${api.services.config.publicUrl}/scim/v2`, token, 'bank.example']
      const { stdout } = await promisify(execFile)(join(place, 'bin/python'), args, { cwd: folder })
      expect(JSON.parse(stdout)).toEqual({
        ...{ made: true, again: [409, 'uniqueness'], found: [true], members: [true], family_name: 'Elsewhere', ended: false, gone: 404 },
      })
    },
  )
})
