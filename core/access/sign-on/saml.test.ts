import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { userCtx } from '#core/access/accounts/session.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { auditLogs, domains } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { newSigningKey } from '#tests/signing-key.ts'

let api: Awaited<ReturnType<typeof startApi>>
let bank = ''
let own: { key: string; certificate: string }
let stranger: { key: string; certificate: string }
const ISSUER = 'https://idp.bank.example/metadata'

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
  const verbs = bindVerbs(userCtx(systemCtx(api.services, { id: 'pages', environment: 'production' }), await owner.session(), 'production'))
  const settings = { kind: 'saml', issuer: ISSUER, entry_point: 'https://idp.bank.example/sso', just_in_time: true, role: 'reviewer' }
  await expect(verbs.saveSignOn({ ...settings, certificates: 'not a certificate' })).rejects.toMatchObject({ code: 'validation_failed' })
  await verbs.saveSignOn({ ...settings, certificates: own.certificate })
})
afterAll(() => api.stop())

interface Said {
  request: string
  audience: string
  recipient: string
  issuer?: string
  subject?: string
  until?: number
  from?: number
  format?: string
}
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

const assertionOf = (p: Said, id = '_assertion') =>
  `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${p.issuer ?? ISSUER}</saml:Issuer><saml:Subject><saml:NameID Format="${p.format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'}">${p.subject ?? 'sam@bank.example'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${p.request}" Recipient="${p.recipient}" NotOnOrAfter="${at(p.until ?? 300_000)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(p.from ?? -60_000)}" NotOnOrAfter="${at(p.until ?? 300_000)}"><saml:AudienceRestriction><saml:Audience>${p.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="givenName"><saml:AttributeValue>Sam</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`

const responseOf = (p: Said, inner: string, status = 'Success') =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0" IssueInstant="${at(0)}" Destination="${p.recipient}" InResponseTo="${p.request}"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${inner}</samlp:Response>`

const SHA256 = ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'] as const
const SHA1 = ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'] as const

/** Signs one element of a document, as an identity provider does: by a library of other hands, from the key alone. */
function signed(
  xml: string,
  { key = own.key, algorithms = SHA256 as readonly [string, string], path = "//*[local-name(.)='Assertion']" } = {},
): string {
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: algorithms[0],
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signer.addReference({
    xpath: path,
    digestAlgorithm: algorithms[1],
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  })
  signer.computeSignature(xml, { location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' } })
  return signer.getSignedXml()
}

/** Begins a sign-on, and gives what the provider is asked. */
async function begin(person: Person): Promise<Said & { state: string }> {
  const to = (await person.get('/api/sign-on/start?email=sam@bank.example&next=/settings')).headers.get('location')!
  const url = new URL(to)
  expect(url.origin + url.pathname).toBe('https://idp.bank.example/sso')
  const { inflateRawSync } = await import('node:zlib')
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
    ['assertion_encrypted', (p) => responseOf(p, '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>')],
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
