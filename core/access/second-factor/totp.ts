import { Secret, TOTP } from 'otpauth'

export const STEP_SECONDS = 30
/** What every authenticator speaks. */
const COMMON = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS }

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** 20 random bytes (RFC 4226 asks for at least 16). */
export const newSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes)

/** RFC 4648 without padding: how authenticators take a secret. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32

/** The step a code of six digits belongs to: this one, the one before or the one after, for clocks that differ a little. Null for a wrong code. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | null {
  const delta = TOTP.validate({ ...COMMON, token: code, secret: secretOf(secret), timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta
}

/** What the picture to scan says. */
export const setupAddress = (secret: Uint8Array, account: string, issuer = 'Sealwright'): string =>
  new TOTP({ ...COMMON, issuer, label: account, secret: secretOf(secret) }).toString()
