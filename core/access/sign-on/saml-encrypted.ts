import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto'
import { SignOnRefused } from './refusals.ts'
import { type Element, elementsOf, requireOwnIds, requireSignatures, SAML } from './saml-xml.ts'

const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const XENC11 = 'http://www.w3.org/2009/xmlenc11#'
/** What is opened: where it stands, what comes out of it, and where the message around it is signed. */
const OPENED = {
  EncryptedAssertion: { at: 'Response/EncryptedAssertion', inner: 'Assertion', signature: 'Response/Signature' },
  EncryptedID: { at: 'LogoutRequest/EncryptedID', inner: 'NameID', signature: 'LogoutRequest/Signature' },
}
type Opened = keyof typeof OPENED
const MOST_KEYS = 5

/** How a text is enciphered: the cipher, the bytes of its key, and whether it says itself that nobody changed it. */
const CIPHERS: Record<string, { cipher: string; key: number; sealed: boolean }> = {
  [`${XENC11}aes128-gcm`]: { cipher: 'aes-128-gcm', key: 16, sealed: true },
  [`${XENC11}aes192-gcm`]: { cipher: 'aes-192-gcm', key: 24, sealed: true },
  [`${XENC11}aes256-gcm`]: { cipher: 'aes-256-gcm', key: 32, sealed: true },
  [`${XENC}aes128-cbc`]: { cipher: 'aes-128-cbc', key: 16, sealed: false },
  [`${XENC}aes256-cbc`]: { cipher: 'aes-256-cbc', key: 32, sealed: false },
}

const DIGESTS: Record<string, string> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
  [`${XENC}sha256`]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  [`${XENC}sha512`]: 'sha512',
}

/** Whether a message has this in it, encrypted. */
export const isEncrypted = (xml: string, what: Opened): boolean => new RegExp(`<(?:[\\w.-]+:)?${what}[\\s/>]`).test(xml)

/**
 * A message with the one thing in it opened that is encrypted, by one of the organisation's keys. What comes out is believed no more than
 * what came in. Where the cipher does not itself say that nobody changed the text (AES-CBC), nothing is deciphered unless the message
 * around it is signed, so that nobody learns a text by asking how it fails. Throws `SignOnRefused`.
 */
export async function openEncrypted(
  xml: string,
  what: Opened,
  p: { keys: () => Promise<KeyObject[]>; isSigned: () => Promise<boolean> },
): Promise<string> {
  const { at: place, inner, signature } = OPENED[what]
  const data = `${place}/EncryptedData`
  const all = elementsOf(xml)
  requireOwnIds(all)
  requireSignatures(all, [signature])
  const once = (path: string): Element => {
    const [one, ...more] = all.filter((element) => element.path === path)
    if (!one || more.length) throw new SignOnRefused('assertion_encrypted')
    return one
  }
  const places = all.filter((one) => Object.hasOwn(OPENED, one.local))
  if (places.length !== 1 || once(place).uri !== SAML || all.some((one) => one.local === inner))
    throw new SignOnRefused('assertion_wrapped')
  // What lies elsewhere is fetched by nobody.
  if (all.some((one) => one.local === 'CipherReference' || one.local === 'RetrievalMethod')) throw new SignOnRefused('assertion_encrypted')
  if (once(data).uri !== XENC) throw new SignOnRefused('assertion_encrypted')
  const how = CIPHERS[once(`${data}/EncryptionMethod`).attributes.Algorithm ?? '']
  if (!how) throw new SignOnRefused('assertion_cipher')
  const wrapped = wrappedKeys(all, place)
  const text = bytesOf(once(`${data}/CipherData/CipherValue`))
  if (!how.sealed && !(await p.isSigned())) throw new SignOnRefused('assertion_cipher')
  const key = unwrap(wrapped, await p.keys(), how.key)
  const opened = decipher(how, key, text)
  // It stands where it stood: a canonical form may need the names that the message declares.
  return xml.replace(new RegExp(`<((?:[\\w.-]+:)?)${what}[\\s>][\\s\\S]*</\\1${what}\\s*>`), () => opened)
}

interface WrappedKey {
  digest: string
  bytes: Buffer
}

/** The keys that came along, each wrapped by RSA-OAEP for one who may open it. */
function wrappedKeys(all: Element[], within: string): WrappedKey[] {
  const keyPlaces = [`${within}/EncryptedData/KeyInfo/EncryptedKey`, `${within}/EncryptedKey`]
  const starts = all.flatMap((one, index) => (one.local === 'EncryptedKey' ? [index] : []))
  if (!starts.length || starts.length > MOST_KEYS) throw new SignOnRefused('assertion_encrypted')
  return starts.map((start) => {
    const place = all[start]!.path
    if (!keyPlaces.includes(place) || all[start]!.uri !== XENC) throw new SignOnRefused('assertion_encrypted')
    // What follows it in the document, up to the first that stands elsewhere, is its own.
    const end = all.findIndex((one, index) => index > start && !one.path.startsWith(`${place}/`))
    const own = all.slice(start + 1, end < 0 ? undefined : end)
    const at = (path: string) => own.filter((one) => one.path === `${place}/${path}`)
    const [method] = at('EncryptionMethod')
    const [value, ...more] = at('CipherData/CipherValue')
    if (!method || !value || more.length) throw new SignOnRefused('assertion_encrypted')
    const digest = DIGESTS[at('EncryptionMethod/DigestMethod')[0]?.attributes.Algorithm ?? 'http://www.w3.org/2000/09/xmldsig#sha1']
    const mask = at('EncryptionMethod/MGF')[0]?.attributes.Algorithm ?? `${XENC11}mgf1sha1`
    const algorithm = method.attributes.Algorithm
    // The first form of OAEP masks with SHA-1 whatever its digest is; both have to be one here.
    const counts =
      algorithm === `${XENC11}rsa-oaep` ? mask === `${XENC11}mgf1${digest}` : algorithm === `${XENC}rsa-oaep-mgf1p` && digest === 'sha1'
    if (!digest || !counts || at('EncryptionMethod/OAEPparams').length) throw new SignOnRefused('assertion_cipher')
    return { digest, bytes: bytesOf(value) }
  })
}

function unwrap(wrapped: WrappedKey[], keys: KeyObject[], length: number): Buffer {
  for (const { digest, bytes } of wrapped)
    for (const key of keys) {
      try {
        const opened = privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: digest }, bytes)
        if (opened.length === length) return opened
      } catch {
        // For another key, or for nobody.
      }
    }
  throw new SignOnRefused('assertion_key')
}

function decipher({ cipher, sealed }: { cipher: string; sealed: boolean }, key: Buffer, text: Buffer): string {
  try {
    const bytes = sealed ? opensSealed(cipher, key, text) : opensChained(cipher, key, text)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new SignOnRefused('assertion_encrypted', error)
  }
}

function opensSealed(cipher: string, key: Buffer, text: Buffer): Buffer {
  const opening = createDecipheriv(cipher as 'aes-256-gcm', key, text.subarray(0, 12), { authTagLength: 16 })
  opening.setAuthTag(text.subarray(-16))
  return Buffer.concat([opening.update(text.subarray(12, -16)), opening.final()])
}

/** The last byte says how many fill up the last block; what the others of these are is not said (XML Encryption 5.2). */
function opensChained(cipher: string, key: Buffer, text: Buffer): Buffer {
  const opening = createDecipheriv(cipher, key, text.subarray(0, 16)).setAutoPadding(false)
  const bytes = Buffer.concat([opening.update(text.subarray(16)), opening.final()])
  const filled = bytes.at(-1) ?? 0
  if (filled < 1 || filled > 16 || filled > bytes.length) throw new Error('not filled up as the standard has it')
  return bytes.subarray(0, -filled)
}

function bytesOf({ text }: Element): Buffer {
  const letters = text.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) throw new SignOnRefused('assertion_encrypted')
  return Buffer.from(letters, 'base64')
}
