/** The header of server/shown-organization.ts. */
const SHOWN = 'sealwright-organization'

/** Whose organisation the pages of this window are of: as the document came, and as each was read since. */
const shown = new Map<string, string>()
let atFirst: string | null = null

const pageOf = (pathname: string) => pathname.replace(/(?:[/_]*\.data|\/)$/, '') || '/'

/** The document came with this organisation's data. */
export const documentIsOf = (organization: string | null | undefined): void => {
  atFirst = organization ?? null
}

/**
 * Has each call of this window that acts say whose page it was made on, so that it is refused where somebody switched to another organisation
 * in another window meanwhile. Called once, before the page's scripts call anything.
 */
export function sayWhosePage(): void {
  const plain = window.fetch
  window.fetch = async (input, init) => {
    const request = input instanceof Request ? input : null
    const url = new URL(request?.url ?? String(input), location.href)
    if (url.origin !== location.origin) return plain(input, init)
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
    if (method === 'GET') {
      const answer = await plain(input, init)
      const organization = answer.headers.get(SHOWN)
      if (organization && url.pathname.endsWith('.data')) shown.set(pageOf(url.pathname), organization)
      return answer
    }
    const organization = shown.get(pageOf(location.pathname)) ?? atFirst
    if (!organization) return plain(input, init)
    const headers = new Headers(init?.headers ?? request?.headers)
    headers.set(SHOWN, organization)
    return plain(input, { ...init, headers })
  }
}
