import { REASONS } from '#engine/reasons.ts'

/**
 * Reason codes that are no rule's own: those of the engine, and those that the product adds when it reads a credential.
 * Every code that can stand in `reason_codes` is here or has a rule; a test compares.
 */
const added: Record<string, string> = {
  CREDENTIAL_MISSING: 'The wallet carries no credential. Verify it with POST /v1/wallets/verify.',
  CREDENTIAL_EXPIRED: 'The credential’s time has run out. Verify the wallet again.',
  CREDENTIAL_SUSPENDED: 'The credential is suspended until its issuer resumes it.',
  CREDENTIAL_REVOKED: 'The credential was revoked and cannot come back. A new verification makes a new one.',
  CREDENTIAL_SUPERSEDED: 'Another wallet took this one’s place; ask about that one.',
  SANCTIONS_NOT_CLEARED: 'The last screening of this wallet’s person was not clear.',
  LEVEL_BASIC: 'This market asks for an enhanced credential; the wallet’s is basic.',
  IDENTITY_NOT_VERIFIED: 'The identity is not verified, or the credential that says so is not live.',
}

export const reasonCodes = (): string[] => [...Object.keys(REASONS), ...Object.keys(added)]

/** What a reason code says that is no rule's own; null for any other code. */
export function reasonPage(code: string): { code: string; sentence: string } | null {
  const wanted = code.toUpperCase().replace(/:.*$/, '')
  const sentence = (REASONS as Record<string, string>)[wanted] ?? added[wanted]
  return sentence ? { code: wanted, sentence } : null
}
