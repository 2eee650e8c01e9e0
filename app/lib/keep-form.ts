import { data, isRouteErrorResponse } from 'react-router'
import type { Attempted } from './attempt.ts'
import { userMessage } from './error-words.ts'
import type { PageRefusal } from './verb-errors.ts'

/** What a form is answered that did not reach the server, or met an accident there. */
export interface NotSent {
  ok: false
  refusal: PageRefusal
}

/**
 * The `clientAction` of pages with forms: when the server cannot be reached, has an accident, or knows the person no longer, the page
 * stays as it is, with everything typed and every file chosen, and says what to do. Without it another page would take its place.
 */
export async function keepForm<T>(send: () => Promise<T>) {
  try {
    const answer = await send()
    // Read anew, the page would be another organisation's, without what was typed on this one.
    return isOfAnother(answer) ? data(answer, { status: 409 }) : answer
  } catch (error) {
    if (error instanceof Response && error.headers.get('location')?.startsWith('/login')) {
      const message = `${userMessage(error, 401)} Do it in another tab, and send this again: nothing you entered is lost.`
      return data<NotSent>({ ok: false, refusal: { status: 401, code: 'signed_out', message, fields: [] } }, { status: 401 })
    }
    // Where to go on, and what does not exist: both are answers.
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error
    const status = isRouteErrorResponse(error) ? error.status : undefined
    const message = `${userMessage(error, status)} Nothing you entered is lost.`
    const refusal: PageRefusal = { status: status ?? 0, code: 'not_sent', message, fields: [] }
    // The status keeps the page from being read anew, which would fail as well.
    return data<NotSent>({ ok: false, refusal }, { status: 503 })
  }
}

const isOfAnother = (answer: unknown): boolean => (answer as Partial<NotSent> | null)?.refusal?.elsewhere === true

/** `keepForm` for pages whose action answers with `attempt` of attempt.ts. */
export async function keepAttempt<T>(send: () => Promise<T>) {
  const answer = await keepForm(send)
  if (!isNotSent(answer)) return answer as Exclude<typeof answer, ReturnType<typeof data<NotSent>>>
  return data<Attempted<never>>({ refused: answer.data.refusal.message, fields: {} }, answer.init ?? undefined)
}
const isNotSent = (answer: unknown): answer is ReturnType<typeof data<NotSent>> =>
  (answer as { data?: NotSent } | null)?.data?.refusal?.code === 'not_sent' ||
  (answer as { data?: NotSent } | null)?.data?.refusal?.code === 'signed_out'
