/**
 * Personal data at rest. Each subject has a data key of its own; personal fields are sealed with it (AES-256-GCM), and it is
 * kept only wrapped by the sealing key. Destroying the wrapped key therefore erases everything it sealed, in backups too,
 * while the rows and the log around it stay whole.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
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
  const { cipher, head } = beginSealing(given, context)
  // A stream cipher: nothing is left for final().
  const sealed = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final()
  return Buffer.concat([...head, sealed, cipher.getAuthTag()])
}

function beginSealing(given: Key, context: string) {
  const number = given instanceof Uint8Array ? 0 : given.current
  const key = given instanceof Uint8Array ? given : given.keys.get(number)!
  const iv = freshIv()
  const cipher = createCipheriv('aes-256-gcm', keyObject(key), iv, TAG_LENGTH)
  cipher.setAAD(Buffer.from(context))
  return { cipher, head: [number ? Buffer.from([NUMBERED, number]) : HEAD_BYTE, iv] }
}

function decrypt(given: Key, sealed: Uint8Array, context: string): Buffer {
  const { decipher, body } = beginOpening(given, sealed, context)
  try {
    return Buffer.concat([decipher.update(body), decipher.final()])
  } catch {
    throw new SealError()
  }
}

function beginOpening(given: Key, sealed: Uint8Array, context: string) {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const number = keyNumberOf(bytes)
  const head = (number ? 2 : 1) + IV_BYTES
  if (number === null || bytes.length < head + TAG_BYTES) throw new SealError()
  const key = given instanceof Uint8Array ? (number ? undefined : given) : given.keys.get(number)
  if (!key) throw new UnknownKeyNumber()
  const decipher = createDecipheriv('aes-256-gcm', keyObject(key), bytes.subarray(head - IV_BYTES, head), TAG_LENGTH)
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return { decipher, body: bytes.subarray(head, -TAG_BYTES) }
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
const PIECE = 512 * 1024

/** Seals a whole file, a piece at a time, so that other calls are answered in between. It opens as any bytes do. */
export async function sealFile(dataKey: Key, context: string, plain: Uint8Array): Promise<Buffer> {
  const { cipher, head } = beginSealing(dataKey, context)
  const begin = Buffer.concat(head)
  const sealed = Buffer.allocUnsafeSlow(begin.length + plain.byteLength + TAG_BYTES)
  begin.copy(sealed)
  for (let at = 0; at < plain.byteLength; at += PIECE) {
    cipher.update(plain.subarray(at, at + PIECE)).copy(sealed, begin.length + at)
    await setImmediate()
  }
  cipher.final()
  cipher.getAuthTag().copy(sealed, begin.length + plain.byteLength)
  return sealed
}

/** Opens a whole file, a piece at a time as it was sealed. Nothing of it is given before all of it is proven. Throws SealError. */
export async function openFile(dataKey: Key, context: string, sealed: Uint8Array): Promise<Buffer> {
  const { decipher, body } = beginOpening(dataKey, sealed, context)
  const plain = Buffer.allocUnsafeSlow(body.length)
  for (let at = 0; at < body.length; at += PIECE) {
    decipher.update(body.subarray(at, at + PIECE)).copy(plain, at)
    await setImmediate()
  }
  try {
    decipher.final()
  } catch {
    throw new SealError()
  }
  return plain
}

/** Throws SealError. */
export const openBytes = (dataKey: Key, context: string, sealed: Uint8Array): Buffer => decrypt(dataKey, sealed, context)

/** Seals any JSON value. */
export const sealJson = (dataKey: Key, context: string, value: unknown): Buffer => encrypt(dataKey, JSON.stringify(value), context)
/** Seals a JSON value of which the text is at hand. */
export const sealJsonText = (dataKey: Key, context: string, text: string): Buffer => encrypt(dataKey, text, context)
/** Throws SealError. The caller says what shape was sealed. */
export const openJson = <T>(dataKey: Key, context: string, sealed: Uint8Array): T =>
  JSON.parse(decrypt(dataKey, sealed, context).toString()) as T
