import { reachOf } from '#egress/address.ts'
import { hostLookup, type Lookup, withoutBrackets } from '#egress/lookup.ts'
import type { Env } from './env.ts'
import { isLoopback } from './own-address.ts'

type Addresses = Pick<
  Env,
  | 'host'
  | 'role'
  | 'antivirusUrl'
  | 'databaseUrl'
  | 'databaseOwnerUrl'
  | 'redisUrl'
  | 'smtpUrl'
  | 'evmRpcUrls'
  | 'solanaRpcUrl'
  | 'plainConnections'
  | 'logReceiver'
> & { keys: Pick<Env['keys'], 'kind' | 'keysUrl' | 'setting'>; logHeads: Pick<Env['logHeads'], 'store'>; witnesses: { url: string }[] }

interface Plain {
  name: string
  host: string
  remedy: string
}

/**
 * Refuses connections with other machines that are not encrypted, or go to whoever answers: throws one sentence with what to write instead.
 * With PLAIN_CONNECTIONS=private those within private networks are let be; what is to be said of each of them comes back, and of a HOST that
 * others reach. Nothing of an address but its host is repeated.
 */
export async function plainConnections(env: Addresses, lookup: Lookup = hostLookup): Promise<string[]> {
  const said: string[] = []
  for (const { name, host, remedy } of findPlain(env)) {
    const sentence = `${name} goes to ${host} without TLS: ${remedy}.`
    if (!(await isOwnNetwork(host, lookup)))
      throw new Error(`${sentence} Only this machine may go without, and with PLAIN_CONNECTIONS=private an address of a private network.`)
    if (env.plainConnections !== 'private')
      throw new Error(`${sentence} Where nobody can listen in that network, set PLAIN_CONNECTIONS=private.`)
    said.push(sentence)
  }
  // Not refused: where the proxy with the certificate stands is the operator's to know, and nothing here can see it.
  if (env.role !== 'worker' && !isLoopback(env.host))
    said.push(
      `HOST=${env.host} takes calls of other machines without TLS: put the proxy with the certificate on this machine and leave HOST unset, unless nobody can listen between them.`,
    )
  return said
}

function findPlain(env: Addresses): Plain[] {
  const found: Plain[] = []
  for (const [name, url] of [
    ['DATABASE_URL', env.databaseUrl],
    ['DATABASE_OWNER_URL', env.databaseOwnerUrl],
    ['KEYS_DATABASE_URL', env.keys.keysUrl],
  ] as const) {
    const host = awayHost(url)
    // As libpq reads it, "require" takes any certificate.
    const safe = query(url, 'uselibpqcompat') === 'true' ? /^verify-(ca|full)$/ : /^(require|verify-ca|verify-full)$/
    if (host && !safe.test(query(url, 'sslmode'))) found.push({ name, host, remedy: 'add sslmode=verify-full' })
  }
  const https = (name: string, url: string | null): [string, string | null, RegExp, string] => [name, url, /^https:/i, 'use https://']
  const others: [string, string | null, RegExp, string][] = [
    ['REDIS_URL', env.redisUrl, /^rediss:/i, 'use rediss://'],
    ['ANTIVIRUS_URL', env.antivirusUrl, /^tls:/i, 'use tls:// through a proxy with a certificate'],
    https('SOLANA_RPC_URL', env.solanaRpcUrl),
    ...Object.entries(env.evmRpcUrls).map(([chain, url]) => https(`EVM_RPC_URLS ${chain}`, url)),
    https('VAULT_ADDR', env.keys.kind === 'vault' ? env.keys.setting('VAULT_ADDR') : null),
    https('AWS_KMS_ENDPOINT', env.keys.kind === 'aws-kms' ? env.keys.setting('AWS_KMS_ENDPOINT') : null),
    https('LOG_OTLP_URL', env.logReceiver?.url ?? null),
    https('LOG_HEADS_MIRRORS', env.logHeads.store?.url ?? null),
    ...env.witnesses.map(({ url }) => https('LOG_WITNESSES', url)),
  ]
  for (const [name, url, encrypted, remedy] of others) {
    const host = awayHost(url)
    if (host && !encrypted.test(url!)) found.push({ name, host, remedy })
  }
  const host = awayHost(env.smtpUrl)
  if (host && !/^smtps:/i.test(env.smtpUrl!) && query(env.smtpUrl, 'requireTLS') !== 'true')
    found.push({ name: 'SMTP_URL', host, remedy: 'use smtps://, or add requireTLS=true' })
  return found
}

/** Whether every address of a host is one of a private network. A name nobody knows now may be anybody's. */
async function isOwnNetwork(host: string, lookup: Lookup): Promise<boolean> {
  const addresses = await lookup(withoutBrackets(host)).catch(() => [])
  return addresses.length > 0 && addresses.every(({ address }) => isLoopback(address) || reachOf(address) === 'private')
}

/** The host of an address that leads away from this machine; null for a socket, for this machine, and for no address. */
function awayHost(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url)
  if (!parsed) return null
  const host = parsed.searchParams.get('host') ?? parsed.hostname
  return !host || host.startsWith('/') || isLoopback(host) ? null : host
}

const query = (url: string | null, name: string): string => URL.parse(url ?? '')?.searchParams.get(name) ?? ''
