import type { DecisionResult, ErrorCode, FieldProblem, Problem } from './resources.generated.js'

/** What is wrong with one field: where (a JSON pointer), what, in words, and the nearest right thing. */
export type FieldError = FieldProblem

/** An answer that is a refusal, as it arrived. */
export interface ErrorAnswer {
  status: number
  headers: Headers
  problem: Partial<Problem> & Record<string, unknown>
}

/** An answer of 300 or above. `code` is stable and has a page at `docUrl`; `detail` is a sentence for people. */
export declare class SealwrightError extends Error {
  /** That of HTTP. */
  readonly status: number
  /** What went wrong, in one stable word; `http_` and the status where something on the way answered instead of the service. */
  readonly code: ErrorCode | (string & {})
  /** A sentence for people. */
  readonly detail: string
  /** Names the call in the logs of the service and to its support. */
  readonly requestId: string | null
  /** Where the code is explained. */
  readonly docUrl: string | null
  /** What is wrong, field by field. */
  readonly errors: FieldError[]
  /** All the service said, with what belongs to this code only, such as `existing_id`. */
  readonly problem: Partial<Problem> & Record<string, unknown>
  readonly headers: Headers
  constructor(answer: ErrorAnswer)
  /** The class that belongs to the status and the code. */
  static from(answer: ErrorAnswer): SealwrightError
}
/** 400: the call cannot be read. */
export declare class BadRequestError extends SealwrightError {}
/** 401: the key is missing, unknown, expired or revoked. */
export declare class AuthenticationError extends SealwrightError {}
/** 403: the key or its role may not do this. */
export declare class PermissionError extends SealwrightError {}
/**
 * 403 `compliance_denied`: the decision is deny, where it was asked for as an error (`onDeny: 'error'`) or the call does nothing
 * without an allow. Nothing was done.
 */
export declare class ComplianceDenied extends PermissionError {
  /** The decision, with its rules and what would have to change. */
  readonly decision: DecisionResult
  /** The whole answer that would have come as a success; the decision itself where there is no more. */
  readonly answer: unknown
}
/** 404: not there, or not yours to read. */
export declare class NotFoundError extends SealwrightError {}
/** 409, 412: the object is in another state than the call needs. */
export declare class ConflictError extends SealwrightError {}
/** 422: `errors` names each field. */
export declare class ValidationError extends SealwrightError {}
/** 429, after the retries. */
export declare class RateLimitError extends SealwrightError {}
/** 500 and above. Treat it as not allowed. */
export declare class ServerError extends SealwrightError {}

/** No answer arrived: the network failed, or the time ran out. A POST may have been carried out all the same. */
export declare class ConnectionError extends Error {}
/** No answer within `timeoutMs`. */
export declare class TimeoutError extends ConnectionError {}
/** This delivery is not from Sealwright, is too old, or was changed on its way. */
export declare class WebhookVerificationError extends Error {}
