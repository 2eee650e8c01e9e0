import { didDocumentUrl, type Environment, issuerDid } from '../keys.ts'
import { isJsonObject } from './bytes.ts'
import { readJwk, type SigningKey } from './signed.ts'

/** An issuer that you trust: its address, and the keys that it published. Plain JSON: keep it, and read it anew within a day. */
export interface KnownIssuer {
  url: string
  environment: Environment
  did: string
  keys: SigningKey[]
  /** Accounts that sign permits, `0x…`. */
  attesters: string[]
}

export interface Fetching {
  /** Instead of the global one. */
  fetch?: typeof globalThis.fetch
  signal?: AbortSignal
}

/** The issuer that a DID document describes, if it is the one of this address and environment. Throws `TypeError` otherwise. */
export function issuerOfDocument(document: unknown, url: string, environment: Environment = 'production'): KnownIssuer {
  const base = baseOf(url)
  const did = issuerDid(base, environment)
  const { id, verificationMethod, assertionMethod } = isJsonObject(document) ? document : {}
  if (id !== did || !Array.isArray(verificationMethod) || !Array.isArray(assertionMethod))
    throw new TypeError(`This is not the DID document of ${did}.`)
  const methods = verificationMethod.filter((one) => isJsonObject(one) && one.controller === did && assertionMethod.includes(one.id))
  const keys: SigningKey[] = []
  const attesters: string[] = []
  for (const method of methods as Record<string, unknown>[]) {
    const jwk = readJwk(method.publicKeyJwk)
    if (jwk) keys.push({ kid: String(method.id).slice(did.length + 1), jwk })
    const account = /^eip155:\d+:(0x[0-9a-f]{40})$/i.exec(String(method.blockchainAccountId))?.[1]
    if (account) attesters.push(account)
  }
  return { url: base, environment, did, keys, attesters }
}

/** Fetches the DID document of the service at this address. Throws `TypeError` for an address that is not https, and where it is not there. */
export async function fetchIssuer(url: string, options: { environment?: Environment } & Fetching = {}): Promise<KnownIssuer> {
  const environment = options.environment ?? 'production'
  const address = didDocumentUrl(issuerDid(baseOf(url), environment))!
  return issuerOfDocument(await (await fetched(address, options)).json(), url, environment)
}

/** The log's verifier keys (`name+id+base64`), one for each of its epochs: for `verifyReceipt`. */
export async function fetchLogKeys(url: string, options: Fetching = {}): Promise<string[]> {
  const { epochs } = (await (await fetched(`${baseOf(url)}/.well-known/sealwright-log`, options)).json()) as {
    epochs: { verifier_key: string }[]
  }
  return epochs.map((one) => one.verifier_key)
}

/** The public keys of webhooks (`whpk_…`): for `verifyWebhook`. */
export async function fetchWebhookKeys(url: string, options: { environment?: Environment } & Fetching = {}): Promise<string[]> {
  const environment = options.environment ?? 'production'
  const { keys } = (await (await fetched(`${baseOf(url)}/.well-known/webhook-keys.json`, options)).json()) as {
    keys: { environment: string; whpk: string }[]
  }
  return keys.filter((one) => one.environment === environment).map((one) => one.whpk)
}

/** What is there, from nowhere else. Throws `TypeError` where nothing is. */
export async function fetched(url: string, { fetch = globalThis.fetch, signal }: Fetching): Promise<Response> {
  // Workers know no `error`; an answer that leads elsewhere is not ok either.
  const response = await fetch(url, { redirect: 'manual', ...(signal && { signal }) })
  if (!response.ok) throw new TypeError(`${url} answered ${response.status}.`)
  return response
}

/** Keys that anybody on the way could have exchanged are none. */
function baseOf(url: string): string {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !/^(localhost|127\.0\.0\.1)$/.test(hostname))
    throw new TypeError(`${url} is not an https address, so its keys could be anybody’s.`)
  return url.replace(/\/+$/, '')
}
