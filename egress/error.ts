/** Why nothing came back from outside. The message may be shown to whoever wrote the address. */
export class EgressError extends Error {
  readonly code: 'address' | 'unresolved' | 'not_public' | 'redirect' | 'timeout' | 'too_large' | 'network'
  constructor(code: EgressError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EgressError'
    this.code = code
  }
}

/** The cause of a failed connection, out of the wrappings of the client and of tries at several addresses. */
export function asEgressError(error: unknown): EgressError {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth++) {
    if (cause instanceof EgressError) return cause
    const inner = cause instanceof AggregateError ? cause.errors[0] : cause.cause
    if (!(inner instanceof Error)) break
    cause = inner
  }
  const { message, code } = cause as Error & { code?: string }
  const late = code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'
  return new EgressError(late ? 'timeout' : 'network', message || code || String(cause), { cause: error })
}
