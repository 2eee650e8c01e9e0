/** Which credential levels a set contains, and which are due for an action. */
import { type CredentialLevel, IMPLIED, type Market, type MarketAction, REQUIRED_SETS } from '../tables/credential-levels.ts'

/** A set of levels with everything the levels contain. */
export function impliedLevels(levels: Iterable<CredentialLevel>): Set<CredentialLevel> {
  const out = new Set<CredentialLevel>()
  const add = (level: CredentialLevel) => {
    if (out.has(level)) return
    out.add(level)
    for (const inner of IMPLIED[level] ?? []) add(inner)
  }
  for (const level of levels) add(level)
  return out
}

/** Levels due but not held. */
export function missingLevels(held: Iterable<CredentialLevel>, due: readonly CredentialLevel[]): CredentialLevel[] {
  const have = impliedLevels(held)
  return due.filter((level) => !have.has(level))
}

/** Levels due of each side for an action at an amount in micro-units of USD. */
export function requiredLevels(
  market: Market,
  action: MarketAction,
  micro: bigint,
): { from: readonly CredentialLevel[]; to: readonly CredentialLevel[] } {
  const rows = REQUIRED_SETS[market][action].filter((r) => BigInt(r.fromAmount) * 1_000_000n <= micro)
  const row = rows.at(-1)
  return { from: row?.from ?? [], to: row?.to ?? [] }
}

/** Live while the instant is before the expiry; the expiry itself is already over. Both in epoch milliseconds. */
export function isLive(asOf: number, expiresAt: number): boolean {
  return asOf < expiresAt
}
