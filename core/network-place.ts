import ipaddr from 'ipaddr.js'

/**
 * Where an address is, as far as it says who calls: of IPv6 the network of 64 bits, which is what one customer has and within
 * which the rest changes as they like.
 */
export function placeOf(ip: string | null): string {
  if (ip === null || !ipaddr.isValid(ip)) return ip ?? 'unknown'
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`
}
