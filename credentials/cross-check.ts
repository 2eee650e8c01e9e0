import type { CredentialFacts, CredentialRecord } from './record.ts'
import { credentialHash, factsOf, LEVEL_NAMES } from './record.ts'

export interface Difference {
  field: keyof CredentialFacts
  values: Record<string, unknown>
}

/**
 * The fields in which several formats of one credential differ. A fact that a format has no room for is passed over.
 * When together they tell enough, the hash is computed anew from their facts; `record`, if given, is compared too.
 * An empty answer means: one credential.
 */
export function crossCheck(formats: Record<string, CredentialFacts>, record?: CredentialRecord): Difference[] {
  const all: Record<string, CredentialFacts> = record ? { ...formats, record: factsOf(record) } : { ...formats }
  const merged: Partial<CredentialFacts> = Object.assign({}, ...Object.values(all))
  const recomputed = hashOf(merged)
  const fields = new Set(Object.values(all).flatMap((facts) => Object.keys(facts) as (keyof CredentialFacts)[]))
  const differences: Difference[] = []
  for (const field of fields) {
    const values = Object.fromEntries(
      Object.entries(all).flatMap(([name, facts]) => (facts[field] === undefined ? [] : [[name, facts[field]]])),
    )
    if (field === 'credentialHash' && recomputed) values.recomputed = recomputed
    if (new Set(Object.values(values)).size > 1) differences.push({ field, values })
  }
  return differences
}

function hashOf(facts: Partial<CredentialFacts>): string | null {
  const { id, environment, subject, level, issuedAt, expiresAt, statusList, statusIndex } = facts
  const wallet = subject === undefined ? null : walletOf(subject)
  if (
    !id ||
    !environment ||
    !wallet ||
    !level ||
    !LEVEL_NAMES.includes(level) ||
    issuedAt === undefined ||
    expiresAt === undefined ||
    statusList === undefined ||
    statusIndex === undefined
  )
    return null
  return credentialHash({ id, environment, wallet, level, issuedAt, expiresAt, statusList, statusIndex })
}

function walletOf(did: string): CredentialRecord['wallet'] | null {
  const match = /^did:pkh:(eip155|solana):[^:]+:([^:]+)$/.exec(did)
  return match ? { family: match[1] === 'solana' ? 'solana' : 'evm', address: match[2]! } : null
}
