/** Why something that was shown does not count. Each is an error code of the API. */
export const REFUSALS = [
  'credential_invalid',
  'credential_altered',
  'credential_expired',
  'credential_revoked',
  'credential_suspended',
  'credential_status_unavailable',
  'signature_invalid',
  'algorithm_not_supported',
  'issuer_not_trusted',
  'issuer_certificate_expired',
  'issuer_certificate_revoked',
  'issuer_revocation_unknown',
  'claim_missing',
  'holder_key_mismatch',
  'presentation_wrong_audience',
  'presentation_wrong_nonce',
  'presentation_expired',
  'presentation_replayed',
  'presentation_unreadable',
  'presentation_not_returned',
  'presentation_declined',
] as const
export type RefusalCode = (typeof REFUSALS)[number]

/** Thrown where something that was shown does not count. The sentence says what to do, and names nobody. */
export class PresentationRefused extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'PresentationRefused'
    this.code = code
  }
}
