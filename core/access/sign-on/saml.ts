import { randomBytes } from 'node:crypto'
import type { Ctx } from '#core/kernel/context.ts'
import type { SignOnProvider } from '../accounts/sign-on-of.ts'
import type { Asserted } from './oidc.ts'
import { SignOnRefused } from './refusals.ts'
import { readSignedAssertion, requireAnswerTo, requirePlainResponse } from './saml-xml.ts'

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
})

async function serviceOf(ctx: Call, organizationId: string, provider: SignOnProvider | null, request = '') {
  const { SAML, ValidateInResponseTo } = await library()
  const { entity_id, answers } = samlAddresses(ctx, organizationId)
  return new SAML({
    issuer: entity_id,
    audience: entity_id,
    callbackUrl: answers,
    idpCert: provider?.certificates ?? ['none'],
    ...(provider && { entryPoint: provider.entry_point!, idpIssuer: provider.issuer }),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // Some sign the assertion alone. The response around it says nothing that is believed.
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    acceptedClockSkewMs: 60_000,
    generateUniqueId: () => request || `_${randomBytes(16).toString('hex')}`,
    validateInResponseTo: ValidateInResponseTo.always,
    // The one request that was asked is the only one an answer may name; that it is answered once is seen to where it is kept.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === request ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  })
}

/** What the identity provider has to know of this product. */
export async function samlMetadata(ctx: Call, organizationId: string): Promise<string> {
  return (await serviceOf(ctx, organizationId, null)).generateServiceProviderMetadata(null)
}

/** Where the browser is sent, with a request of its own. */
export async function askSaml(ctx: Call, row: SignOnProvider, state: string): Promise<{ location: string; checks: SamlChecks }> {
  const request = `_${randomBytes(20).toString('hex')}`
  const service = await serviceOf(ctx, row.organization_id, row, request)
  return { location: await service.getAuthorizeUrlAsync(state, undefined, {}), checks: { request } }
}

/**
 * Believes a response when it has one assertion in it, signed by a certificate of the provider, for this product, this address, this
 * request and this time. Throws `SignOnRefused`.
 */
export async function hearSaml(ctx: Call, row: SignOnProvider, { request }: SamlChecks, encoded: string): Promise<Asserted> {
  if (encoded.length > MOST_BYTES) throw new SignOnRefused('assertion_unreadable')
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  const { entity_id, answers } = samlAddresses(ctx, row.organization_id)
  try {
    requirePlainResponse(xml)
    requireAnswerTo(xml, { recipient: answers, request })
  } catch (error) {
    throw error instanceof SignOnRefused ? error : new SignOnRefused('assertion_unreadable', error)
  }
  const service = await serviceOf(ctx, row.organization_id, row, request)
  const signed = await service.validatePostResponseAsync({ SAMLResponse: encoded }).catch((error: Error) => {
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
  return { issuer: said.issuer, subject: said.subject, emailVerified: true, ...personOf(said) }
}

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
