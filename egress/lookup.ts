import type { LookupAddress } from 'node:dns'
import { lookup as lookupByHost, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { reachOf } from './address.ts'
import { EgressError } from './error.ts'

/** All addresses of a name. Rejects, or gives none, when it has none. */
export type Lookup = (host: string) => Promise<LookupAddress[]>

/** Names the operator wrote are found as every program of the machine finds them, `/etc/hosts` included. */
export const hostLookup: Lookup = (host) => lookupByHost(host, { all: true, verbatim: true })

const ANSWER_MS = 3_000

/**
 * Names that strangers wrote are asked of the name server alone: what only this machine knows is nobody else's, and a name server
 * that never answers must not hold one of the few threads that the machine's own way of finding names waits on.
 */
export const publicLookup: Lookup = async (host) => {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }]
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 2 })
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ]
}

/**
 * The TXT records of a name that strangers wrote, asked of the name server alone, in at most six seconds. None when there are
 * none, or nobody answers. `servers` stands in for those of the machine.
 */
export async function textRecords(name: string, servers?: readonly string[]): Promise<string[]> {
  if (/(^|\.)localhost$/.test(name)) return []
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  const found = await resolver.resolveTxt(name).catch(() => [])
  return found.map((parts) => parts.join(''))
}

/** The addresses of a host, name or number, every one of them checked: one that may not be reached refuses all. */
export async function checkedAddresses(host: string, options: { lookup: Lookup; allowPrivate: boolean }): Promise<LookupAddress[]> {
  const bare = withoutBrackets(host)
  const found: LookupAddress[] = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await options.lookup(bare).catch(() => [])
  if (found.length === 0) throw new EgressError('unresolved', `The name ${bare} does not resolve.`)
  for (const { address } of found) requireReach(bare, address, options.allowPrivate)
  return found
}

/** An IPv6 address as addresses hold it, without what sets it off from the port. */
export const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/** Throws `not_public` when `address` may not be reached. */
export function requireReach(host: string, address: string, allowPrivate: boolean): void {
  const reach = reachOf(address)
  if (reach === 'public' || (reach === 'private' && allowPrivate)) return
  throw new EgressError('not_public', `${host} leads to an address that is not public.`)
}
