const NO_QUERY = new URLSearchParams()

/**
 * Path and query of a request's address, which its server has made whole already. Most calls have no query, and reading an
 * address for one costs more than finding none. The query must not be changed.
 */
export function addressOf(url: string): { path: string; query: URLSearchParams } {
  const from = url.indexOf('/', url.indexOf('://') + 3)
  if (from === -1 || url.includes('?', from) || url.includes('#', from)) {
    const { pathname, searchParams } = new URL(url)
    return { path: pathname, query: searchParams }
  }
  return { path: url.slice(from), query: NO_QUERY }
}
