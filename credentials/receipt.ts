/**
 * A receipt proves to anyone, without a connection, that an entry stands in the transparency log: the entry itself, the
 * documents whose hashes it holds, its inclusion proof, and a signed checkpoint. No node API here: pages check receipts too.
 */
import { concat, fromBase64, fromHex, isJsonObject, sha256Of, toHex, utf8 } from './portable/bytes.ts'

export interface Receipt {
  type: 'sealwright-receipt/1'
  /** The log entry, whole: its canonical JSON (RFC 8785) is the leaf. */
  entry: Record<string, unknown>
  /** Documents named by `entry.details`: the SHA-256 of `documents.x` in canonical JSON is `entry.details.x`. May be left out. */
  documents: Record<string, unknown>
  log: { origin: string; index: number; size: number /** hex, from the leaf upwards */; proof: string[] }
  /** C2SP signed note over origin, size and root. */
  checkpoint: string
}

/** Puts a receipt together. The proof is for the tree of exactly the checkpoint's size. */
export function buildReceipt(p: {
  entry: Record<string, unknown>
  documents?: Record<string, unknown>
  origin: string
  index: number
  size: number
  proof: readonly Uint8Array[]
  checkpoint: string
}): Receipt {
  const { entry, documents = {}, origin, index, size, checkpoint } = p
  return { type: 'sealwright-receipt/1', entry, documents, log: { origin, index, size, proof: p.proof.map(toHex) }, checkpoint }
}

export type ReceiptProblem = 'malformed' | 'document_altered' | 'checkpoint_mismatch' | 'checkpoint_signature_invalid' | 'not_in_log'

/**
 * Checks a receipt against the log's verifier key (`name+id+base64`, as published). Null when all of it holds.
 * Works in browsers and servers (Web Crypto). Never throws on what a receipt may contain.
 */
export async function checkReceipt(receipt: Receipt, verifierKey: string): Promise<ReceiptProblem | null> {
  const key = await parseKey(verifierKey)
  if (!key || !isReceipt(receipt)) return 'malformed'
  const details = (receipt.entry.details ?? {}) as Record<string, unknown>
  for (const [name, document] of Object.entries(receipt.documents)) {
    if (!Object.hasOwn(details, name) || details[name] !== toHex(await sha256Of(utf8(canonicalJson(document))))) return 'document_altered'
  }
  const note = splitNote(receipt.checkpoint, key)
  const [origin, size, root, ...more] = note?.text.slice(0, -1).split('\n') ?? []
  if (!note || origin !== receipt.log.origin || size !== String(receipt.log.size) || root === undefined || more.includes(''))
    return 'checkpoint_mismatch'
  if (!(await signedBy(note, key))) return 'checkpoint_signature_invalid'
  const leaf = await sha256Of(concat([0], utf8(canonicalJson(receipt.entry))))
  const computed = await rootFromProof(leaf, receipt.log.index, receipt.log.size, receipt.log.proof.map(fromHex))
  return computed && toHex(computed) === toHex(fromBase64(root)) ? null : 'not_in_log'
}

/** RFC 8785 for values that came out of JSON. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const object = value as Record<string, unknown>
  const keys = Object.keys(object).filter((key) => object[key] !== undefined)
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`)
    .join(',')}}`
}

function isReceipt(value: Receipt): boolean {
  const log = value?.log
  return (
    value?.type === 'sealwright-receipt/1' &&
    // What stood beside them, nothing would vouch for.
    hasOnly(value, ['type', 'entry', 'documents', 'log', 'checkpoint']) &&
    isJsonObject(value.entry) &&
    isJsonObject(value.documents) &&
    typeof value.checkpoint === 'string' &&
    isJsonObject(log) &&
    hasOnly(log, ['origin', 'index', 'size', 'proof']) &&
    typeof log.origin === 'string' &&
    Number.isSafeInteger(log.size) &&
    Number.isSafeInteger(log.index) &&
    log.index >= 0 &&
    log.index < log.size &&
    Array.isArray(log.proof) &&
    log.proof.every((one) => typeof one === 'string' && /^[0-9a-f]{64}$/.test(one))
  )
}
const hasOnly = (value: object, names: readonly string[]): boolean => Object.keys(value).every((name) => names.includes(name))

/** RFC 9162 section 2.1.3.2; null when the proof does not fit the place. */
async function rootFromProof(leaf: Uint8Array, index: number, size: number, proof: Uint8Array[]): Promise<Uint8Array | null> {
  let [at, last, hashed] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      hashed = await sha256Of(concat([1], sibling, hashed))
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      hashed = await sha256Of(concat([1], hashed, sibling))
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hashed : null
}

interface Key {
  name: string
  /** The four bytes by which a signature line names the key, hex. */
  id: string
  tagged: Uint8Array<ArrayBuffer>
}
interface Note {
  text: string
  /** By the key asked for, if it signed. */
  signature: Uint8Array | null
}

/** Null when it is no signed note. The first line of a key counts; those of others are passed over. */
function splitNote(note: string, key: Key): Note | null {
  const cut = note.lastIndexOf('\n\n')
  if (cut < 0 || !note.endsWith('\n') || [...note].some((letter) => letter < ' ' && letter !== '\n')) return null
  let own: Uint8Array | null = null
  for (const line of note.slice(cut + 2, -1).split('\n')) {
    const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u.exec(line) ?? []
    const signature = fromBase64(encoded ?? '')
    if (signature.length < 5) return null
    if (name === key.name && toHex(signature.slice(0, 4)) === key.id) own ??= signature.slice(4)
  }
  return { text: note.slice(0, cut + 1), signature: own }
}

async function signedBy(note: Note, key: Key): Promise<boolean> {
  if (!note.signature) return false
  const publicKey = await crypto.subtle.importKey('raw', key.tagged.slice(1), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', publicKey, concat(note.signature), utf8(note.text))
}

async function parseKey(line: string): Promise<Key | null> {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(line) ?? []
  const tagged = fromBase64(encoded ?? '')
  if (!name || !id || tagged.length !== 33 || tagged[0] !== 1) return null
  return toHex((await sha256Of(concat(utf8(`${name}\n`), tagged))).slice(0, 4)) === id ? { name, id, tagged } : null
}
