import { SaxesParser } from 'saxes'
import { SignOnRefused } from './refusals.ts'

export const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion'
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'

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

/** Every element of a document without a document type, comment, instruction or CDATA. Throws `SignOnRefused`. */
export function elementsOf(xml: string): Element[] {
  // Before any parser: what defines entities is read by none.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new SignOnRefused('assertion_dtd')
  const found: Element[] = []
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
  if (all.some((one) => one.local === 'EncryptedAssertion' || one.local === 'EncryptedID')) throw new SignOnRefused('assertion_encrypted')
  requireOwnIds(all)
  const assertions = all.filter((one) => one.local === 'Assertion')
  // A refusal of the provider has none: its status says so.
  if (assertions.length > 1 || assertions.some((one) => one.uri !== SAML || one.path !== 'Response/Assertion'))
    throw new SignOnRefused('assertion_wrapped')
  const signatures = all.filter((one) => one.local === 'Signature')
  const places = signatures.map((one) => one.path)
  if (signatures.some((one) => one.uri !== XMLDSIG) || new Set(places).size !== places.length) throw new SignOnRefused('assertion_wrapped')
  if (places.some((path) => path !== 'Response/Signature' && path !== 'Response/Assertion/Signature'))
    throw new SignOnRefused('assertion_wrapped')
  if (assertions.length && !places.includes('Response/Assertion/Signature')) throw new SignOnRefused('assertion_unsigned')
  requireAlgorithms(all)
}

/** Refuses a document in which one name could mean two elements. Throws `SignOnRefused`. */
export function requireOwnIds(all: Element[]): void {
  const ids = all.flatMap(({ attributes }) => ['ID', 'Id', 'id', 'xml:id'].flatMap((name) => attributes[name] ?? []))
  if (new Set(ids).size !== ids.length) throw new SignOnRefused('assertion_wrapped')
}

/** Refuses signatures, or digests and transforms of theirs, that count for nothing. Throws `SignOnRefused`. */
export function requireAlgorithms(all: Element[]): void {
  const algorithms = (local: string) => named(all, XMLDSIG, local).map((one) => one.attributes.Algorithm ?? '')
  const within = (allowed: Set<string>, used: string[]) => used.every((one) => allowed.has(one))
  if (
    !within(SIGNED_WITH, algorithms('SignatureMethod')) ||
    !within(DIGESTED_WITH, algorithms('DigestMethod')) ||
    !within(TRANSFORMED_BY, [...algorithms('Transform'), ...algorithms('CanonicalizationMethod')])
  )
    throw new SignOnRefused('assertion_algorithm')
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
