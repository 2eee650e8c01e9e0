/**
 * What witnesses sign below a checkpoint: C2SP `tlog-cosignature`, version 1, Ed25519 (note algorithm 0x04).
 * Source: c2sp.org/tlog-cosignature.
 */
import { createPublicKey, hash, verify } from 'node:crypto'

/** A witness and its key. */
export interface Witness {
  name: string
  publicKey: Uint8Array
}

const COSIGNATURE = 4
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')

/** The four bytes by which a cosignature line points to its key: SHA-256(name ‖ LF ‖ 0x04 ‖ key). */
const keyId = ({ name, publicKey }: Witness): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([COSIGNATURE]), publicKey]), 'buffer').subarray(0, 4)

/** The witness's key as one line: `name+hex id+base64(0x04 ‖ key)`. */
export const formatWitnessKey = (witness: Witness): string =>
  `${witness.name}+${keyId(witness).toString('hex')}+${Buffer.concat([Buffer.from([COSIGNATURE]), witness.publicKey]).toString('base64')}`

/** Reads a witness's key line; null when it is not a well-formed Ed25519 one. */
export function parseWitnessKey(line: string): Witness | null {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(line)
  const bytes = match ? Buffer.from(match[3]!, 'base64') : null
  if (!match || !bytes || bytes.length !== 33 || bytes[0] !== COSIGNATURE || bytes.toString('base64') !== match[3]) return null
  const witness = { name: match[1]!, publicKey: bytes.subarray(1) }
  return keyId(witness).toString('hex') === match[2] ? witness : null
}

/**
 * The time, in seconds, at which this witness signed the note's text, by one signature line; null when the line is not its valid
 * cosignature. `text` is the note without signatures. Never throws on bad input.
 */
export function verifyCosignature(line: string, text: string, witness: Witness): number | null {
  const match = /^— (\S+) ([A-Za-z0-9+/]+=*)$/u.exec(line)
  const bytes = match ? Buffer.from(match[2]!, 'base64') : null
  if (!match || match[1] !== witness.name || !bytes || bytes.length !== 76 || !bytes.subarray(0, 4).equals(keyId(witness))) return null
  const time = bytes.readBigUInt64BE(4)
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI_ED25519, witness.publicKey]), format: 'der', type: 'spki' })
  const signed = verify(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), publicKey, bytes.subarray(12))
  return signed && time > 0n && time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : null
}
