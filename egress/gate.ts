import { isIP } from 'node:net'
import { Agent, buildConnector, type RequestInit as ClientInit, Response as ClientResponse, fetch as send } from 'undici'
import { asEgressError, EgressError } from './error.ts'
import { checkedAddresses, hostLookup, type Lookup, publicLookup, requireReach, withoutBrackets } from './lookup.ts'
import { PURPOSES, type Purpose, type PurposeName } from './purposes.ts'

interface Outgoing {
  method?: string
  headers?: Record<string, string> | Headers
  body?: string
  signal?: AbortSignal | null
  /** Less than the purpose allows. */
  timeoutMs?: number
}

/** As the global one, for one purpose. Throws EgressError. */
export type Fetch = (address: string | URL, init?: Outgoing) => Promise<Response>

interface Allowance {
  /** Lets addresses that strangers wrote lead into one's own network, and use http: for development. */
  allowPrivate?: boolean
  /** Told the address of each new connection. Such a call shares its connection with no other. */
  onConnect?: (address: string) => void
}

export interface Gate {
  fetch(purpose: PurposeName, allowance?: Allowance): Fetch
  /** Refuses an address before anything is sent to it: its form, and where its name leads now. Throws EgressError. */
  check(purpose: PurposeName, address: string, allowance?: Allowance): Promise<void>
}

/**
 * The one way out. Each connection goes to an address that was looked up and checked for it: a name that leads elsewhere a moment
 * later leads nowhere. Answers are bounded in time and size; redirects are not followed unless the purpose says so.
 */
export function openGate(options: { lookup?: Lookup } = {}): Gate {
  const shared = new Map<string, Agent>()
  const rulesOf = (name: PurposeName, { allowPrivate = false }: Allowance): Rules => {
    const purpose: Purpose = PURPOSES[name]
    const inside = allowPrivate || purpose.writtenBy === 'operator'
    return {
      ...purpose,
      schemes: allowPrivate ? ['https:', 'http:'] : purpose.schemes,
      allowPrivate: inside,
      lookup: options.lookup ?? (inside ? hostLookup : publicLookup),
    }
  }
  const agentFor = (name: PurposeName, rules: Rules): Agent => {
    const key = `${name} ${rules.allowPrivate}`
    const known = shared.get(key) ?? newAgent(rules)
    shared.set(key, known)
    return known
  }
  return {
    fetch(name, allowance = {}) {
      const rules = rulesOf(name, allowance)
      const { onConnect } = allowance
      if (!onConnect) return (address, init = {}) => go(agentFor(name, rules), rules, address, init)
      return async (address, init = {}) => {
        const agent = newAgent(rules, onConnect)
        return go(agent, rules, address, init, () => void agent.destroy())
      }
    },
    async check(name, address, allowance = {}) {
      const rules = rulesOf(name, allowance)
      await checkedAddresses(checkedUrl(address, rules).hostname, rules)
    },
  }
}

/** The product's own. */
export const egress: Gate = openGate()

interface Rules extends Purpose {
  allowPrivate: boolean
  lookup: Lookup
}

/** A pool whose connections are opened to checked addresses only. Numbers in place of names never reach a look-up, so they are checked before. */
function newAgent(rules: Rules, onConnect?: (address: string) => void): Agent {
  const connector = buildConnector({
    timeout: rules.connectMs,
    lookup: (host, options, callback) => {
      checkedAddresses(host, rules).then(
        (found) => (options.all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
        (error: Error) => callback(error, ''),
      )
    },
  })
  const connect: buildConnector.connector = (options, callback) => {
    try {
      if (isIP(withoutBrackets(options.hostname))) requireReach(options.hostname, withoutBrackets(options.hostname), rules.allowPrivate)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    connector(options, (error, socket) => {
      if (error) return callback(error, null)
      const address = socket.remoteAddress ?? ''
      try {
        requireReach(options.hostname, address, rules.allowPrivate)
      } catch (refusal) {
        socket.destroy()
        return callback(refusal as Error, null)
      }
      onConnect?.(address)
      callback(null, socket)
    })
  }
  return new Agent({ connect, headersTimeout: rules.totalMs, bodyTimeout: rules.totalMs, keepAliveTimeout: 4_000 })
}

function checkedUrl(address: string | URL, rules: Rules): URL {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw new EgressError('address', 'This is not an address.')
  }
  if (!(rules.schemes as readonly string[]).includes(url.protocol)) throw new EgressError('address', 'Use https.')
  if (url.username || url.password) throw new EgressError('address', 'User and password do not belong in the address.')
  if (url.hash) throw new EgressError('address', 'The part after # is never sent; leave it out.')
  return url
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

async function go(agent: Agent, rules: Rules, address: string | URL, init: Outgoing, end = () => {}): Promise<Response> {
  const abort = new AbortController()
  const ms = Math.min(init.timeoutMs ?? rules.totalMs, rules.totalMs)
  const timer = setTimeout(() => abort.abort(new EgressError('timeout', `no answer within ${ms / 1000} s`)), ms)
  timer.unref()
  const finish = () => {
    clearTimeout(timer)
    end()
  }
  const { method = 'GET', headers, body } = init
  const signal = init.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal
  const request = { method, headers, body, signal, redirect: 'manual', dispatcher: agent } as ClientInit
  try {
    let url = checkedUrl(address, rules)
    for (let hops = 0; ; hops++) {
      const response = await send(url, request)
      const location = response.headers.get('location')
      if (rules.redirects === 0 || !REDIRECTS.has(response.status) || location === null) return bounded(response, rules, finish)
      await response.body?.cancel()
      if (hops === rules.redirects) throw new EgressError('redirect', `more than ${rules.redirects} redirects`)
      const next = checkedUrl(new URL(location, url), rules)
      if (next.protocol !== url.protocol) throw new EgressError('redirect', `redirected from ${url.protocol} to ${next.protocol}`)
      url = next
    }
  } catch (error) {
    finish()
    // What the caller ended looks as with the global fetch.
    throw init.signal?.aborted ? init.signal.reason : asEgressError(error)
  }
}

const NO_BODY = new Set([204, 205, 304])

/** The answer, whose body ends with an error beyond the size allowed. */
function bounded(response: ClientResponse, rules: Rules, finish: () => void): Response {
  const reader = response.body?.getReader()
  const { status, statusText, headers } = response
  if (!reader || NO_BODY.has(status)) {
    finish()
    return new ClientResponse(null, { status, statusText, headers }) as unknown as Response
  }
  let size = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            finish()
            return controller.close()
          }
          size += value.byteLength
          if (size > rules.bytes) throw new EgressError('too_large', `the answer is larger than ${rules.bytes} bytes`)
          controller.enqueue(value)
        } catch (error) {
          controller.error(asEgressError(error))
          await reader.cancel().catch(() => {})
          finish()
        }
      },
      async cancel(reason) {
        await reader.cancel(reason).catch(() => {})
        finish()
      },
    },
    { highWaterMark: 0 },
  )
  return new ClientResponse(body, { status, statusText, headers }) as unknown as Response
}
