/** What the standards call going wrong: RFC 6749, 6750 and 9449 at the token, OpenID4VCI 1.0 at the credential. */
export type IssuingCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_token'
  | 'invalid_dpop_proof'
  | 'invalid_credential_request'
  | 'unknown_credential_configuration'
  | 'unknown_credential_identifier'
  | 'invalid_proof'
  | 'invalid_nonce'
  | 'invalid_encryption_parameters'
  | 'credential_request_denied'

/** A refusal that a wallet reads: wallets know the codes of these standards and no others. */
export class IssuingRefusal extends Error {
  readonly code: IssuingCode
  constructor(code: IssuingCode, description: string) {
    super(description)
    this.name = 'IssuingRefusal'
    this.code = code
  }
  get status(): 400 | 401 {
    return this.code === 'invalid_token' ? 401 : 400
  }
}
