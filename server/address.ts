const NO_QUERY = new URLSearchParams()
const ADDRESS = /^[a-z]+:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/

/**
 * Path and query of a request's address, which its server has made whole already. Most calls have no query, and reading an
 * address for one costs more than finding none. The query must not be changed.
 */
export function addressOf(url: string): { path: string; query: URLSearchParams } {
  const [, path, query] = ADDRESS.exec(url)!
  return { path: path!, query: query ? new URLSearchParams(query) : NO_QUERY }
}
