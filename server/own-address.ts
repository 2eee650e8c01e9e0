import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Whether a host name means this machine and no other: `localhost`, 127.0.0.0/8, `::1`. Brackets of IPv6 may be there. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback')
}

/**
 * Gives a request the address people use, which a proxy with the certificate in front leaves out: the origin of PUBLIC_URL,
 * whatever Host says. Pages compare it with the Origin a browser sends. Only where PUBLIC_URL is this machine itself, without TLS, may Host
 * name it otherwise (127.0.0.1, a forwarded port). A target that is no address stays as it is, and is refused later.
 */
export function ownAddress(publicUrl: string): (request: Pick<IncomingMessage, 'url' | 'headers'>) => string {
  const { origin, hostname, protocol } = new URL(publicUrl)
  const local = protocol === 'http:' && isLoopback(hostname)
  return ({ url = '', headers }) => {
    const target = url.startsWith('/') ? url : pathOf(url)
    if (target === null) return url
    const named = local && headers.host ? /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.exec(headers.host) : null
    return (named && isLoopback(named[1]!) ? `http://${headers.host}` : origin) + target
  }
}

/** The path and query of a target that names its server too (RFC 9112, 3.2.2). */
function pathOf(url: string): string | null {
  const { protocol, pathname, search } = URL.parse(url) ?? {}
  return protocol === 'http:' || protocol === 'https:' ? pathname! + search : null
}
