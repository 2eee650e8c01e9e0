import { ConnectionError, SealwrightError } from '@sealwright/sdk'

/** An answer that is a refusal. `fields` has a sentence for each field of the form, by its name. */
export class Problem extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503
  readonly code: string
  readonly fields: Record<string, string>
  readonly requestId: string | null

  constructor(
    status: Problem['status'],
    code: string,
    message: string,
    fields: Record<string, string> = {},
    requestId: string | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

/**
 * What a person needs to know of an error of Sealwright. `names` maps where the API says something is wrong (a JSON pointer) to the field of
 * your form. A call that failed never reads as allowed.
 */
export function explain(error: unknown, names: Record<string, string> = {}): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ConnectionError)
    return new Problem(503, 'unreachable', 'The compliance service did not answer. Nothing was sent; please try again in a moment.')
  if (error instanceof SealwrightError) {
    const fields: Record<string, string> = {}
    for (const { pointer, detail, suggestion } of error.errors) {
      const name = pointer && Object.entries(names).find(([place]) => pointer === place || pointer.startsWith(`${place}/`))?.[1]
      if (name) fields[name] = suggestion ? `${detail} Did you mean ${suggestion}?` : detail
    }
    if (Object.keys(fields).length > 0) return new Problem(422, error.code, 'Please look at the marked fields.', fields, error.requestId)
    // What no field of the form belongs to is said all the same.
    const rest = error.errors.map(({ pointer, detail }) => (pointer ? `${pointer}: ${detail}` : detail))
    const message = [error.detail, ...rest].join(' ')
    return new Problem(error.status === 422 || error.status === 409 ? error.status : 502, error.code, message, {}, error.requestId)
  }
  console.error(error)
  return new Problem(500, 'internal', 'Something went wrong here. Please try again.')
}
