/**
 * Personal data at rest. Each subject has a data key of its own; personal fields are sealed with it (AES-256-GCM), and it is
 * kept only wrapped by the sealing key. Destroying the wrapped key therefore erases everything it sealed, in backups too,
 * while the rows and the log around it stay whole.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyObject } from './key-object.ts'

const VERSION = 1
/** As version 1, with the number of the key, one byte, after the version. */
const NUMBERED = 2
const IV_BYTES = 12
const TAG_BYTES = 16

/** A key that is replaced from time to time: what it sealed says by number under which. Number 0 seals as a lone key does. */
export interface NumberedKeys {
  readonly current: number
  readonly keys: ReadonlyMap<number, Uint8Array>
}
type Key = Uint8Array | NumberedKeys

/** What is thrown when sealed bytes cannot be opened: wrong key, wrong context or altered bytes. Says nothing more on purpose. */
export class SealError extends Error {
  constructor() {
    super('the sealed data cannot be opened')
    this.name = 'SealError'
  }
}

const HEAD_BYTE = Buffer.from([VERSION])

/** Thrown for what was sealed under a newer number than is known: whoever keeps the keys may have to look again. */
export class UnknownKeyNumber extends SealError {}

/** The number of the key that sealed these bytes; null when they are not sealed. */
export function keyNumberOf(sealed: Uint8Array): number | null {
  return sealed[0] === VERSION ? 0 : sealed[0] === NUMBERED ? sealed[1]! : null
}
const TAG_LENGTH = { authTagLength: TAG_BYTES } as const

// Drawn in one piece for many: the call costs more than the bytes. Each is used once.
let ivs = Buffer.alloc(0)
function freshIv(): Buffer {
  if (ivs.length === 0) ivs = randomBytes(IV_BYTES * 512)
  const iv = ivs.subarray(0, IV_BYTES)
  ivs = ivs.subarray(IV_BYTES)
  return iv
}

/** Version byte (and the key's number) ‖ random IV ‖ ciphertext ‖ tag. `context` is bound to the bytes but not kept in them. */
function encrypt(given: Key, plain: Uint8Array | string, context: string): Buffer {
  const number = given instanceof Uint8Array ? 0 : given.current
  const key = given instanceof Uint8Array ? given : given.keys.get(number)!
  const iv = freshIv()
  const cipher = createCipheriv('aes-256-gcm', keyObject(key), iv, TAG_LENGTH)
  cipher.setAAD(Buffer.from(context))
  // A stream cipher: nothing is left for final().
  const sealed = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final()
  return Buffer.concat([number ? Buffer.from([NUMBERED, number]) : HEAD_BYTE, iv, sealed, cipher.getAuthTag()])
}

function decrypt(given: Key, sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const number = keyNumberOf(bytes)
  const head = (number ? 2 : 1) + IV_BYTES
  if (number === null || bytes.length < head + TAG_BYTES) throw new SealError()
  const key = given instanceof Uint8Array ? (number ? undefined : given) : given.keys.get(number)
  if (!key) throw new UnknownKeyNumber()
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyObject(key), bytes.subarray(head - IV_BYTES, head), TAG_LENGTH)
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(head, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new SealError()
  }
}

/** A fresh data key of 32 random bytes. Never stored as it is. */
export const newDataKey = (): Buffer => randomBytes(32)

/** Wraps a data key for storage. `keyId` is the row's id: a wrapped key moved to another row does not open. */
export const wrapDataKey = (sealingKey: Key, keyId: string, dataKey: Uint8Array): Buffer =>
  encrypt(sealingKey, dataKey, `data-key:${keyId}`)

/** Throws SealError when it was wrapped with another sealing key or for another row. */
export const unwrapDataKey = (sealingKey: Key, keyId: string, wrapped: Uint8Array): Buffer =>
  decrypt(sealingKey, wrapped, `data-key:${keyId}`)

/** Seals bytes. `context` says where they belong, for example `persons.pii:per_…`: bytes copied elsewhere do not open. */
export const sealBytes = (dataKey: Key, context: string, plain: Uint8Array): Buffer => encrypt(dataKey, plain, context)
/** Throws SealError. */
export const openBytes = (dataKey: Key, context: string, sealed: Uint8Array): Buffer => decrypt(dataKey, sealed, context)

/** Seals any JSON value. */
export const sealJson = (dataKey: Key, context: string, value: unknown): Buffer => encrypt(dataKey, JSON.stringify(value), context)
/** Throws SealError. The caller says what shape was sealed. */
export const openJson = <T>(dataKey: Key, context: string, sealed: Uint8Array): T =>
  JSON.parse(decrypt(dataKey, sealed, context).toString()) as T
