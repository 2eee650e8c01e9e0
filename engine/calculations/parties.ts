// Small questions about the two sides of a transfer that several rules ask.
import type { Instant } from '../dates.ts'
import { ask, broken, pass, review, type Verdict } from '../rule.ts'

/** EVM addresses are compared without case; Solana and others keep theirs. */
export function sameCase(wallet: string): string {
  return wallet.startsWith('0x') || wallet.startsWith('0X') ? wallet.toLowerCase() : wallet
}

export function isFrozen(freezes: readonly { target: string; active: boolean }[], person: string, wallet: string): boolean {
  const address = sameCase(wallet)
  return freezes.some((freeze) => freeze.active && (freeze.target === person || sameCase(freeze.target) === address))
}

/** The answer of the sanctions screening: a hit denies whatever its age, a possible match and old lists go to a person. */
export function screeningVerdict(status: 'clear' | 'possible_match' | 'hit', loaded: Instant, now: Instant, hours: number): Verdict {
  if (status === 'hit') return broken()
  if (status === 'possible_match') return review({ why: 'a possible match' })
  return now - loaded <= hours * 3_600_000 ? pass : review({ why: `lists older than ${hours} hours` }, { byte: 40 })
}

export function credentialVerdict(credential: { state: string; expires_at: Instant } | null, now: Instant, path: string): Verdict {
  if (credential === null) return ask({}, { missing: [path] })
  if (credential.state === 'revoked') return broken({ state: credential.state }, { byte: 22 })
  if (credential.state === 'suspended') return review({}, { byte: 22 })
  return credential.state === 'active' && now < credential.expires_at ? pass : ask({}, { missing: [path] })
}
