import { randomBytes } from 'node:crypto'
import type { Ctx } from '#core/kernel/context.ts'
import type { SignOnProvider } from '../accounts/sign-on-of.ts'
import type { Asserted } from './oidc.ts'
import { encryptionKeysOf, ownKeysOf } from './own-keys.ts'
import { SignOnRefused } from './refusals.ts'
import { isEncrypted, openEncrypted } from './saml-encrypted.ts'
import { signedWhole } from './saml-signed.ts'
import { escapeXml, readSignedAssertion, requireAnswerTo, requirePlainResponse, SAMLP } from './saml-xml.ts'

/** Loaded when somebody signs on: most installations never do. */
const library = () => import('@node-saml/node-saml')

const MOST_BYTES = 256 * 1024

export interface SamlChecks {
  request: string
}
type Call = Pick<Ctx, 'services'>

/** What this product is called towards the identity provider of an organisation, and where that sends its answers. */
export const samlAddresses = ({ services: { config } }: Call, organizationId: string) => ({
  entity_id: `${config.publicUrl}/api/sign-on/saml/${organizationId}/metadata`,
  answers: `${config.publicUrl}/api/sign-on/saml/${organizationId}`,
  logout: `${config.publicUrl}/api/sign-on/saml/${organizationId}/logout`,
})

async function serviceOf(ctx: Call, provider: SignOnProvider, request: string) {
  const { SAML, ValidateInResponseTo } = await library()
  const { entity_id, answers } = samlAddresses(ctx, provider.organization_id)
  return new SAML({
    issuer: entity_id,
    audience: entity_id,
    callbackUrl: answers,
    idpCert: provider.certificates,
    entryPoint: provider.entry_point!,
    idpIssuer: provider.issuer,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // Some sign the assertion alone. The response around it says nothing that is believed.
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    acceptedClockSkewMs: 60_000,
    generateUniqueId: () => request,
    validateInResponseTo: ValidateInResponseTo.always,
    // The one request that was asked is the only one an answer may name; that it is answered once is seen to where it is kept.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === request ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  })
}

const CIPHERS = ['http://www.w3.org/2009/xmlenc11#aes256-gcm', 'http://www.w3.org/2009/xmlenc11#aes128-gcm']
const KEY_WRAPS = ['http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', 'http://www.w3.org/2009/xmlenc11#rsa-oaep']

/** What the identity provider has to know of this product: its addresses, what it signs with, and the one key to encrypt for. */
export async function samlMetadata(ctx: Ctx, organizationId: string): Promise<string> {
  const { entity_id, answers, logout } = samlAddresses(ctx, organizationId)
  const keys = await ownKeysOf(ctx.db, organizationId)
  const key = (use: string, pem: string, methods: string[] = []) =>
    `<KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pem.replace(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods.map((one) => `<EncryptionMethod Algorithm="${one}"/>`).join('')}</KeyDescriptor>`
  const descriptors = [
    ...keys.map((one) => key('signing', one.signing_certificate)),
    ...keys.slice(0, 1).map((one) => key('encryption', one.encryption_certificate, [...CIPHERS, ...KEY_WRAPS])),
    ...(keys.length ? ['HTTP-Redirect', 'HTTP-POST'] : []).map(
      (binding) => `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${escapeXml(logout)}"/>`,
    ),
    `<AssertionConsumerService index="1" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(answers)}"/>`,
  ]
  return `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escapeXml(entity_id)}">
  <SPSSODescriptor protocolSupportEnumeration="${SAMLP}" AuthnRequestsSigned="false" WantAssertionsSigned="true">
    ${descriptors.join('\n    ')}
  </SPSSODescriptor>
</EntityDescriptor>
`
}

/** Where the browser is sent, with a request of its own. */
export async function askSaml(ctx: Call, row: SignOnProvider, state: string): Promise<{ location: string; checks: SamlChecks }> {
  const request = `_${randomBytes(20).toString('hex')}`
  const service = await serviceOf(ctx, row, request)
  return { location: await service.getAuthorizeUrlAsync(state, undefined, {}), checks: { request } }
}

/**
 * Believes a response when it has one assertion in it, signed by a certificate of the provider, for this product, this address, this
 * request and this time. Throws `SignOnRefused`.
 */
export async function hearSaml(ctx: Ctx, row: SignOnProvider, { request }: SamlChecks, encoded: string): Promise<Asserted> {
  if (encoded.length > MOST_BYTES) throw new SignOnRefused('assertion_unreadable')
  const { entity_id, answers } = samlAddresses(ctx, row.organization_id)
  let xml = Buffer.from(encoded, 'base64').toString('utf8')
  try {
    const encrypted = isEncrypted(xml, 'EncryptedAssertion')
    if (encrypted) xml = await openedFor(ctx, row, xml)
    requirePlainResponse(xml)
    requireAnswerTo(xml, { recipient: answers, request })
    if (row.encrypted_only && !encrypted) throw new SignOnRefused('assertion_plain')
  } catch (error) {
    throw error instanceof SignOnRefused ? error : new SignOnRefused('assertion_unreadable', error)
  }
  const service = await serviceOf(ctx, row, request)
  const signed = await service.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') }).catch((error: Error) => {
    throw new SignOnRefused(whyOf(error), error)
  })
  const assertion = signed.profile?.getAssertionXml?.()
  if (!assertion || signed.loggedOut) throw new SignOnRefused('assertion_unsigned')
  const said = readSignedAssertion(assertion, {
    issuer: row.issuer,
    audience: entity_id,
    recipient: answers,
    request,
    now: Date.now(),
  })
  const { issuer, subject: name, format, qualifier, spQualifier: sp_qualifier, session } = said
  return {
    ...{ issuer, subject: name, emailVerified: true, ...personOf(said), ...(session && { sid: session }) },
    named: { issuer, name, format, qualifier, sp_qualifier, session },
  }
}

/** The response with its assertion opened by one of the organisation's own keys. */
const openedFor = (ctx: Ctx, row: SignOnProvider, xml: string) =>
  openEncrypted(xml, 'EncryptedAssertion', {
    keys: () => encryptionKeysOf(ctx, row.organization_id),
    isSigned: async () => (await signedWhole(xml, row.certificates)) !== null,
  })

const MAIL = [
  'email',
  'mail',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const FIRST = [
  'firstname',
  'givenname',
  'given_name',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
]
const LAST = [
  'lastname',
  'surname',
  'sn',
  'family_name',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
]

function personOf({ subject, attributes }: { subject: string; attributes: Map<string, string> }) {
  const known = new Map([...attributes].map(([name, value]) => [name.toLowerCase(), value]))
  const first = (names: string[]) => names.map((name) => known.get(name)).find(Boolean) ?? null
  const email = first(MAIL) ?? (/^[^@\s]+@[^@\s]+$/.test(subject) ? subject : null)
  return { email, first_name: (first(FIRST) ?? '').slice(0, 100), last_name: (first(LAST) ?? '').slice(0, 100) }
}

/** The library's own words in ours. */
function whyOf({ message }: Error): SignOnRefused['why'] {
  if (/signature|certificate|signed|reference/i.test(message)) return 'assertion_unsigned'
  if (/audience/i.test(message)) return 'assertion_audience'
  if (/InResponseTo/i.test(message)) return 'assertion_request'
  if (/expired|not yet valid|NotOnOrAfter|NotBefore|subject confirmation/i.test(message)) return 'assertion_expired'
  if (/issuer/i.test(message)) return 'assertion_issuer'
  return 'assertion_unreadable'
}
