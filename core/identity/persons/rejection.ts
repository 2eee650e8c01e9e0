import { refusalMessage, type WireDecision } from '#core/record/decisions/present.ts'
import type { Identity } from '#core/sources/identity/source.ts'

export interface IdentityRejection {
  code: string
  message: string
  retryable: boolean
}

/** What whoever looked says of a rejection, in words. */
const PROVIDER_WORDS: Record<string, string> = {
  document_mismatch: 'The document does not agree with the details given. Provide a document that does, and try again.',
}

/** Why an identity was not verified: what whoever looked says, else what the rules do. */
export function identityRejection(decision: WireDecision, { rejection }: Identity): IdentityRejection {
  const code =
    rejection?.code ??
    (decision.reason_codes.some((c) => c.startsWith('sanctions')) ? 'sanctioned' : (decision.reason_codes[0] ?? 'rejected'))
  return {
    code,
    message: (rejection && PROVIDER_WORDS[code]) ?? refusalMessage(decision) ?? 'The identity could not be verified.',
    // Better evidence may change anything but a match with a list; a place may have been typed wrongly.
    retryable: rejection?.retryable ?? !decision.reason_codes.some(isMatch),
  }
}

/** Whether a reason is a match with a sanctions list, and not only a place. */
export const isMatch = (code: string): boolean => /^sanctions_(?!embargoed|region|list_stale)/i.test(code)
