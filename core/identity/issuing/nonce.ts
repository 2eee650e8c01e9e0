import { randomBytes } from 'node:crypto'
import type { Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'

/** How long a nonce can be used, in seconds. */
const NONCE_SECONDS = 300

const purposeOf = (environment: Environment) => `openid4vci-nonce/${environment}`

/** A nonce for the proof of a wallet. Nothing is stored: it carries its end and our stamp. `now` in ms, by the clock on the wall. */
export function giveNonce({ keyring }: Pick<Services, 'keyring'>, environment: Environment, now: number): string {
  const text = `${Math.floor(now / 1_000) + NONCE_SECONDS}.${randomBytes(16).toString('base64url')}`
  return `${text}.${keyring.stamp(purposeOf(environment), text)}`
}

/** Whether we gave this nonce, and not long ago. That it is used once the offer sees to. */
export function isOurNonce({ keyring }: Pick<Services, 'keyring'>, environment: Environment, nonce: string, now: number): boolean {
  const [ends, random, stamp, ...rest] = nonce.split('.')
  if (!ends || !random || !stamp || rest.length || !/^\d{1,12}$/.test(ends) || Number(ends) * 1_000 <= now) return false
  return keyring.isStamp(purposeOf(environment), `${ends}.${random}`, stamp)
}
