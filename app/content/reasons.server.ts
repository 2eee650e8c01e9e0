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
  CONSENT_WITHDRAWN: 'The holder withdrew the consent to be relied on. Past decisions stay valid.',
  SANCTIONS_NOT_CLEARED: 'The last screening of this wallet’s person was not clear.',
  LEVEL_BASIC: 'This market asks for an enhanced credential; the wallet’s is basic.',
  SANCTIONED: 'The person or the wallet is on a sanctions list.',
  COUNTRY_NOT_ALLOWED: 'The offering is not open in the investor’s country, or the country is not known.',
  IDENTITY_NOT_VERIFIED: 'The identity is not verified, or the credential that says so is not live.',
  IDENTITY_REJECTED: 'The identity check was refused. The rejection says whether it can be tried again.',
  US_PERSON: 'Regulation S is for persons outside the United States.',
  NON_ACCREDITED_LIMIT: 'The offering has as many investors who are not accredited as it may have.',
  HOLDER_LIMIT: 'The offering has as many holders as it may have.',
  NOT_ACCREDITED: 'The offering is open to accredited investors only, and this one is not verified as accredited.',
  ACCREDITATION_EXPIRED: 'The accreditation of this investor has run out and must be verified again.',
}

export const reasonCodes = (): string[] => [...Object.keys(REASONS), ...Object.keys(added)]

/** What a reason code says that is no rule's own; null for any other code. */
export function reasonPage(code: string): { code: string; sentence: string } | null {
  const wanted = code.toUpperCase().replace(/:.*$/, '')
  const sentence = (REASONS as Record<string, string>)[wanted] ?? added[wanted]
  return sentence ? { code: wanted, sentence } : null
}
