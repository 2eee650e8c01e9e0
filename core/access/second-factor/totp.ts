import { createHmac, randomBytes } from 'node:crypto'
import { isSameText } from '#core/kernel/same-text.ts'

export const STEP_SECONDS = 30
const CODE_DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 20 random bytes (RFC 4226 asks for at least 16). */
export const newSecret = (): Buffer => randomBytes(20)

/** RFC 4648 without padding: how authenticators take a secret. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text
}

/** The code of one 30-second step (RFC 6238, SHA-1, six digits: what every authenticator speaks). */
function totp(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = mac[mac.length - 1]! & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/** The step a code belongs to: this one, the one before or the one after, for clocks that differ a little. Null for a wrong code. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | null {
  const now = Math.floor(nowMs / 1000 / STEP_SECONDS)
  let found: number | null = null
  for (const step of [now, now - 1, now + 1]) if (isSameText(code, totp(secret, step))) found ??= step
  return found
}

/** What the picture to scan says. */
export function setupAddress(secret: Uint8Array, account: string, issuer = 'Sealwright'): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${CODE_DIGITS}&period=${STEP_SECONDS}`
}
