import type { Env } from './env.ts'
import { isLoopback } from './own-address.ts'

type Addresses = Pick<Env, 'databaseUrl' | 'databaseOwnerUrl' | 'redisUrl' | 'smtpUrl' | 'evmRpcUrls' | 'solanaRpcUrl'> & {
  keys: Pick<Env['keys'], 'keysUrl'>
}

/**
 * Connections to other machines that are not encrypted, or to whoever answers: a sentence each, with what to write instead.
 * Sockets of this machine and loopback addresses need no TLS. Nothing of the address but its host is repeated.
 */
export function plainConnections(env: Addresses): string[] {
  const found: string[] = []
  const note = (name: string, host: string, remedy: string) => found.push(`${name} goes to ${host} without TLS: ${remedy}.`)
  for (const [name, url] of [
    ['DATABASE_URL', env.databaseUrl],
    ['DATABASE_OWNER_URL', env.databaseOwnerUrl],
    ['KEYS_DATABASE_URL', env.keys.keysUrl],
  ] as const) {
    const host = awayHost(url)
    if (host && !/^(require|verify-ca|verify-full)$/.test(query(url, 'sslmode'))) note(name, host, 'add sslmode=verify-full')
  }
  const others: [string, string | null, RegExp, string][] = [
    ['REDIS_URL', env.redisUrl, /^rediss:/i, 'use rediss://'],
    ['SOLANA_RPC_URL', env.solanaRpcUrl, /^https:/i, 'use https://'],
    ...Object.entries(env.evmRpcUrls).map(([chain, url]): [string, string, RegExp, string] => [
      `EVM_RPC_URLS ${chain}`,
      url,
      /^https:/i,
      'use https://',
    ]),
  ]
  for (const [name, url, encrypted, remedy] of others) {
    const host = awayHost(url)
    if (host && !encrypted.test(url!)) note(name, host, remedy)
  }
  const host = awayHost(env.smtpUrl)
  if (host && !/^smtps:/i.test(env.smtpUrl!) && query(env.smtpUrl, 'requireTLS') !== 'true')
    note('SMTP_URL', host, 'use smtps://, or add requireTLS=true')
  return found
}

/** The host of an address that leads away from this machine; null for a socket, for this machine, and for no address. */
function awayHost(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url)
  if (!parsed) return null
  const host = parsed.searchParams.get('host') ?? parsed.hostname
  return !host || host.startsWith('/') || isLoopback(host) ? null : host
}

const query = (url: string | null, name: string): string => URL.parse(url ?? '')?.searchParams.get(name) ?? ''
