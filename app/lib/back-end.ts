import type { ProofWanted } from '../components/step-up-dialog.tsx'
import { networkProblem, userMessage } from './error-words.ts'
import { importAgain } from './import-again.ts'

/** A call to the product's own back end that was answered with a problem, or not at all (status 0). */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: { pointer: string; code: string; detail: string }[]
  /** What a refusal with `step_up_required` asks for. */
  readonly proof: ProofWanted
  constructor(status: number, code: string, message: string, problem: Pick<Problem, 'errors' | 'proof'> = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.fields = problem.errors ?? []
    this.proof = problem.proof ?? 'second_factor'
  }
}

/** What a call, or a file it needs, is answered without a network. */
const noNetwork = () => new Refusal(0, 'network', networkProblem)

interface Problem {
  code?: string
  detail?: string
  errors?: { pointer: string; code: string; detail: string }[]
  proof?: ProofWanted
}

/**
 * Calls the product's own back end as the signed-in person. A body makes it a POST. Throws a Refusal. When the act needs the
 * person to prove themselves again, asks for that and repeats the call, so that nothing typed is lost.
 */
export async function callBackEnd<T>(path: string, body?: unknown): Promise<T> {
  try {
    return await callOnce<T>(path, body)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'step_up_required') throw error
    const { askStepUp } = await importAgain(() => import('../components/step-up-host.tsx')).catch(() => {
      throw noNetwork()
    })
    if (await askStepUp(error.proof)) return callOnce<T>(path, body)
    throw error
  }
}

async function callOnce<T>(path: string, body?: unknown): Promise<T> {
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
    throw noNetwork()
  }
  const answer = (await response.json().catch(() => null)) as (T & Problem) | null
  if (response.ok) return answer as T
  throw new Refusal(response.status, answer?.code ?? 'unknown', answer?.detail ?? 'Something went wrong. Please try again.', answer ?? {})
}

/** What to tell the person about a failed call. */
export const messageOf = (error: unknown) =>
  error instanceof Refusal || (error instanceof Error && ['PasskeyNotUsed', 'WalletProblem'].includes(error.name))
    ? error.message
    : // A part of the page that could not be loaded is the network's fault as well.
      error instanceof TypeError && userMessage(error) === networkProblem
      ? networkProblem
      : 'An unexpected error occurred. Please try again.'
