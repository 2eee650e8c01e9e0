import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { answerNow, problemOf, type Sent } from './answer.ts'
import { NotAnswered } from './not-answered.ts'
import type { Answer, Sandbox } from './sandbox.ts'

/** Answers as the API would: for the `fetch` option of a client. */
export function fetchOf(box: Sandbox) {
  // One call after the other, so that what is taken back takes nothing of another along.
  let last: Promise<unknown> = Promise.resolve()
  const answer = (sent: Sent): Promise<Answer> => {
    const next = last.then(() => answerNow(box, sent))
    last = next
    return next
  }
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input, init as RequestInit & { duplex?: 'half' })
    const url = new URL(request.url)
    const path = /^\/(?:api\/)?v1(\/.*)$/.exec(url.pathname)?.[1]
    const text = await request.text()
    let body: unknown
    let refused: unknown
    try {
      body = text === '' ? undefined : JSON.parse(text)
    } catch {
      refused = new AppError('malformed_json', 'The body is not valid JSON.')
    }
    if (!path) refused ??= new NotAnswered(`${request.method} ${url.pathname}`)
    const requestId = newId('request', box.now)
    const reply = refused
      ? problemOf(box, refused, requestId)
      : await answer({ method: request.method, path: path!, query: url.searchParams, body, headers: request.headers })
    return new Response(JSON.stringify(reply.body), {
      status: reply.status,
      headers: { 'content-type': reply.status < 400 ? 'application/json' : 'application/problem+json', ...reply.headers },
    })
  }
}
