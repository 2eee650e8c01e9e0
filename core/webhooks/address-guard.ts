import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { AppError } from '../errors.ts'

/** Ranges no webhook may reach: ours, the host's, the cloud's metadata, and everything that is not plainly public. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return address.range() === 'unicast'
}

export interface GuardedTarget {
  url: URL
  /** The address the connection is pinned to. */
  address: string
  family: 4 | 6
}

/**
 * Resolves a webhook address and refuses it when any of its addresses is not public. Called when it is saved and again at
 * each try; the connection goes to the address that was checked, so a name cannot change in between.
 */
export async function guardTarget(text: string, options: { allowPrivate: boolean; sandbox: boolean }): Promise<GuardedTarget> {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw refused('This is not an address.')
  }
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (options.allowPrivate || (options.sandbox && local))))
    throw refused('Use https.')
  if (url.username || url.password) throw refused('User and password do not belong in the address.')
  if (url.hash) throw refused('The part after # is never sent; leave it out.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv4' ? 4 : 6 }]
    : await lookup(host, { all: true, verbatim: true }).catch(() => {
        throw refused(`The name ${host} does not resolve.`)
      })
  if (!found.length) throw refused(`The name ${host} does not resolve.`)
  if (!options.allowPrivate)
    for (const one of found) if (!isPublicAddress(one.address)) throw refused(`${host} leads to an address that is not public.`)
  const first = found[0]!
  return { url, address: first.address, family: first.family as 4 | 6 }
}

const refused = (detail: string) =>
  new AppError('private_address', detail, { fields: [{ pointer: '/url', code: 'invalid_format', detail }] })
