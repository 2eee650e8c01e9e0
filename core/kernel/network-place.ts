import ipaddr from 'ipaddr.js'
import type { Services } from './services.ts'

/**
 * Where an address is, as far as it says who calls: of IPv6 the network of 64 bits, which is what one customer has and within
 * which the rest changes as they like.
 */
export function placeOf(ip: string | null): string {
  if (ip === null || !ipaddr.isValid(ip)) return ip ?? 'unknown'
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`
}

/** The same as a keyed hash, to count by: whoever reads the counts learns no address from them. */
export const placeKey = (services: Pick<Services, 'keyring'>, ip: string | null): string =>
  services.keyring.mac('network-place', placeOf(ip)).slice(0, 22)
