import type { Context } from 'hono'
import { AppError, ERRORS, MOST_PROBLEM_BYTES } from '#core/kernel/errors.ts'
import type { Log } from '#core/kernel/services.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'
import { isUnreachable } from '#core/kernel/unreachable.ts'
import type { AnswerText } from '#core/record/decisions/kept.ts'
import type { Running } from './processor-time.ts'

/** Any thrown value as application/problem+json (RFC 9457). What was not expected says nothing about its cause. */
export function problem(error: unknown, options: Options): Response {
  const { status, headers, body } = problemReply(error, options)
  return new Response(body, { status, headers })
}

interface Options {
  requestId: string
  publicUrl: string
  log: Log
}

/** The same before it becomes a Response. */
export function problemReply(error: unknown, options: Options): Reply & { body: string } {
  const unreachable = isUnreachable(error)
  const known =
    error instanceof AppError
      ? error
      : unreachable
        ? new AppError('not_ready', 'There is too much to do just now, or the database restarts. Try again with the same Idempotency-Key.')
        : hungUp(error)
          ? new AppError('malformed_json', 'The call ended before the body was whole.')
          : new AppError('internal_error', 'The request could not be completed. It is safe to try again.')
  if (known !== error && !hungUp(error)) tellFailure(options.log, error, { request_id: options.requestId }, 'request failed')
  const { status, title } = ERRORS[known.code]
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' }
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (known.code === 'idempotency_in_progress') headers['retry-after'] = '1'
  if (status === 503) headers['retry-after'] = '5'
  const { headers: extraHeaders, ...extra } = known.extra as { headers?: Record<string, string> }
  const value = {
    type: `${options.publicUrl}/errors/${known.code}`,
    title,
    status,
    code: known.code,
    detail: known.message,
    request_id: options.requestId,
    doc_url: `${options.publicUrl}/errors/${known.code}`,
    ...(known.fields.length > 0 && { errors: known.fields }),
    ...(known.moreFields > 0 && { more_errors: known.moreFields }),
    ...extra,
  }
  const { text, short } = shortened(value, Object.keys(extra))
  return { status, headers: { ...headers, ...extraHeaders }, body: text, value: short }
}

/** Whether the caller went away while sending: nobody hears the answer, and nothing went wrong here. */
function hungUp(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at.message === 'aborted' && (at as { code?: string }).code === 'ECONNRESET') return true
  return false
}

/** A problem as JSON. What it carries besides goes, the last first, where it would be longer than a problem may be. */
function shortened(value: Record<string, unknown>, extra: string[]): { text: string; short: Record<string, unknown> } {
  let text = JSON.stringify(value)
  while (Buffer.byteLength(text) > MOST_PROBLEM_BYTES && extra.length) {
    const { [extra.pop()!]: _, ...rest } = value
    value = { ...rest, shortened: true }
    text = JSON.stringify(value)
  }
  return { text, short: value }
}

/** An answer that still takes headers. Making a Response and changing its headers is dear, so each is made once, whole. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null
  /** What the body says, where that is JSON. */
  value?: unknown
  /** What stands before and after a decision that the record keeps. */
  around?: AnswerText['around']
}

/** `complete`: the answer carries every header already. */
export type AppVariables = {
  requestId: string
  nonce?: string
  /** Sites that may show this page within theirs, where any may. */
  framedBy?: string[]
  startedAt: number
  complete?: boolean
  /** Its work so far. */
  running: Running
  /** Whose limits the call counts towards, once that is known. */
  budget?: string
}
export type AppContext = Context<{ Variables: AppVariables }>
