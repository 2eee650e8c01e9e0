import { SignedXml } from 'xml-crypto'

/** The entity id of a provider that was made up. */
export const ISSUER = 'https://idp.bank.example/metadata'
const ASSERTION = "//*[local-name(.)='Assertion']"
export const RESPONSE = "/*[local-name(.)='Response']"

/** What a made-up SAML provider says, and of what it was asked. */
export interface Said {
  request: string
  audience: string
  recipient: string
  issuer?: string
  subject?: string
  until?: number
  from?: number
  format?: string
  session?: string
}
/** So many milliseconds from now, as SAML has it. */
export const at = (ms: number) => new Date(Date.now() + ms).toISOString()

export const assertionOf = (p: Said, id = '_assertion') =>
  `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${p.issuer ?? ISSUER}</saml:Issuer><saml:Subject><saml:NameID Format="${p.format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'}">${p.subject ?? 'sam@bank.example'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${p.request}" Recipient="${p.recipient}" NotOnOrAfter="${at(p.until ?? 300_000)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(p.from ?? -60_000)}" NotOnOrAfter="${at(p.until ?? 300_000)}"><saml:AudienceRestriction><saml:Audience>${p.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"${p.session ? ` SessionIndex="${p.session}"` : ''}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="givenName"><saml:AttributeValue>Sam</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`

export const responseOf = (p: Said, inner: string, status = 'Success') =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0" IssueInstant="${at(0)}" Destination="${p.recipient}" InResponseTo="${p.request}"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${inner}</samlp:Response>`

export const SHA256 = ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'] as const
export const SHA1 = ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'] as const

/** Signs one element of a document, as an identity provider does: by a library of other hands, from the key alone. */
export function signedBy(
  xml: string,
  { key, algorithms = SHA256, path = ASSERTION }: { key: string; algorithms?: readonly [string, string]; path?: string },
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
  const issuer = `${path}/*[local-name(.)='Issuer']`
  const first = path === RESPONSE ? { reference: path, action: 'prepend' as const } : { reference: issuer, action: 'after' as const }
  signer.computeSignature(xml, { location: first })
  return signer.getSignedXml()
}
