import { constants, randomBytes, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRawSync, inflateRaw } from 'node:zlib'
import type { Ctx } from '#core/kernel/context.ts'
import type { SignOnName } from '#db/schema/shared.ts'
import type { SignOnProvider } from '../accounts/sign-on-of.ts'
import { LIFE_S } from './logout.ts'
import { encryptionKeysOf, openOwnKey, ownKeysOf, signsNow } from './own-keys.ts'
import { SignOnRefused } from './refusals.ts'
import { samlAddresses } from './saml.ts'
import { isEncrypted, openEncrypted } from './saml-encrypted.ts'
import { signedWhole } from './saml-signed.ts'
import { type Element, elementsOf, escapeXml, requireOwnIds, requireSignatures, SAML, SAMLP, SIGNED_WITH, SKEW_MS } from './saml-xml.ts'

const SIGNED_HERE = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const MOST_SENT = 64 * 1024
const MOST_BYTES = 256 * 1024
const MOST_STATE = 1_000
const MOST_SESSIONS = 50
const inflated = promisify(inflateRaw)

/** What came from a provider by way of a browser: in the address, as it was written, or in a form. Nothing else is read. */
export type SentLogout =
  | { by: 'address'; query: string }
  | { by: 'form'; request: string; response: string; state: string }
  | { by: 'other' }

/** A message of single logout, once everything about it held. */
export type LogoutMessage =
  | { kind: 'request'; id: string; subject: string; sessions: string[]; state: string }
  | { kind: 'response'; answers: string; success: boolean }

/** A request to the provider that a session is over, signed, as an address of its own; with what its answer has to name. */
export async function askLogout(ctx: Ctx, row: SignOnProvider, name: SignOnName): Promise<{ location: string; request: string } | null> {
  if (!row.logout_point) return null
  const request = `_${randomBytes(20).toString('hex')}`
  const said = (attribute: string, value: string | null) => (value === null ? '' : ` ${attribute}="${escapeXml(value)}"`)
  const nameId = `<saml:NameID${said('Format', name.format)}${said('NameQualifier', name.qualifier)}${said('SPNameQualifier', name.sp_qualifier)}>${escapeXml(name.name)}</saml:NameID>`
  const session = name.session === null ? '' : `<samlp:SessionIndex>${escapeXml(name.session)}</samlp:SessionIndex>`
  const until = ` NotOnOrAfter="${new Date(Date.now() + LIFE_S * 1000).toISOString()}"`
  const xml = message(ctx, row, { of: 'LogoutRequest', id: request, more: until, inner: nameId + session })
  const location = await signedAddress(ctx, row, 'SAMLRequest', xml, '')
  return location ? { location, request } : null
}

/** The answer to a request of the provider that was carried out, signed, as an address of its own; null where none was said. */
export async function answerLogout(ctx: Ctx, row: SignOnProvider, asked: { id: string; state: string }): Promise<string | null> {
  if (!row.logout_point) return null
  const xml = message(ctx, row, {
    of: 'LogoutResponse',
    id: `_${randomBytes(20).toString('hex')}`,
    more: ` InResponseTo="${escapeXml(asked.id)}"`,
    inner: `<samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status>`,
  })
  return signedAddress(ctx, row, 'SAMLResponse', xml, asked.state)
}

function message(ctx: Ctx, row: SignOnProvider, p: { of: string; id: string; more: string; inner: string }): string {
  const issuer = escapeXml(samlAddresses(ctx, row.organization_id).entity_id)
  return `<samlp:${p.of} xmlns:samlp="${SAMLP}" xmlns:saml="${SAML}" ID="${p.id}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${escapeXml(row.logout_point!)}"${p.more}><saml:Issuer>${issuer}</saml:Issuer>${p.inner}</samlp:${p.of}>`
}

/** A message in an address, signed as the redirect binding has it (SAML bindings 3.4.4.1). Null without a key to sign with. */
async function signedAddress(ctx: Ctx, row: SignOnProvider, name: string, xml: string, state: string): Promise<string | null> {
  const own = signsNow(await ownKeysOf(ctx.db, row.organization_id))
  if (!own) return null
  const parts = { [name]: deflateRawSync(xml).toString('base64'), ...(state && { RelayState: state }), SigAlg: SIGNED_HERE }
  const query = Object.entries(parts)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')
  const signature = sign('sha256', Buffer.from(query), await openOwnKey(ctx, own, 'signing')).toString('base64')
  return `${row.logout_point}${row.logout_point!.includes('?') ? '&' : '?'}${query}&Signature=${encodeURIComponent(signature)}`
}

/**
 * Believes a message when it is signed whole by a certificate of the provider, for this address and this time. It is read as it was signed.
 * Throws `SignOnRefused`.
 */
export async function hearLogout(ctx: Ctx, row: SignOnProvider, sent: SentLogout): Promise<LogoutMessage> {
  if (sent.by === 'other') throw new SignOnRefused('logout_binding')
  const { xml, state } = sent.by === 'address' ? await ofAddress(row, sent.query) : await ofForm(row, sent)
  const all = elementsOf(await withName(ctx, row, xml))
  const [root] = all
  if (root?.uri !== SAMLP || (root.local !== 'LogoutRequest' && root.local !== 'LogoutResponse')) throw new SignOnRefused('logout_invalid')
  const at = (path: string, uri: string) => all.filter((one) => one.path === `${root.local}/${path}` && one.uri === uri)
  const once = (path: string, uri: string): Element => {
    const [one, ...more] = at(path, uri)
    if (!one || more.length) throw new SignOnRefused('logout_invalid')
    return one
  }
  if (once('Issuer', SAML).text.trim() !== row.issuer) throw new SignOnRefused('assertion_issuer')
  const { ID: id, Destination, IssueInstant, NotOnOrAfter, InResponseTo } = root.attributes
  if (Destination !== samlAddresses(ctx, row.organization_id).logout) throw new SignOnRefused('assertion_recipient')
  const age = Date.now() - Date.parse(IssueInstant ?? '')
  const left = NotOnOrAfter === undefined ? Number.POSITIVE_INFINITY : Date.parse(NotOnOrAfter) - Date.now()
  if (!(age > -SKEW_MS && age < LIFE_S * 1000 && left > -SKEW_MS)) throw new SignOnRefused('assertion_expired')
  if (!id || id.length > 200) throw new SignOnRefused('logout_invalid')
  if (root.local === 'LogoutResponse') {
    const success = once('Status/StatusCode', SAMLP).attributes.Value === SUCCESS
    return { kind: 'response', answers: InResponseTo ?? '', success }
  }
  const subject = once('NameID', SAML).text.trim()
  const sessions = at('SessionIndex', SAMLP).map((one) => one.text.trim())
  if (!subject || sessions.length > MOST_SESSIONS || sessions.some((one) => !one)) throw new SignOnRefused('logout_invalid')
  return { kind: 'request', id, subject, sessions, state }
}

/** A request as it was signed, with the name of its person opened where the provider encrypted that. */
const withName = async (ctx: Ctx, row: SignOnProvider, xml: string): Promise<string> =>
  isEncrypted(xml, 'EncryptedID')
    ? openEncrypted(xml, 'EncryptedID', { keys: () => encryptionKeysOf(ctx, row.organization_id), isSigned: async () => true })
    : xml

/** Of an address the letters are signed, as they were written there. */
async function ofAddress(row: SignOnProvider, query: string): Promise<{ xml: string; state: string }> {
  const written = new Map<string, string>()
  for (const part of query.split('&')) {
    const name = part.split('=', 1)[0]!
    // Of a name that is there twice, one would be signed and the other read.
    if (written.has(name)) throw new SignOnRefused('logout_invalid')
    written.set(name, part)
  }
  const name = written.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse'
  const value = (key: string) => decoded(written.get(key)?.slice(key.length + 1) ?? '')
  const [sent, algorithm, signature, state] = [name, 'SigAlg', 'Signature', 'RelayState'].map(value) as [string, string, string, string]
  if (!sent || sent.length > MOST_SENT || (written.has('SAMLRequest') && written.has('SAMLResponse')) || state.length > MOST_STATE)
    throw new SignOnRefused('logout_invalid')
  if (!signature) throw new SignOnRefused('logout_unsigned')
  if (!SIGNED_WITH.has(algorithm)) throw new SignOnRefused('assertion_algorithm')
  const signed = Buffer.from([name, 'RelayState', 'SigAlg'].flatMap((key) => written.get(key) ?? []).join('&'))
  const padding = algorithm.endsWith('MGF1') ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  const bytes = Buffer.from(signature, 'base64')
  const holds = (key: string) => verify(algorithm.endsWith('rsa-sha512') ? 'sha512' : 'sha256', signed, { key, padding }, bytes)
  if (!row.certificates.some(holds)) throw new SignOnRefused('logout_unsigned')
  const xml = await inflated(Buffer.from(sent, 'base64'), { maxOutputLength: MOST_BYTES }).catch((error: unknown) => {
    throw new SignOnRefused('assertion_unreadable', error)
  })
  return { xml: plain(xml.toString('utf8'), { signed: false }), state }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'))
  } catch (error) {
    throw new SignOnRefused('logout_invalid', error)
  }
}

async function ofForm(
  row: SignOnProvider,
  { request, response, state }: SentLogout & { by: 'form' },
): Promise<{ xml: string; state: string }> {
  const sent = request || response
  if (!sent || (request && response) || sent.length > MOST_BYTES || state.length > MOST_STATE) throw new SignOnRefused('logout_invalid')
  const xml = plain(Buffer.from(sent, 'base64').toString('utf8'), { signed: true })
  const signed = await signedWhole(xml, row.certificates)
  if (signed === null) throw new SignOnRefused('logout_unsigned')
  return { xml: signed, state }
}

const NAME = 'LogoutRequest/EncryptedID'

/** A document in which its root is signed, or nothing is, and nothing is encrypted but a name. Throws `SignOnRefused`. */
function plain(xml: string, { signed }: { signed: boolean }): string {
  const all = elementsOf(xml)
  requireOwnIds(all)
  if (all.some((one) => one.local.startsWith('Encrypted') && one.path !== NAME && !one.path.startsWith(`${NAME}/`)))
    throw new SignOnRefused('assertion_encrypted')
  const signatures = requireSignatures(all, signed ? [`${all[0]!.local}/Signature`] : [])
  if (signed && !signatures.length) throw new SignOnRefused('logout_unsigned')
  return xml
}
