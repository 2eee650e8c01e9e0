/** A call to the product's own back end that was answered with a problem, or not at all (status 0). */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: { pointer: string; detail: string }[]
  constructor(status: number, code: string, message: string, fields: { pointer: string; detail: string }[] = []) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

interface Problem {
  code?: string
  detail?: string
  errors?: { pointer: string; detail: string }[]
}

/** Calls the product's own back end as the signed-in person. A body makes it a POST. Throws a Refusal. */
export async function callBackEnd<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? { headers: { accept: 'application/json' } }
      : {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
  let response: Response
  try {
    response = await fetch(path, init)
  } catch {
    throw new Refusal(0, 'network', 'Network connection issue. Please check your internet connection and try again.')
  }
  const answer = (await response.json().catch(() => null)) as (T & Problem) | null
  if (response.ok) return answer as T
  throw new Refusal(response.status, answer?.code ?? 'unknown', answer?.detail ?? 'Something went wrong. Please try again.', answer?.errors)
}

/** What to tell the person about a failed call. */
export const messageOf = (error: unknown) => (error instanceof Refusal ? error.message : 'An unexpected error occurred. Please try again.')
