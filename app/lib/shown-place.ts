/** The header and field of server/shown-place.ts. */
export const SHOWN_FIELD = 'sealwright-shown'

/** What the pages of this window are of: whose organisation, as the document came and as each was read since, and of which environment. */
const organizations = new Map<string, string>()
let atFirst: string | null = null
let environment: string | null = null

const pageOf = (pathname: string) => pathname.replace(/(?:[/_]*\.data|\/)$/, '') || '/'

/** What the document came with, `{organisation}/{environment}`. */
export const documentIsOf = (shown: string | null | undefined): void => {
  const [organization = null, chosen = null] = shown?.split('/') ?? []
  atFirst = organization
  environment ??= chosen
}

/**
 * Has each call of this window say what its page is of: so it reads and acts in the environment that is shown here, whichever another window
 * switched to, and is refused where somebody switched to another organisation there. Called once, before the page's scripts call anything.
 */
export function sayWhatIsShown(): void {
  const plain = window.fetch
  window.fetch = async (input, init) => {
    const request = input instanceof Request ? input : null
    const url = new URL(request?.url ?? String(input), location.href)
    if (url.origin !== location.origin) return plain(input, init)
    const organization = organizations.get(pageOf(location.pathname)) ?? atFirst
    const said = environment
    const headers = new Headers(init?.headers ?? request?.headers)
    if (organization && said) headers.set(SHOWN_FIELD, `${organization}/${said}`)
    const answer = await plain(input, { ...init, headers })
    const [shownOrganization, shownEnvironment] = answer.headers.get(SHOWN_FIELD)?.split('/') ?? []
    // One that was asked for before somebody switched here comes late, and says only what it was asked.
    if (shownEnvironment && shownEnvironment !== said) environment = shownEnvironment
    const isRead = (init?.method ?? request?.method ?? 'GET').toUpperCase() === 'GET' && url.pathname.endsWith('.data')
    if (shownOrganization && isRead) organizations.set(pageOf(url.pathname), shownOrganization)
    return answer
  }
}
