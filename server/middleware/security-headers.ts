import type { MiddlewareHandler } from 'hono'
import type { AppContext, AppVariables } from './errors.ts'

/** The request's nonce, drawn when a page first asks for it: answers of the API need none. */
export function nonceOf(c: AppContext): string {
  const known = c.get('nonce')
  if (known) return known
  const nonce = crypto.randomUUID().replaceAll('-', '')
  c.set('nonce', nonce)
  return nonce
}

/**
 * The content policy of a page. Scripts run only with the request's nonce, or with a hash known at build time. Nobody shows it within a page
 * of theirs but `framedBy`.
 */
export function contentSecurityPolicy(scriptSources: string[], development: boolean, framedBy: readonly string[] = []): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptSources.join(' ')}`.trim(),
    // Style attributes are set by the component library for positions; styles cannot run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length ? ["'self'", ...framedBy].join(' ') : "'none'"}`,
  ].join('; ')
}

/** Headers every answer carries, and the content policy of one that is not a page. */
export const plainHeaders = (https: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
})

/** Puts them on every answer that has not got them yet. A page's own policy, when already set, is kept. */
export function securityHeaders(options: { https: boolean; development: boolean }): MiddlewareHandler<{ Variables: AppVariables }> {
  const { 'content-security-policy': policy, ...rest } = plainHeaders(options.https)
  return async function setSecurityHeaders(c, next) {
    await next()
    if (c.get('complete')) return
    const headers = c.res.headers
    const framedBy = c.get('framedBy') ?? []
    for (const name in rest) {
      // A page may ask for less to be told of it than every other does.
      if (name === 'referrer-policy' && headers.get(name) === 'no-referrer') continue
      // The older header knows no sites, and a page within another is of another origin.
      if (framedBy.length && (name === 'x-frame-options' || name === 'cross-origin-resource-policy')) continue
      headers.set(name, rest[name]!)
    }
    if (!headers.has('content-security-policy'))
      headers.set(
        'content-security-policy',
        headers.get('content-type')?.startsWith('text/html')
          ? contentSecurityPolicy([`'nonce-${nonceOf(c)}'`], options.development, framedBy)
          : policy!,
      )
  }
}
