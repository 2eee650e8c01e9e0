/** A request of the playground as it stands in an address, after the #: never a key. */
export interface SharedRequest {
  /** The operation's id. */
  operation: string
  method?: string
  params?: Record<string, string>
  query?: string
  body?: string
  scenario?: string
  version?: string
}

const toBase64Url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const fromBase64Url = (text: string) =>
  new TextDecoder().decode(Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)))

/** What must not travel in a link, wherever it was typed. */
const secrets = /sw_(sandbox|production)_[0-9a-f]{8,}|whsec_[A-Za-z0-9+/=]{8,}/g

/** The address of the playground with this request filled in. */
export function playgroundLink(request: SharedRequest): string {
  const text = JSON.stringify(request).replace(secrets, 'REMOVED')
  return `/developer/api-playground#r=${toBase64Url(text)}`
}

/** The request in an address's hash; null when there is none or it cannot be read. */
export function sharedRequest(hash: string): SharedRequest | null {
  const encoded = /[#&]r=([\w-]+)/.exec(hash)?.[1]
  if (!encoded) return null
  try {
    const found = JSON.parse(fromBase64Url(encoded)) as SharedRequest
    return typeof found?.operation === 'string' ? found : null
  } catch {
    return null
  }
}
