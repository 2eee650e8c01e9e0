import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * Who may be sent to an address. `public`: anybody. `private`: only what the operator wrote, such as a node of one's own.
 * `forbidden`: nobody; the host's and the cloud's own services (which hand out credentials), groups, and what is no address.
 */
export type Reach = 'public' | 'private' | 'forbidden'

/** Services of clouds that lie outside the link-local range, where the others are: AWS, Google, Alibaba, Azure, Oracle. */
const METADATA = new Set([
  'fd00:ec2::254',
  'fd00:ec2::253',
  'fd00:ec2::23',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])

/** How far an IP address in any notation reaches. An IPv4 address within an IPv6 one counts as what it is. */
export function reachOf(text: string): Reach {
  if (!ipaddr.isValid(text)) return 'forbidden'
  const parsed = ipaddr.parse(inHex(text))
  const reach = parsed.kind() === 'ipv4' ? reachOfV4(parsed as ipaddr.IPv4) : reachOfV6(parsed as ipaddr.IPv6)
  return reach === 'public' && isOwn(parsed) ? 'private' : reach
}

/** An IPv4 ending in hexadecimal: written in decimal, ipaddr.js reads every one of them as a mapped address. */
const inHex = (text: string): string =>
  text.includes(':')
    ? text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_, ...found: string[]) => {
        const [a, b, c, d] = found.map(Number) as [number, number, number, number]
        return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      })
    : text

function reachOfV4(address: ipaddr.IPv4): Reach {
  if (METADATA.has(address.toString())) return 'forbidden'
  switch (address.range()) {
    case 'unicast':
      return 'public'
    case 'linkLocal':
    case 'multicast':
    case 'broadcast':
      return 'forbidden'
    default:
      return 'private'
  }
}

const GLOBAL = ipaddr.IPv6.parse('2000::')
const NAT64 = ipaddr.IPv6.parse('64:ff9b::')
const COMPATIBLE = ipaddr.IPv6.parse('::')

function reachOfV6(address: ipaddr.IPv6): Reach {
  if (address.isIPv4MappedAddress()) return reachOfV4(address.toIPv4Address())
  if (METADATA.has(address.toString())) return 'forbidden'
  const range = address.range()
  if (range === 'linkLocal' || range === 'multicast') return 'forbidden'
  const inner = embedded(address, range)
  // The well-known prefix leads to public IPv4 from a network that has only IPv6. The other ways through are history.
  if (inner) return address.match(NAT64, 96) ? inner : inner === 'forbidden' ? 'forbidden' : 'private'
  // Only 2000::/3 was ever given out; whatever else routes, routes within.
  return range === 'unicast' && address.match(GLOBAL, 3) ? 'public' : 'private'
}

/** What the IPv4 address inside reaches: RFC 6052 (NAT64), RFC 2765, RFC 3056 (6to4), RFC 4380 (Teredo), RFC 4291 (compatible). */
function embedded(address: ipaddr.IPv6, range: string): Reach | null {
  const parts = address.parts
  const v4 = (high: number, low: number) => reachOfV4(new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]))
  if (range === '6to4') return v4(parts[1]!, parts[2]!)
  // The server is in the open, the client's address inverted at the end.
  if (range === 'teredo') return worst(v4(parts[2]!, parts[3]!), v4(parts[6]! ^ 0xffff, parts[7]! ^ 0xffff))
  if (range === 'rfc6052' || range === 'rfc6145' || (address.match(COMPATIBLE, 96) && range === 'unicast')) return v4(parts[6]!, parts[7]!)
  return null
}

const worst = (a: Reach, b: Reach): Reach => (a === 'forbidden' || b === 'forbidden' ? 'forbidden' : a === 'private' ? a : b)

/** Whether this machine has the address: a connection to oneself passes no firewall. */
function isOwn(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const text = address.toNormalizedString()
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((one) => ipaddr.isValid(one.address) && ipaddr.parse(one.address).toNormalizedString() === text),
  )
}
