import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { NonceContext } from './lib/nonce.ts'
import { serverContext } from './server-context.ts'

export const streamTimeout = 5_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const lent = loadContext.get(serverContext)
  const nonce = lent?.nonce
  const report = lent ? (error: unknown) => lent.report(error) : console.error
  return new Promise<Response>((resolve, reject) => {
    let responseStatus = status
    let shellReady = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onShellReady() {
          shellReady = true
        },
        // Pages leave whole: they are compressed (server/pages.ts).
        onAllReady() {
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer)
              done()
            },
          })
          headers.set('Content-Type', 'text/html; charset=utf-8')
          pipe(body)
          resolve(new Response(createReadableStreamFromReadable(body), { status: responseStatus, headers }))
        },
        onShellError: reject,
        onError(error: unknown) {
          responseStatus = 500
          if (shellReady) report(error)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
    timer.unref()
  })
}

/** A page that does not exist is not a fault of ours: only real errors reach the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  // So the router refuses what a page of another site sends, before anything is done with it.
  if (request.method !== 'GET' && error instanceof Error && error.message === 'Bad Request') return
  const lent = (context as RouterContextProvider | undefined)?.get(serverContext)
  if (lent) lent.report(error)
  else console.error(error)
}
