import type { MiddlewareHandler } from 'hono'
import type { AppVariables } from './errors.ts'

/** The content policy of a page. Scripts run only with the request's nonce, or with a hash known at build time. */
export function contentSecurityPolicy(scriptSources: string[], development: boolean): string {
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
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers every answer carries. A page's own policy, when already set, is kept. */
export function securityHeaders(options: { https: boolean; development: boolean }): MiddlewareHandler<{ Variables: AppVariables }> {
  return async function setSecurityHeaders(c, next) {
    await next()
    const headers = c.res.headers
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('x-frame-options', 'DENY')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    if (options.https) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (!headers.has('content-security-policy'))
      headers.set(
        'content-security-policy',
        headers.get('content-type')?.startsWith('text/html')
          ? contentSecurityPolicy([`'nonce-${c.get('nonce')}'`], options.development)
          : "default-src 'none'; frame-ancestors 'none'",
      )
  }
}
