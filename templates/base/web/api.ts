/** A refusal of this application's server, with a sentence for each field that it is about. */
export class ApiProblem extends Error {
  readonly code: string
  readonly fields: Record<string, string>
  readonly requestId: string | null

  constructor(code: string, message: string, fields: Record<string, string> = {}, requestId: string | null = null) {
    super(message)
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

/** Calls this application's server. No key and no secret is in the browser: the session is a cookie that scripts do not see. */
export async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/api${path}`, {
    method,
    ...(body instanceof FormData && { body }),
    ...(body !== undefined &&
      !(body instanceof FormData) && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    throw new ApiProblem('offline', 'There is no connection. What you typed is still here; please try again.')
  })
  if (response.status === 204) return undefined as T
  const answer = (await response.json().catch(() => null)) as {
    error?: { code: string; message: string; fields?: Record<string, string>; request_id?: string }
  } | null
  if (response.ok && answer) return answer as T
  throw new ApiProblem(
    answer?.error?.code ?? 'unreadable',
    answer?.error?.message ?? 'The answer could not be read. Please try again.',
    answer?.error?.fields,
    answer?.error?.request_id ?? null,
  )
}
