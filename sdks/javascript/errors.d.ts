/** What is wrong with one field: where (a JSON pointer), what, in words, and the nearest right thing. */
export interface FieldError {
  pointer: string
  code: string
  detail: string
  suggestion?: string
}

export interface ErrorAnswer {
  status: number
  headers: Headers
  problem: Problem
}

/** What the API said, with what belongs to its code only, such as `existing_id`. */
export interface Problem {
  code?: string
  title?: string
  detail?: string
  request_id?: string
  doc_url?: string
  errors?: FieldError[]
  [field: string]: unknown
}

/** An answer of 300 or above. `code` is stable and has a page at `docUrl`; `detail` is a sentence for people. */
export declare class SealwrightError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly requestId: string | null
  readonly docUrl: string | null
  readonly errors: FieldError[]
  readonly problem: Problem
  readonly headers: Headers
  constructor(answer: ErrorAnswer)
  static from(answer: ErrorAnswer): SealwrightError
}
/** 400 */
export declare class BadRequestError extends SealwrightError {}
/** 401 */
export declare class AuthenticationError extends SealwrightError {}
/** 403 */
export declare class PermissionError extends SealwrightError {}
/** 404 */
export declare class NotFoundError extends SealwrightError {}
/** 409, 412 */
export declare class ConflictError extends SealwrightError {}
/** 422: `errors` names each field. */
export declare class ValidationError extends SealwrightError {}
/** 429, after the retries */
export declare class RateLimitError extends SealwrightError {}
/** 500 and above */
export declare class ServerError extends SealwrightError {}

/** No answer arrived: the network failed, or the time ran out. A POST may have been carried out all the same. */
export declare class ConnectionError extends Error {}
export declare class TimeoutError extends ConnectionError {}
/** This delivery is not from Sealwright, is too old, or was changed on its way. */
export declare class WebhookVerificationError extends Error {}
