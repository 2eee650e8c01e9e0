import { SaxesParser } from 'saxes'
import { SignOnRefused } from './refusals.ts'

export const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'

export const SIGNED_WITH = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])
const DIGESTED_WITH = new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'])
const TRANSFORMED_BY = new Set(['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'])

export interface Element {
  uri: string
  local: string
  attributes: Record<string, string>
  /** Where it stands, by local names: `Response/Assertion/Subject`. */
  path: string
  text: string
}

/** More than any provider writes. Each element costs as much as it has others around it, and whoever sends it need not be known. */
const MOST_DEEP = 40
const MOST_ELEMENTS = 5_000
const MOST_ATTRIBUTES = 50

/** Every element of a document without a document type, comment, instruction or CDATA. Throws `SignOnRefused`. */
export function elementsOf(xml: string): Element[] {
  // Before any parser: what defines entities is read by none.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new SignOnRefused('assertion_dtd')
  const found: Element[] = []
  let attributes = 0
  const open: Element[] = []
  const parser = new SaxesParser({ xmlns: true })
  const refuse = (why: SignOnRefused['why']) => () => {
    throw new SignOnRefused(why)
  }
  parser.on('doctype', refuse('assertion_dtd'))
  parser.on('comment', refuse('assertion_comment'))
  parser.on('cdata', refuse('assertion_comment'))
  parser.on('processinginstruction', refuse('assertion_comment'))
  parser.on('error', refuse('assertion_unreadable'))
  // Before its namespaces are looked for.
  parser.on('opentagstart', () => {
    if (open.length >= MOST_DEEP || found.length >= MOST_ELEMENTS) throw new SignOnRefused('assertion_unreadable')
    attributes = 0
  })
  parser.on('attribute', () => {
    if (++attributes > MOST_ATTRIBUTES) throw new SignOnRefused('assertion_unreadable')
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const path = [...open.map((one) => one.local), local].join('/')
    const plain = Object.fromEntries(Object.values(attributes).map((one) => [one.name, one.value]))
    const element = { uri, local, attributes: plain, path, text: '' }
    found.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return found
}

/** A text as an attribute or the text of an element has it. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const named = (elements: Element[], uri: string, local: string) => elements.filter((one) => one.uri === uri && one.local === local)

/**
 * Refuses a document in which anything but one assertion, signed in a way that counts, could be taken for one, before a signature is
 * even looked at. Throws `SignOnRefused`.
 */
export function requirePlainResponse(xml: string): void {
  const all = elementsOf(xml)
  if (all[0]?.uri !== SAMLP || all[0].local !== 'Response' || named(all, SAMLP, 'Response').length !== 1)
    throw new SignOnRefused('assertion_wrapped')
  if (all.some((one) => one.local === 'EncryptedID')) throw new SignOnRefused('name_encrypted')
  if (all.some((one) => one.local === 'EncryptedAssertion')) throw new SignOnRefused('assertion_encrypted')
  requireOwnIds(all)
  const assertions = all.filter((one) => one.local === 'Assertion')
  // A refusal of the provider has none: its status says so.
  if (assertions.length > 1 || assertions.some((one) => one.uri !== SAML || one.path !== 'Response/Assertion'))
    throw new SignOnRefused('assertion_wrapped')
  const signatures = requireSignatures(all, ['Response/Signature', 'Response/Assertion/Signature'])
  if (assertions.length && !signatures.includes('Response/Assertion/Signature')) throw new SignOnRefused('assertion_unsigned')
}

/** Refuses a document in which one name could mean two elements. Throws `SignOnRefused`. */
export function requireOwnIds(all: Element[]): void {
  const ids = all.flatMap(({ attributes }) => Object.entries(attributes).flatMap(([name, value]) => (/(^|:)id$/i.test(name) ? value : [])))
  if (new Set(ids).size !== ids.length) throw new SignOnRefused('assertion_wrapped')
}

/** What is in a signature, and how often; the library that checks it looks for these by their local names, wherever they are. */
const PARTS: Record<string, { at: string; allowed: Set<string> | null; many?: true }> = {
  SignedInfo: { at: 'SignedInfo', allowed: null },
  CanonicalizationMethod: { at: 'SignedInfo/CanonicalizationMethod', allowed: TRANSFORMED_BY },
  SignatureMethod: { at: 'SignedInfo/SignatureMethod', allowed: SIGNED_WITH },
  Reference: { at: 'SignedInfo/Reference', allowed: null },
  Transform: { at: 'SignedInfo/Reference/Transforms/Transform', allowed: TRANSFORMED_BY, many: true },
  DigestMethod: { at: 'SignedInfo/Reference/DigestMethod', allowed: DIGESTED_WITH },
  DigestValue: { at: 'SignedInfo/Reference/DigestValue', allowed: null },
  SignatureValue: { at: 'SignatureValue', allowed: null },
}

/**
 * Where signatures stand: each at one of these places, once, of one reference, with every part where the standard has it, in its namespace
 * and by an algorithm that counts. What only shares its local name with such a part is refused. Throws `SignOnRefused`.
 */
export function requireSignatures(all: Element[], places: string[]): string[] {
  const signatures = all.filter((one) => one.local === 'Signature')
  const found = signatures.map((one) => one.path)
  if (signatures.some((one) => one.uri !== XMLDSIG) || new Set(found).size !== found.length || found.some((one) => !places.includes(one)))
    throw new SignOnRefused('assertion_wrapped')
  for (const place of found) {
    const inside = all.filter((one) => one.path.startsWith(`${place}/`))
    for (const [local, { at, allowed, many }] of Object.entries(PARTS)) {
      const parts = inside.filter((one) => one.local === local)
      if ((!many && parts.length !== 1) || parts.some((one) => one.uri !== XMLDSIG || one.path !== `${place}/${at}`))
        throw new SignOnRefused('assertion_wrapped')
      if (allowed && parts.some((one) => !allowed.has(one.attributes.Algorithm ?? ''))) throw new SignOnRefused('assertion_algorithm')
    }
  }
  return found
}

/** What is read of the signed assertion. */
interface SignedAssertion {
  id: string
  issuer: string
  subject: string
  format: string | null
  /** What else says whom it means, for telling the provider that a session is over. */
  qualifier: string | null
  spQualifier: string | null
  /** What the provider calls the session by which it vouches, where it says so. */
  session: string | null
  attributes: Map<string, string>
}

export const SKEW_MS = 60_000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const ISSUER = 'Assertion/Issuer'
const NAME_ID = 'Assertion/Subject/NameID'
const CONFIRMATION = 'Assertion/Subject/SubjectConfirmation'
const CONDITIONS = 'Assertion/Conditions'
const ATTRIBUTE = 'Assertion/AttributeStatement/Attribute'

/**
 * Reads the assertion as it was signed, and holds it to whom, where, when and which request it was made for. Throws `SignOnRefused`.
 */
export function readSignedAssertion(
  xml: string,
  expected: { issuer: string; audience: string; recipient: string; request: string; now: number },
): SignedAssertion {
  const all = elementsOf(xml)
  const at = (path: string) => all.filter((one) => one.path === path && one.uri === SAML)
  const once = (path: string, why: SignOnRefused['why']): Element => {
    const [one, ...more] = at(path)
    if (!one || more.length) throw new SignOnRefused(why)
    return one
  }
  const issuer = once(ISSUER, 'assertion_issuer').text.trim()
  if (issuer !== expected.issuer) throw new SignOnRefused('assertion_issuer')
  const name = once(NAME_ID, 'assertion_subject')
  const format = name.attributes.Format ?? null
  const subject = name.text.trim()
  if (!subject || subject.length > 500 || format?.endsWith(':transient')) throw new SignOnRefused('assertion_subject')
  const conditions = once(CONDITIONS, 'assertion_expired').attributes
  requireTime(conditions, expected.now, true)
  const audiences = at(`${CONDITIONS}/AudienceRestriction/Audience`)
  const restrictions = at(`${CONDITIONS}/AudienceRestriction`)
  if (restrictions.length !== 1 || !audiences.some((one) => one.text.trim() === expected.audience))
    throw new SignOnRefused('assertion_audience')
  if (once(CONFIRMATION, 'assertion_recipient').attributes.Method !== BEARER) throw new SignOnRefused('assertion_recipient')
  const confirmation = once(`${CONFIRMATION}/SubjectConfirmationData`, 'assertion_recipient').attributes
  if (confirmation.Recipient !== expected.recipient) throw new SignOnRefused('assertion_recipient')
  if (confirmation.InResponseTo !== expected.request) throw new SignOnRefused('assertion_request')
  requireTime(confirmation, expected.now, true)
  const session = at('Assertion/AuthnStatement').find((one) => one.attributes.SessionIndex)?.attributes.SessionIndex ?? null
  if (session !== null && session.length > 500) throw new SignOnRefused('assertion_unreadable')
  return {
    ...{ id: all[0]?.attributes.ID ?? '', issuer, subject, format, session, attributes: attributesOf(all) },
    qualifier: name.attributes.NameQualifier ?? null,
    spQualifier: name.attributes.SPNameQualifier ?? null,
  }
}

/** Throws where it is not valid at this time, or says no end. */
function requireTime(attributes: Record<string, string>, now: number, ends: boolean): void {
  const until = Date.parse(attributes.NotOnOrAfter ?? '')
  const from = attributes.NotBefore === undefined ? Number.NEGATIVE_INFINITY : Date.parse(attributes.NotBefore)
  if ((ends && Number.isNaN(until)) || Number.isNaN(from)) throw new SignOnRefused('assertion_expired')
  if (now - SKEW_MS >= until || now + SKEW_MS < from) throw new SignOnRefused('assertion_expired')
}

/** The first value of each attribute. */
function attributesOf(all: Element[]): Map<string, string> {
  const found = new Map<string, string>()
  let name = ''
  for (const { path, attributes, text } of all) {
    if (path === ATTRIBUTE) name = attributes.Name ?? ''
    else if (path === `${ATTRIBUTE}/AttributeValue` && name && !found.has(name)) found.set(name, text.trim())
  }
  return found
}

/** Whether a response answers this request at this address, and says that it is a success, each where it says so at all. Throws `SignOnRefused`. */
export function requireAnswerTo(xml: string, expected: { recipient: string; request: string }): void {
  const [response, ...rest] = elementsOf(xml)
  const { Destination, InResponseTo } = response?.attributes ?? {}
  if (Destination !== undefined && Destination !== expected.recipient) throw new SignOnRefused('assertion_recipient')
  if (InResponseTo !== expected.request) throw new SignOnRefused('assertion_request')
  const status = rest.find((one) => one.path === 'Response/Status/StatusCode')?.attributes.Value
  if (status !== 'urn:oasis:names:tc:SAML:2.0:status:Success') throw new SignOnRefused('assertion_status')
}
