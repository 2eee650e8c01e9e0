import { type CipherGCM, constants, createCipheriv, createHash, publicEncrypt, randomBytes, sign, verify } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userCtx } from '#core/access/accounts/session.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { auditLogs, domains, session, signOnKeys } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { assertionOf, at, ISSUER, RESPONSE, responseOf, type Said, SHA1, SHA256, signedBy } from '#tests/api/saml-provider.ts'
import { newSigningKey } from '#tests/signing-key.ts'

let api: Awaited<ReturnType<typeof startApi>>
let bank = ''
let own: { key: string; certificate: string }
let stranger: { key: string; certificate: string }
let ownCertificate = ''
let verbs: ReturnType<typeof bindVerbs>
const SINGLE_LOGOUT = 'https://idp.bank.example/slo?of=bank'

beforeAll(async () => {
  ;[own, stranger] = await Promise.all([newSigningKey(), newSigningKey()])
  api = await startApi()
  await makeAccount(api, 'owner@bank.example', 'issuer')
  const owner = new Person(api)
  await owner.signIn('owner@bank.example')
  bank = (await owner.session()).actor.organizationId
  await api.services.connection.db.insert(domains).values({
    ...{ id: 'dom_bank', organization_id: bank, environment: 'production', domain: 'bank.example', token: 't', status: 'verified' },
    ...{ method: 'dns', verified_at: new Date(), sign_on_since: new Date(), created_at: new Date() },
  })
  verbs = bindVerbs(userCtx(systemCtx(api.services, { id: 'pages', environment: 'production' }), await owner.session(), 'production'))
  const settings = {
    ...{ kind: 'saml', issuer: ISSUER, entry_point: 'https://idp.bank.example/sso', logout_point: SINGLE_LOGOUT },
    ...{ just_in_time: true, role: 'reviewer' },
  }
  await expect(verbs.saveSignOn({ ...settings, certificates: 'not a certificate' })).rejects.toMatchObject({ code: 'validation_failed' })
  await verbs.saveSignOn({ ...settings, certificates: own.certificate })
  ownCertificate = (await certificatesOf('encryption'))[0]!
})
afterAll(() => api.stop())

/** Signs one element of a document, by the key of the bank's provider where no other is named. */
const signed = (xml: string, how: Partial<Parameters<typeof signedBy>[1]> = {}) => signedBy(xml, { key: own.key, ...how })

const WRAP = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'

/** A message with its assertion, or the name in it, encrypted for the organisation's key, which its metadata shows. */
function encrypted(
  xml: string,
  { to = ownCertificate, cipher = 'aes-256-gcm', wrap = WRAP, before = '', spoil = false, what = 'Assertion' } = {},
): string {
  const [key, start] = [randomBytes(32), randomBytes(cipher.endsWith('gcm') ? 12 : 16)]
  const enciphering = createCipheriv(cipher, key, start)
  const assertion = new RegExp(`<saml:${what}[\\s\\S]*</saml:${what}>`).exec(xml)![0]
  const outer = what === 'Assertion' ? 'EncryptedAssertion' : 'EncryptedID'
  // Encrypted by itself, it says its names by itself.
  const whole = assertion.replace('<saml:NameID>', '<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">')
  const parts = [start, enciphering.update(before + (what === 'NameID' ? whole : assertion)), enciphering.final()]
  const bytes = Buffer.concat([...parts, ...(cipher.endsWith('gcm') ? [(enciphering as CipherGCM).getAuthTag()] : [])])
  if (spoil) bytes[40]! ^= 1
  const wrapped = publicEncrypt({ key: to, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, key)
  const of = cipher.endsWith('gcm') ? 'http://www.w3.org/2009/xmlenc11#' : 'http://www.w3.org/2001/04/xmlenc#'
  const value = (one: Buffer) => `<xenc:CipherData><xenc:CipherValue>${one.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
  // The digest of OAEP is said to be another than its mask's.
  const digest = `<ds:DigestMethod Algorithm="http://www.w3.org/${wrap === WRAP ? '2000/09/xmldsig#sha1' : '2001/04/xmlenc#sha256'}"/>`
  return xml.replace(
    assertion,
    () =>
      `<saml:${outer} xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="${of}${cipher.replace('aes-256', 'aes256')}"/><ds:KeyInfo><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${wrap}">${digest}</xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${value(bytes)}</xenc:EncryptedData></saml:${outer}>`,
  )
}

/** The certificates of one use that the metadata shows, the newest first. */
async function certificatesOf(use: 'signing' | 'encryption'): Promise<string[]> {
  const { text } = await api.call('GET', `/api/sign-on/saml/${bank}/metadata`)
  const found = text.matchAll(new RegExp(`<KeyDescriptor use="${use}">.*?<ds:X509Certificate>([^<]+)`, 'g'))
  return [...found].map((one) => `-----BEGIN CERTIFICATE-----\n${one[1]}\n-----END CERTIFICATE-----`)
}

/** Begins a sign-on, and gives what the provider is asked. */
async function begin(person: Person): Promise<Said & { state: string }> {
  const to = (await person.get('/api/sign-on/start?email=sam@bank.example&next=/settings')).headers.get('location')!
  const url = new URL(to)
  expect(url.origin + url.pathname).toBe('https://idp.bank.example/sso')
  const asked = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString()
  const base = `${api.services.config.publicUrl}/api/sign-on/saml/${bank}`
  return {
    state: url.searchParams.get('RelayState')!,
    request: /ID="([^"]+)"/.exec(asked)![1]!,
    audience: `${base}/metadata`,
    recipient: base,
  }
}

/** Posts a response as the provider's page does: without cookies. Then the browser goes on. */
async function answer(person: Person, state: string, xml: string): Promise<string> {
  const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }).toString()
  const posted = await api.call('POST', `/api/sign-on/saml/${bank}`, body, null, {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://idp.bank.example',
    'sec-fetch-site': 'cross-site',
  })
  const to = posted.headers.get('location')!
  return to.startsWith('/api/sign-on/finish') ? (await person.get(to)).headers.get('location')! : to
}

it('somebody signs on by a signed assertion, once, in the browser that asked', async () => {
  expect((await api.call('GET', `/api/sign-on/saml/${bank}/metadata`)).text).toContain('WantAssertionsSigned="true"')
  const person = new Person(api)
  const asked = await begin(person)
  const good = signed(responseOf(asked, assertionOf(asked)))
  expect(await answer(person, asked.state, good)).toBe('/settings')
  const { actor, user } = await person.session()
  expect([actor.organizationId, actor.member?.role, user.email, user.firstName]).toEqual([bank, 'reviewer', 'sam@bank.example', 'Sam'])
  // Replayed: the request was answered.
  expect(await answer(new Person(api), asked.state, good)).toBe('/sign-on?refused=unknown_request')
  // In another browser than the one that asked.
  const other = await begin(new Person(api))
  expect(await answer(new Person(api), other.state, signed(responseOf(other, assertionOf(other))))).toBe('/sign-on?refused=another_browser')
  // Replayed into another request.
  const next = await begin(person)
  expect(await answer(person, next.state, good)).toBe('/sign-on?refused=assertion_request')
})

it('an assertion encrypted for the organisation’s own key is read, for the former key too until that ends', async () => {
  const comes = async (make: (xml: string) => string) => {
    const person = new Person(api)
    const asked = await begin(person)
    return answer(person, asked.state, make(signed(responseOf(asked, assertionOf(asked)))))
  }
  expect(await comes(encrypted)).toBe('/settings')
  // What does not itself say that nobody changed it, where the response around it is signed.
  expect(await comes((xml) => signed(encrypted(xml, { cipher: 'aes-256-cbc' }), { path: RESPONSE }))).toBe('/settings')
  const former = ownCertificate
  const [signsBefore] = await certificatesOf('signing')
  await verbs.replaceSignOnKeys({})
  ownCertificate = (await certificatesOf('encryption'))[0]!
  expect(ownCertificate).not.toBe(former)
  expect(await comes(encrypted)).toBe('/settings')
  expect(await comes((xml) => encrypted(xml, { to: former }))).toBe('/settings')
  // The new one signs once providers have had time to learn of it.
  expect((await certificatesOf('signing'))[1]).toBe(signsBefore)
  expect((await verbs.readSignOn()).keys.map((one) => [one.signs, one.ends_at === null])).toEqual([
    [false, true],
    [true, false],
  ])
  await verbs.replaceSignOnKeys({ at_once: true })
  expect(await comes(encrypted)).toBe('/sign-on?refused=assertion_key')
  ownCertificate = (await certificatesOf('encryption'))[0]!
  expect([(await certificatesOf('signing')).length, await comes(encrypted)]).toEqual([1, '/settings'])
  const kept = JSON.stringify(await api.services.connection.db.select().from(signOnKeys))
  expect([
    kept.includes('BEGIN CERTIFICATE'),
    kept.includes('PRIVATE'),
    /MII[\w+/]{1500,}/.test(kept.replaceAll(/sealed\|[^"]*/g, '')),
  ]).toEqual([...[true, false, false]])
})

it('where only encrypted assertions are taken, one that anybody can read is refused', async () => {
  const { provider } = await verbs.readSignOn()
  const settings = { kind: 'saml', issuer: ISSUER, entry_point: provider!.entry_point, logout_point: SINGLE_LOGOUT, just_in_time: true }
  const save = (encrypted_only: boolean) =>
    verbs.saveSignOn({ ...settings, role: 'reviewer', certificates: own.certificate, encrypted_only })
  await save(true)
  expect((await verbs.readSignOn()).provider?.encrypted_only).toBe(true)
  const comes = async (make: (p: Said) => string) => {
    const person = new Person(api)
    const asked = await begin(person)
    return answer(person, asked.state, make(asked))
  }
  const plain = (p: Said) => signed(responseOf(p, assertionOf(p)))
  expect(await comes(plain)).toBe('/sign-on?refused=assertion_plain')
  // What is encrypted beside it does not make it so.
  expect(await comes((p) => plain(p).replace('<samlp:Status>', '<saml:EncryptedAssertion xmlns:saml="urn:x"/><samlp:Status>'))).toBe(
    '/sign-on?refused=assertion_wrapped',
  )
  expect(await comes((p) => encrypted(plain(p)))).toBe('/settings')
  expect(await comes((p) => responseOf(p, '', 'Responder'))).toBe('/sign-on?refused=assertion_status')
  await save(false)
  expect(await comes(plain)).toBe('/settings')
})

const logoutOf = (
  id: string,
  more = '',
  inner = '',
  at = new Date(),
  destination = `${api.services.config.publicUrl}/api/sign-on/saml/${bank}/logout`,
) =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at.toISOString()}" Destination="${destination}"${more}><saml:Issuer>${ISSUER}</saml:Issuer><saml:NameID>sam@bank.example</saml:NameID>${inner}</samlp:LogoutRequest>`

/** A message in an address, signed as an identity provider does. */
function addressed(xml: string, { name = 'SAMLRequest', key = own.key, algorithm = SHA256[0] as string, state = 'a state' } = {}): string {
  const query = [[name, deflateRawSync(xml).toString('base64')] as const, ['RelayState', state] as const, ['SigAlg', algorithm] as const]
    .map(([part, value]) => `${part}=${encodeURIComponent(value)}`)
    .join('&')
  return `${query}&Signature=${encodeURIComponent(sign('sha256', Buffer.from(query), key).toString('base64'))}`
}
const hear = async (query: string) => (await api.call('GET', `/api/sign-on/saml/${bank}/logout?${query}`)).headers.get('location')!
const post = async (xml: string) =>
  (
    await api.call(
      'POST',
      `/api/sign-on/saml/${bank}/logout`,
      new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }).toString(),
      null,
      { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.bank.example', 'sec-fetch-site': 'cross-site' },
    )
  ).headers.get('location')!
/** Somebody signed on, by a session of the provider of this name. */
async function signedOn(name: string): Promise<Person> {
  const person = new Person(api)
  const asked = await begin(person)
  expect(await answer(person, asked.state, signed(responseOf(asked, assertionOf({ ...asked, session: name }))))).toBe('/settings')
  return person
}
/** What we sent to the provider, once its signature held by a certificate of our metadata. */
async function sent(location: string, name: string): Promise<{ xml: string; state: string | null }> {
  expect(location.startsWith(`${SINGLE_LOGOUT}&${name}=`)).toBe(true)
  const query = location.slice(location.indexOf(name))
  const [text, signature] = query.split('&Signature=') as [string, string]
  const [certificate] = await certificatesOf('signing')
  expect(verify('sha256', Buffer.from(text), certificate!, Buffer.from(decodeURIComponent(signature), 'base64'))).toBe(true)
  const said = new URLSearchParams(query)
  return { xml: inflateRawSync(Buffer.from(said.get(name)!, 'base64')).toString(), state: said.get('RelayState') }
}

it('whom the provider signs out is out here, in that session alone, by a request that counts once and is answered', async () => {
  const [one, two, three] = [await signedOn('s-1'), await signedOn('s-2'), await signedOn('s-3')]
  const index = (name: string) => `<samlp:SessionIndex>${name}</samlp:SessionIndex>`
  const query = addressed(logoutOf('_out-1', '', index('s-1')))
  const said = await sent(await hear(query), 'SAMLResponse')
  expect(said.xml).toMatch(/^<samlp:LogoutResponse .*InResponseTo="_out-1".*status:Success/)
  expect([said.state, await one.user(), (await two.user())?.email]).toEqual(['a state', null, 'sam@bank.example'])
  const past = new Date(Date.now() - 20 * 60_000)
  const refused: [string, () => Promise<string>][] = [
    ['logout_replayed', () => hear(query)],
    ['logout_replayed', () => post(signedRoot(logoutOf('_out-1', '', index('s-2'))))],
    ['logout_unsigned', () => hear(addressed(logoutOf('_o')).split('&Signature')[0]!)],
    ['logout_unsigned', () => hear(addressed(logoutOf('_o'), { key: stranger.key }))],
    ['logout_unsigned', () => hear(addressed(logoutOf('_o')).replace('RelayState=a', 'RelayState=b'))],
    // Of two that are there, one is signed and the other would be read.
    [
      'logout_invalid',
      () => hear(`${addressed(logoutOf('_o'))}&SAMLRequest=${encodeURIComponent(deflateRawSync(logoutOf('_p')).toString('base64'))}`),
    ],
    ['assertion_algorithm', () => hear(addressed(logoutOf('_o'), { algorithm: SHA1[0] }))],
    ['assertion_recipient', () => hear(addressed(logoutOf('_o', '', '', new Date(), 'https://other.example/slo')))],
    ['assertion_issuer', () => hear(addressed(logoutOf('_o').replace(ISSUER, 'https://other.example')))],
    ['assertion_expired', () => hear(addressed(logoutOf('_o', '', '', past)))],
    ['assertion_expired', () => hear(addressed(logoutOf('_o', ` NotOnOrAfter="${past.toISOString()}"`)))],
    ['assertion_dtd', () => hear(addressed(`<!DOCTYPE r [<!ENTITY a "aaaa">]>${logoutOf('_o')}`))],
    ['assertion_wrapped', () => hear(addressed(logoutOf('_o', '', '<saml:EncryptedID/>')))],
    ['assertion_key', () => hear(addressed(encrypted(logoutOf('_o'), { what: 'NameID', to: stranger.certificate })))],
    ['assertion_encrypted', () => hear(addressed(encrypted(logoutOf('_o'), { what: 'NameID', spoil: true })))],
    ['assertion_encrypted', () => hear(addressed(logoutOf('_o').replaceAll('saml:NameID', 'saml:EncryptedAttribute')))],
    // Signed in a way that does not count, in elements that only share their names with a signature.
    ['assertion_wrapped', () => post(signedAs('urn:x', logoutOf('_o')))],
    ['assertion_wrapped', () => post(signedAs(XMLDSIG, logoutOf('_o'), 'urn:x'))],
    ['assertion_algorithm', () => post(signedAs(XMLDSIG, logoutOf('_o')))],
    ['logout_invalid', () => hear(addressed(logoutOf('_o', '', '<saml:NameID>eve@bank.example</saml:NameID>')))],
    // Much out of little.
    ['assertion_unreadable', () => hear(addressed(logoutOf('_o', '', ' '.repeat(1_000_000))))],
    // Each step down costs as much as all above it.
    ['assertion_unreadable', () => post(logoutOf('_o', '', `${'<a>'.repeat(50)}${'</a>'.repeat(50)}`))],
    ['assertion_unreadable', () => post(logoutOf('_o', '', '<a/>'.repeat(6_000)))],
    ['assertion_unreadable', () => post(logoutOf('_o', '', `<a ${Array.from({ length: 51 }, (_, i) => `b${i}=""`).join(' ')}/>`))],
    ['logout_unsigned', () => post(logoutOf('_o'))],
    ['logout_unsigned', () => post(signedRoot(logoutOf('_o'), stranger.key))],
    ['logout_unsigned', () => post(signedRoot(logoutOf('_o')).replace('sam@bank', 'eve@bank'))],
    [
      'assertion_wrapped',
      () => post(signedRoot(logoutOf('_o')).replace(/^(<samlp:LogoutRequest[^>]*>)/, `$1<x>${signedRoot(logoutOf('_p'))}</x>`)),
    ],
    ['logout_unknown', () => hear(addressed(answerOf('_nobody-asked'), { name: 'SAMLResponse' }))],
  ]
  const noted = async () =>
    (
      await api.services.connection.db
        .select()
        .from(auditLogs)
        .where(and(eq(auditLogs.organization_id, bank), eq(auditLogs.action, 'sign_on_refused')))
    ).length
  const before = await noted()
  for (const [why, send] of refused) expect([why, await send()]).toEqual([why, `/sign-on?refused=${why}`])
  expect([await noted(), (await two.user())?.email]).toEqual([before + refused.length, 'sam@bank.example'])
  // By a form, without the name of a session: all of theirs by this provider.
  await sent(await post(signedRoot(logoutOf('_out-2'))), 'SAMLResponse')
  expect([await two.user(), await three.user()]).toEqual([null, null])
  // With the name encrypted, as some do of themselves where the metadata shows a key for it.
  const [four, five] = [await signedOn('s-6'), await signedOn('s-7')]
  await sent(
    await hear(addressed(encrypted(logoutOf('_out-3', '', index('s-6')), { what: 'NameID', cipher: 'aes-256-cbc' }))),
    'SAMLResponse',
  )
  expect([await four.user(), (await five.user())?.email]).toEqual([null, 'sam@bank.example'])
  await sent(await post(signedRoot(encrypted(logoutOf('_out-4'), { what: 'NameID' }))), 'SAMLResponse')
  expect(await five.user()).toBeNull()
  // Another machine, by SOAP, is told what counts.
  const soap = await api.call('POST', `/api/sign-on/saml/${bank}/logout`, '<soap:Envelope/>', null, { 'content-type': 'text/xml' })
  expect([soap.status, soap.body.code, soap.body.detail]).toEqual([415, 'unsupported_media_type', expect.stringContaining('SOAP')])
})

it('what one organisation is told by a provider ends nothing of another that names the same provider', async () => {
  await makeAccount(api, 'owner@broker.example', 'issuer')
  const other = new Person(api)
  await other.signIn('owner@broker.example')
  const broker = (await other.session()).actor.organizationId
  const base = {
    kind: 'saml',
    issuer: ISSUER,
    entry_point: 'https://idp.broker.example/sso',
    logout_point: 'https://idp.broker.example/slo',
  }
  await (await other.verbs()).saveSignOn({ ...base, certificates: stranger.certificate, role: 'reviewer' })
  const there = `/api/sign-on/saml/${broker}/logout`
  const before = await signedOn('s-8')
  const xml = logoutOf('_out-5', '', '<samlp:SessionIndex>s-8</samlp:SessionIndex>', new Date(), `${api.services.config.publicUrl}${there}`)
  const heard = await api.call('GET', `${there}?${addressed(xml, { key: stranger.key })}`)
  expect(heard.headers.get('location')).toMatch(/^https:\/\/idp\.broker\.example\/slo\?SAMLResponse=/)
  expect((await before.user())?.email).toBe('sam@bank.example')
  // Nor is whoever comes by that session refused.
  expect((await (await signedOn('s-8')).user())?.email).toBe('sam@bank.example')
})

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** A message signed with SHA-1 by the right key, in elements of these namespaces; written as its canonical form is. */
function signedAs(outer: string, xml: string, inner = outer): string {
  const id = / ID="([^"]+)"/.exec(xml)![1]!
  const canonical = canonicalOf(xml)
  const digest = createHash('sha1').update(canonical).digest('base64')
  const parts = `<x:CanonicalizationMethod Algorithm="${C14N}"></x:CanonicalizationMethod><x:SignatureMethod Algorithm="${SHA1[0]}"></x:SignatureMethod><x:Reference URI="#${id}"><x:Transforms><x:Transform Algorithm="${XMLDSIG}enveloped-signature"></x:Transform><x:Transform Algorithm="${C14N}"></x:Transform></x:Transforms><x:DigestMethod Algorithm="${SHA1[1]}"></x:DigestMethod><x:DigestValue>${digest}</x:DigestValue></x:Reference>`
  const info = `<x:SignedInfo xmlns:x="${inner}">${parts}</x:SignedInfo>`
  const value = sign('sha1', Buffer.from(info), own.key).toString('base64')
  const signature = `<y:Signature xmlns:y="${outer}">${info}<y:SignatureValue>${value}</y:SignatureValue></y:Signature>`
  return canonical.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`)
}
/** The canonical form of what `logoutOf` makes: each namespace where it is used first, attributes in order. */
const canonicalOf = (xml: string): string => {
  const [, attributes = ''] = /^<samlp:LogoutRequest xmlns:samlp="[^"]+" xmlns:saml="[^"]+"([^>]*)>/.exec(xml)!
  const sorted = [...attributes.matchAll(/ ([\w]+)="[^"]*"/g)].sort((a, b) => (a[1]! < b[1]! ? -1 : 1)).map(([whole]) => whole)
  const saml = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
  return xml
    .replace(/^<samlp:LogoutRequest [^>]*>/, `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"${sorted.join('')}>`)
    .replace('<saml:Issuer>', `<saml:Issuer ${saml}>`)
    .replace('<saml:NameID>', `<saml:NameID ${saml}>`)
}

const signedRoot = (xml: string, key = own.key) => signed(xml, { key, path: "/*[local-name(.)='LogoutRequest']" })
const answerOf = (request: string, status = 'Success') =>
  `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a" Version="2.0" IssueInstant="${at(0)}" Destination="${api.services.config.publicUrl}/api/sign-on/saml/${bank}/logout" InResponseTo="${request}"><saml:Issuer>${ISSUER}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status></samlp:LogoutResponse>`

it('who signs out here is out at once, and is signed out at the provider by a signed request', async () => {
  for (const [status, out] of [
    ['Success', 'everywhere'],
    ['Responder', 'here'],
  ] as const) {
    const person = await signedOn('s-4')
    const { body } = await person.post('/api/accounts/sign-out', {})
    expect(await person.user()).toBeNull()
    const { xml } = await sent(body.next, 'SAMLRequest')
    expect(xml).toContain('>sam@bank.example</saml:NameID><samlp:SessionIndex>s-4</samlp:SessionIndex>')
    const request = / ID="([^"]+)"/.exec(xml)![1]!
    const query = addressed(answerOf(request, status), { name: 'SAMLResponse' })
    expect([await hear(query), await hear(query)]).toEqual([`/sign-on?out=${out}`, '/sign-on?refused=logout_unknown'])
  }
  // What the provider calls them is kept sealed, in the session.
  await signedOn('s-5')
  const [row] = await api.services.connection.db.select().from(session).where(eq(session.signOnOrganizationId, bank))
  expect(String(row!.signOnName)).toMatch(/^sealed\|/)
  // Whoever came in otherwise goes nowhere else.
  const own = new Person(api)
  await own.signIn('owner@bank.example')
  expect((await own.post('/api/accounts/sign-out', {})).body).toEqual({ success: true })
})

it('each trick is a refusal of its own, and each is logged', async () => {
  const evil = 'eve@bank.example'
  const tricks: [string, (p: Said) => string][] = [
    ['assertion_unsigned', (p) => responseOf(p, assertionOf(p))],
    ['assertion_unsigned', (p) => signed(responseOf(p, assertionOf(p)), { key: stranger.key })],
    // Signed, and changed afterwards.
    ['assertion_unsigned', (p) => signed(responseOf(p, assertionOf(p))).replace('sam@bank.example', evil)],
    ['assertion_algorithm', (p) => signed(responseOf(p, assertionOf(p)), { algorithms: SHA1 })],
    ['assertion_audience', (p) => signed(responseOf(p, assertionOf({ ...p, audience: 'https://other.example' })))],
    ['assertion_recipient', (p) => signed(responseOf(p, assertionOf({ ...p, recipient: 'https://other.example/acs' })))],
    ['assertion_recipient', (p) => signed(responseOf({ ...p, recipient: 'https://other.example/acs' }, assertionOf(p)))],
    ['assertion_request', (p) => signed(responseOf(p, assertionOf({ ...p, request: '_another' })))],
    ['assertion_issuer', (p) => signed(responseOf(p, assertionOf({ ...p, issuer: 'https://other.example' })))],
    ['assertion_expired', (p) => signed(responseOf(p, assertionOf({ ...p, until: -120_000 })))],
    ['assertion_expired', (p) => signed(responseOf(p, assertionOf({ ...p, from: 300_000 })))],
    [
      'assertion_subject',
      (p) => signed(responseOf(p, assertionOf({ ...p, format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }))),
    ],
    ['assertion_status', (p) => responseOf(p, '', 'Responder')],
    // Comments in a name, by which some read only the first half of it.
    ['assertion_comment', (p) => signed(responseOf(p, assertionOf({ ...p, subject: `${evil}<!-- -->.evil.example` })))],
    ['assertion_comment', (p) => signed(responseOf(p, assertionOf(p))).replace('sam@bank.example', '<![CDATA[eve@bank.example]]>')],
    ['assertion_comment', (p) => signed(responseOf(p, assertionOf(p))).replace('<samlp:Status>', '<?x y?><samlp:Status>')],
    // A document type, with entities that grow or read files.
    ['assertion_dtd', (p) => `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${signed(responseOf(p, assertionOf(p)))}`],
    ['assertion_dtd', (p) => `<!DOCTYPE r SYSTEM "file:///etc/passwd">${signed(responseOf(p, assertionOf(p)))}`],
    ['assertion_unreadable', (p) => signed(responseOf(p, assertionOf(p))).replace('sam@bank.example', '&evil;')],
    ['assertion_unreadable', () => 'no xml at all'],
    // Wrapped: the signed assertion is there, and another where it is looked for.
    [
      'assertion_wrapped',
      (p) =>
        signed(responseOf(p, assertionOf(p))).replace('<samlp:Status>', `${assertionOf({ ...p, subject: evil }, '_evil')}<samlp:Status>`),
    ],
    [
      'assertion_wrapped',
      (p) =>
        signed(responseOf(p, assertionOf(p))).replace(
          '<saml:Assertion',
          `<x:Extensions xmlns:x="urn:x">${assertionOf({ ...p, subject: evil }, '_evil')}</x:Extensions><saml:Assertion`,
        ),
    ],
    [
      'assertion_wrapped',
      (p) => {
        const good = signed(responseOf(p, assertionOf(p)))
        const inner = good.slice(good.indexOf('<saml:Assertion'), good.indexOf('</samlp:Response>'))
        return responseOf(
          p,
          assertionOf({ ...p, subject: evil }, '_evil').replace('<saml:Subject>', `<saml:Advice>${inner}</saml:Advice><saml:Subject>`),
        )
      },
    ],
    ['assertion_wrapped', (p) => signed(responseOf(p, assertionOf(p))).replace('ID="_response"', 'ID="_assertion"')],
    ['assertion_wrapped', (p) => signed(responseOf(p, assertionOf(p))).replaceAll('samlp:Response', 'samlp:Other')],
    [
      'name_encrypted',
      (p) => signed(responseOf(p, assertionOf(p))).replace(/<saml:NameID[\s\S]*<\/saml:NameID>/, '<saml:EncryptedID></saml:EncryptedID>'),
    ],
    ['assertion_wrapped', (p) => signed(responseOf(p, assertionOf(p))).replace('<Signature xmlns="', '<Signature xmlns="urn:x" xmlns:y="')],
    // A part of a signature where none stands.
    [
      'assertion_wrapped',
      (p) => signed(responseOf(p, assertionOf(p))).replace('<SignedInfo>', '<Object><SignedInfo></SignedInfo></Object><SignedInfo>'),
    ],
    ['assertion_encrypted', (p) => responseOf(p, '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>')],
    // Encrypted: what comes out has to be signed, and nothing else may come in beside it.
    ['assertion_unsigned', (p) => encrypted(responseOf(p, assertionOf(p)))],
    ['assertion_unsigned', (p) => encrypted(signed(responseOf(p, assertionOf(p)), { key: stranger.key }))],
    ['assertion_key', (p) => encrypted(signed(responseOf(p, assertionOf(p))), { to: stranger.certificate })],
    ['assertion_encrypted', (p) => encrypted(signed(responseOf(p, assertionOf(p))), { spoil: true })],
    ['assertion_cipher', (p) => encrypted(signed(responseOf(p, assertionOf(p))), { cipher: 'aes-256-cbc' })],
    [
      'assertion_cipher',
      (p) => signed(encrypted(signed(responseOf(p, assertionOf(p))), { cipher: 'aes-256-cbc' }), { key: stranger.key, path: RESPONSE }),
    ],
    ['assertion_cipher', (p) => encrypted(signed(responseOf(p, assertionOf(p))), { wrap: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' })],
    ['assertion_cipher', (p) => encrypted(signed(responseOf(p, assertionOf(p))), { wrap: 'http://www.w3.org/2009/xmlenc11#rsa-oaep' })],
    ['assertion_encrypted', (p) => encrypted(signed(responseOf(p, assertionOf(p))), { before: '<x:EncryptedAssertion xmlns:x="urn:x"/>' })],
    ['assertion_dtd', (p) => encrypted(signed(responseOf(p, assertionOf(p))), { before: '<!DOCTYPE r [<!ENTITY a "aaaa">]>' })],
    [
      'assertion_wrapped',
      (p) => encrypted(signed(responseOf(p, assertionOf(p))), { before: assertionOf({ ...p, subject: evil }, '_evil') }),
    ],
    [
      'assertion_wrapped',
      (p) => encrypted(signed(responseOf(p, assertionOf(p)))).replace('<samlp:Status>', `${assertionOf(p, '_evil')}<samlp:Status>`),
    ],
    [
      'assertion_encrypted',
      (p) =>
        encrypted(signed(responseOf(p, assertionOf(p)))).replace(
          '<xenc:CipherValue>',
          '<xenc:CipherReference URI="file:///etc/passwd"/><xenc:CipherValue>',
        ),
    ],
    ['assertion_unreadable', (p) => encrypted(signed(responseOf(p, assertionOf(p))), { before: '</samlp:Response>' })],
  ]
  for (const [why, make] of tricks) {
    const person = new Person(api)
    const asked = await begin(person)
    expect([why, await answer(person, asked.state, make(asked))]).toEqual([why, `/sign-on?refused=${why}`])
  }
  const rows = await api.services.connection.db
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.organization_id, bank), eq(auditLogs.action, 'sign_on_refused')))
  const noted = new Set(rows.map((one) => (one.details as { why: string }).why))
  for (const [why] of tricks) expect([why, noted.has(why)]).toEqual([why, true])
  expect(JSON.stringify(rows.map((one) => one.details))).not.toContain('@')
})
