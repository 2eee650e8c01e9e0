/**
 * The one error table: code → HTTP status, title, and whether an idempotent answer with it is kept: what a business rule refuses
 * is, what can be seen from the body alone is not, nor is anything about a child (`under_age`).
 * Codes are append-only; each has a public page at /errors/{code}.
 */
export const ERRORS = {
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_header: { status: 400, title: 'A header is not valid' },
  sandbox_only: { status: 400, title: 'This works with sandbox keys only' },
  key_in_query: { status: 400, title: 'API keys must not be sent in the address' },
  missing_api_key: { status: 401, title: 'An API key is needed' },
  invalid_api_key: { status: 401, title: 'This API key is not known' },
  revoked_api_key: { status: 401, title: 'This API key was revoked' },
  expired_api_key: { status: 401, title: 'This API key has expired' },
  not_signed_in: { status: 401, title: 'Sign in to continue' },
  session_expired: { status: 401, title: 'Authentication session expired' },
  second_factor_required: { status: 401, title: 'A second factor is needed' },
  insufficient_scope: { status: 403, title: 'This key may not do that' },
  account_suspended: { status: 403, title: 'This account is suspended' },
  maker_left: { status: 403, title: 'Who made this key has left the organisation' },
  service_account_ended: { status: 403, title: 'The service account of this key has ended' },
  organization_ending: { status: 403, title: 'This organisation is about to be deleted' },
  ip_not_allowed: { status: 403, title: 'This may not be used from this address' },
  sign_on_required: { status: 403, title: 'Sign in with your organisation' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  step_up_required: { status: 403, title: 'Confirm with your second factor first' },
  cross_origin: { status: 403, title: 'Requests from another site are refused' },
  compliance_denied: { status: 403, title: 'The compliance decision is deny' },
  second_person_required: { status: 403, title: 'A second person must release this' },
  reliance_not_agreed: { status: 403, title: 'Relying on your own programme is not agreed' },
  not_found: { status: 404, title: 'Not found', kept: true },
  route_not_found: { status: 404, title: 'There is no such address' },
  function_not_found: { status: 404, title: 'There is no such function' },
  method_not_allowed: { status: 405, title: 'This method is not allowed here' },
  idempotency_in_progress: { status: 409, title: 'The first call with this key is still running' },
  external_id_exists: { status: 409, title: 'This external_id is already used', kept: true },
  investor_exists: { status: 409, title: 'This investor already exists', kept: true },
  wallet_bound_to_other_person: { status: 409, title: 'This wallet belongs to another person', kept: true },
  verification_in_progress: { status: 409, title: 'A verification is already running', kept: true },
  already_verified: { status: 409, title: 'Already verified', kept: true },
  ambiguous_investor: { status: 409, title: 'The keys point to two different investors', kept: true },
  offering_not_open: { status: 409, title: 'The offering is not open', kept: true },
  raise_limit_exceeded: { status: 409, title: 'The raise would pass its maximum', kept: true },
  supply_exhausted: { status: 409, title: 'No tokens are left', kept: true },
  supply_exceeded: { status: 409, title: 'More tokens than the supply allows', kept: true },
  investment_not_accepted: { status: 409, title: 'The investment is not accepted', kept: true },
  already_issued: { status: 409, title: 'These tokens are already issued', kept: true },
  offering_not_issuable: { status: 409, title: 'The offering cannot issue tokens now', kept: true },
  duplicate_transaction_hash: { status: 409, title: 'This transaction hash is already recorded', kept: true },
  protocol_paused: { status: 409, title: 'The protocol is paused', kept: true },
  credential_bound_elsewhere: { status: 409, title: 'The credential belongs to another wallet', kept: true },
  invalid_transition: { status: 409, title: 'This change of status is not allowed', kept: true },
  already_exists: { status: 409, title: 'This already exists', kept: true },
  last_admin: { status: 409, title: 'The last admin cannot be removed', kept: true },
  last_owner: { status: 409, title: 'An organisation needs an owner', kept: true },
  exception_not_possible: { status: 409, title: 'This match cannot be set aside', kept: true },
  self_exclusion_stands: { status: 409, title: 'A self-exclusion is never shortened', kept: true },
  facts_erased: { status: 409, title: 'The personal data was erased', kept: true },
  passport_used_before: { status: 409, title: 'This passport proved another person before' },
  conflict: { status: 409, title: 'This conflicts with the present state', kept: true },
  control_not_proven: { status: 409, title: 'Control of the wallet is not proven' },
  presentation_replayed: { status: 409, title: 'This request was answered already' },
  secret_shown_once: { status: 409, title: 'The secret was shown once' },
  version_conflict: { status: 412, title: 'The object has changed since it was read' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'This media type is not taken here' },
  validation_failed: { status: 422, title: 'Some fields are not valid' },
  unknown_field: { status: 422, title: 'A field is not known' },
  invalid_cursor: { status: 422, title: 'The cursor is not valid' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used with another body' },
  conflicting_fields: { status: 422, title: 'Two fields contradict each other' },
  minimum_above_maximum: { status: 422, title: 'The minimum is above the maximum' },
  offering_limit_exceeded: { status: 422, title: 'The offering is above the limit of its regulation', kept: true },
  below_minimum_investment: { status: 422, title: 'Below the minimum investment', kept: true },
  amount_mismatch: { status: 422, title: 'Amount and quantity do not agree with the price', kept: true },
  currency_mismatch: { status: 422, title: 'The currency differs from the offering', kept: true },
  under_age: { status: 422, title: 'The person is too young' },
  terms_not_accepted: { status: 422, title: 'The terms must be accepted' },
  kyc_data_required: { status: 422, title: 'Identity data is needed', kept: true },
  signature_invalid: { status: 422, title: 'The signature is not valid', kept: true },
  signer_mismatch: { status: 422, title: 'The signature is from another wallet', kept: true },
  nonce_expired: { status: 422, title: 'The challenge has expired', kept: true },
  subject_required: { status: 422, title: 'Name a wallet or a person' },
  too_many_subjects: { status: 422, title: 'Too many subjects in one call' },
  same_address: { status: 422, title: 'Sender and recipient are the same' },
  asset_required: { status: 422, title: 'Name the asset' },
  ivms101_invalid: { status: 422, title: 'The IVMS101 data is not valid' },
  wallet_required: { status: 422, title: 'The investor has no wallet', kept: true },
  standard_chain_mismatch: { status: 422, title: 'This standard does not exist on this chain' },
  payment_method_not_enabled: { status: 422, title: 'This payment method is not enabled', kept: true },
  credential_invalid: { status: 422, title: 'The credential is not valid', kept: true },
  issuer_not_trusted: { status: 422, title: 'The credential comes from an issuer that is not trusted', kept: true },
  statement_invalid: { status: 422, title: 'The signed statement is not valid', kept: true },
  credential_of_another: { status: 422, title: 'The credential is somebody else’s' },
  credential_says_too_little: { status: 422, title: 'The credential does not say enough' },
  credential_altered: { status: 422, title: 'The credential was altered' },
  credential_expired: { status: 422, title: 'The credential is not valid now' },
  credential_revoked: { status: 422, title: 'The credential was revoked by its issuer' },
  credential_suspended: { status: 422, title: 'The credential is suspended by its issuer' },
  credential_status_unavailable: { status: 422, title: 'Whether the credential was revoked is not known' },
  issuer_certificate_expired: { status: 422, title: 'A certificate of the issuer is not valid now' },
  issuer_certificate_revoked: { status: 422, title: 'A certificate of the issuer was revoked' },
  issuer_revocation_unknown: { status: 422, title: 'Whether a certificate of the issuer was revoked is not known' },
  algorithm_not_supported: { status: 422, title: 'This algorithm does not count' },
  claim_missing: { status: 422, title: 'The credential does not show what was asked' },
  holder_key_mismatch: { status: 422, title: 'The credential is bound to another key' },
  presentation_wrong_audience: { status: 422, title: 'The presentation was made for somebody else' },
  presentation_wrong_nonce: { status: 422, title: 'The presentation answers another request' },
  presentation_expired: { status: 422, title: 'The presentation came too late' },
  presentation_not_returned: { status: 422, title: 'The presentation did not come back to where it began' },
  presentation_unreadable: { status: 422, title: 'The presentation cannot be read' },
  presentation_declined: { status: 422, title: 'The wallet presented nothing' },
  provider_not_configured: { status: 422, title: 'The identity provider is not set up' },
  passport_unreadable: { status: 422, title: 'The chip of the passport cannot be read' },
  passport_algorithm_unsupported: { status: 422, title: 'The passport is signed in a way that is not accepted' },
  passport_issuer_unknown: { status: 422, title: 'The issuer of the passport is not trusted' },
  passport_issuer_mismatch: { status: 422, title: 'The passport names another state than the one that signed it' },
  passport_signer_not_allowed: { status: 422, title: 'The signer may not sign passports' },
  passport_signer_expired: { status: 422, title: 'The signer of the passport is not valid at this time' },
  passport_signer_revoked: { status: 422, title: 'The signer of the passport was revoked' },
  passport_signature_invalid: { status: 422, title: 'The signature of the passport is not valid' },
  passport_data_altered: { status: 422, title: 'The data of the passport were altered' },
  passport_chip_copied: { status: 422, title: 'The chip of the passport is a copy' },
  passport_expired: { status: 422, title: 'The passport has expired' },
  business_email_required: { status: 422, title: 'Please use a business email address' },
  invalid_credentials: { status: 401, title: 'Invalid email or password' },
  invalid_verification_code: { status: 422, title: 'Invalid verification code' },
  link_invalid: { status: 422, title: 'This link is not valid any more' },
  private_address: { status: 422, title: 'This address is not public' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  not_ready: { status: 503, title: 'The service is not ready' },
  screening_unavailable: { status: 503, title: 'Sanctions screening is not available' },
  issuer_unreachable: { status: 503, title: 'The keys of the issuer cannot be read' },
  chain_not_configured: { status: 503, title: 'No chain endpoint is configured' },
  mail_not_configured: { status: 503, title: 'No mail server is configured' },
} as const satisfies Record<string, { status: number; title: string; kept?: boolean }>

export type ErrorCode = keyof typeof ERRORS

/** What an invalid field is told: where (`pointer`, RFC 6901), what (`code`), in words, and the nearest right thing. */
export interface FieldError {
  pointer: string
  code: string
  detail: string
  suggestion?: string
}

/** A refusal names so many fields and is so long; of more it says how many. */
export const MOST_FIELDS = 20
export const MOST_PROBLEM_BYTES = 16 * 1024
/** What the rest of a problem document needs at most. */
const FIELDS_BYTES = 10 * 1024
const SENTENCE_BYTES = 2 * 1024

/** An expected refusal. Anything else that is thrown is an accident and answers `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[]
  /** Fields that need attention too and are not named. */
  readonly moreFields: number
  readonly extra: Record<string, unknown>
  constructor(
    code: ErrorCode,
    detail: string,
    options: { fields?: readonly FieldError[]; moreFields?: number; extra?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(cut(detail, SENTENCE_BYTES), { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    const given = options.fields ?? []
    this.fields = given.length ? named(given) : []
    this.moreFields = (options.moreFields ?? 0) + given.length - this.fields.length
    this.extra = options.extra ?? {}
  }
  get status(): number {
    return ERRORS[this.code].status
  }
}

/** The first of these fields, with what each quotes of the request cut short. */
function named(fields: readonly FieldError[]): FieldError[] {
  const kept: FieldError[] = []
  let left = FIELDS_BYTES
  for (const { pointer, code, detail, suggestion } of fields.slice(0, MOST_FIELDS)) {
    const one = {
      pointer: cut(pointer, 400),
      code: cut(code, 100),
      detail: cut(detail, 800),
      ...(suggestion && { suggestion: cut(suggestion, 200) }),
    }
    left -= bytesOf(one)
    if (left < 0 && kept.length) break
    kept.push(one)
  }
  return kept
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** A text that takes at most so many bytes of JSON. */
function cut(text: string, bytes: number): string {
  // No character of JavaScript takes more than six.
  if (text.length * 6 <= bytes || (text.length <= bytes && bytesOf(text) <= bytes)) return text
  let short = text.slice(0, bytes)
  while (bytesOf(short) > bytes - 3) short = short.slice(0, Math.floor(short.length * 0.8))
  return `${short.toWellFormed()}…`
}

/** The same 404 for what is absent, another tenant's or another environment's: built fresh so nothing leaks. */
export const notFound = () => new AppError('not_found', NOT_THERE)
const NOT_THERE = 'There is no such object, or this key cannot see it.'

/** An error in words for who is at a page and has no key: it says as little, and where to look. */
export const forPerson = (error: unknown): unknown =>
  error instanceof AppError && error.message === NOT_THERE
    ? new AppError(
        'not_found',
        'This is not here: it is gone, or of another organisation or environment than the one you look at. Go to its list, or switch above.',
      )
    : error

/** One invalid field as a 422. */
export const invalidField = (pointer: string, code: string, detail: string, suggestion?: string) =>
  fieldsWrong([{ pointer, code, detail, ...(suggestion && { suggestion }) }])

/** Refuses a request that lacks what it needs besides its required fields: all of it at once. */
export function requireFields(missing: Record<string, string | false | undefined>): void {
  const fields = Object.entries(missing).flatMap(([name, detail]) => (detail ? [{ pointer: `/${name}`, code: 'required', detail }] : []))
  if (fields.length) throw fieldsWrong(fields)
}

/** The refusal of a request for these fields, and `moreFields` like them. */
export function fieldsWrong(fields: readonly FieldError[], moreFields = 0): AppError {
  const unknownOnly = fields.every((field) => field.code === 'unknown_field')
  const count = fields.length + moreFields
  return new AppError(
    unknownOnly ? 'unknown_field' : 'validation_failed',
    count === 1 ? '1 field needs attention' : `${count} fields need attention`,
    { fields, moreFields },
  )
}
