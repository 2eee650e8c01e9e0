/**
 * The last page there is: plain, without scripts or files, for when not even the error page could be drawn. `notReady`: the
 * database cannot be reached just now, which a later try mends.
 */
export function unexpectedPage(requestId: string, notReady = false): Response {
  const id = requestId.replace(/[^A-Za-z0-9_-]/g, '')
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Unexpected Application Error!</title><style>body{font:17px/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.25rem;color:#131a2b;background:#fbf9f3}a{color:#b8331f}code{font-size:14px}@media(prefers-color-scheme:dark){body{color:#f1ece1;background:#0c121e}a{color:#f4694a}}</style></head><body><main><h1>Unexpected Application Error!</h1><p>The page could not be shown. Nothing you did was lost on our side; please try again in a moment.</p><p><a href="">Try Again</a> &nbsp; <a href="/">Go Home</a> &nbsp; <a href="/contact">Report Bug</a></p><p>Error id: <code>${id}</code></p></main></body></html>`,
    {
      status: notReady ? 503 : 500,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...(notReady && { 'retry-after': '5' }) },
    },
  )
}

/** A page that failed because the database went away while it was made: a later try mends that, and whoever asked by program sees so. */
export function notReady(page: Response): Response {
  if (page.status !== 500) return page
  const headers = new Headers(page.headers)
  headers.set('retry-after', '5')
  headers.set('cache-control', 'no-store')
  return new Response(page.body, { status: 503, headers })
}

/** Whether the renderer itself gave up: it then answers with its own bare words. */
export const gaveUp = (response: Response): boolean =>
  response.status === 500 && (response.headers.get('content-type') ?? 'text/plain').startsWith('text/plain')
