const NAME = 'sealwright.verify'

/** What the browser is known by that shows the page of a session. */
export const browserOf = (request: Request): string | undefined =>
  new RegExp(`(?:^|; *)${NAME.replace('.', '\\.')}=([\\w-]{20,100})(?:;|$)`).exec(request.headers.get('cookie') ?? '')?.[1]

/**
 * A cookie by which it is known again; none where it has one. Within a page of another site browsers keep none. It is of all these pages: what
 * a page asks for behind the scenes has another address than the page itself.
 */
export function knownAgain(request: Request, publicUrl: string): Record<string, string> {
  if (browserOf(request)) return {}
  const value = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')
  const secure = new URL(publicUrl).protocol === 'https:' ? '; Secure' : ''
  return { 'set-cookie': `${NAME}=${value}; Path=/verify; Max-Age=86400; HttpOnly; SameSite=Lax${secure}` }
}
