/** An answer of 300 or above. `code` is stable and has a page at `docUrl`; `detail` is a sentence for people. */
export class SealwrightError extends Error {
  constructor(/** @type {import('./errors.js').ErrorAnswer} */ answer) {
    const { status, headers, problem } = answer
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`)
    this.name = new.target.name
    this.status = status
    this.headers = headers
    this.code = problem.code ?? `http_${status}`
    this.detail = this.message
    this.requestId = problem.request_id ?? headers.get('x-request-id')
    this.docUrl = problem.doc_url ?? null
    this.errors = problem.errors ?? []
    this.problem = problem
  }

  /** The class that belongs to the status and the code. */
  static from(/** @type {import('./errors.js').ErrorAnswer} */ answer) {
    if (answer.problem.code === 'compliance_denied' && answer.problem.decision) return new ComplianceDenied(answer)
    const Kind = BY_STATUS[answer.status] ?? (answer.status >= 500 ? ServerError : SealwrightError)
    return new Kind(answer)
  }
}

export class BadRequestError extends SealwrightError {}
export class AuthenticationError extends SealwrightError {}
export class PermissionError extends SealwrightError {}
/** The decision is deny, where it was asked for as an error. */
export class ComplianceDenied extends PermissionError {
  constructor(/** @type {import('./errors.js').ErrorAnswer} */ answer) {
    super(answer)
    this.answer = /** @type {any} */ (answer.problem.decision)
    // Some calls refuse with the decision alone.
    this.decision = this.answer.decision ?? this.answer
  }
}
export class NotFoundError extends SealwrightError {}
export class ConflictError extends SealwrightError {}
export class ValidationError extends SealwrightError {}
export class RateLimitError extends SealwrightError {}
export class ServerError extends SealwrightError {}

/** @type {Record<number, typeof SealwrightError | undefined>} */
const BY_STATUS = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  422: ValidationError,
  429: RateLimitError,
}

/** No answer arrived: the network failed, or the time ran out. A POST may have been carried out all the same. */
export class ConnectionError extends Error {
  constructor(/** @type {string} */ message, /** @type {ErrorOptions | undefined} */ options) {
    super(message, options)
    this.name = new.target.name
  }
}
export class TimeoutError extends ConnectionError {}

/** This delivery is not from Sealwright, is too old, or was changed on its way. Answer 401 and do nothing else. */
export class WebhookVerificationError extends Error {
  constructor(/** @type {string} */ message) {
    super(message)
    this.name = 'WebhookVerificationError'
  }
}
