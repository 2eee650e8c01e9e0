import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from './config.ts'
import { Problem } from './problems.ts'

const WINDOW_MS = 60_000
const MOST_CALLERS = 10_000

/** Lets each caller through so often a minute. What is counted is kept by this process alone. */
export function limit(config: Config, most: number): MiddlewareHandler {
  const callers = new Map<string, { count: number; until: number }>()
  return async (c, next) => {
    const now = Date.now()
    if (callers.size >= MOST_CALLERS) for (const [name, { until }] of callers) if (until <= now) callers.delete(name)
    const name = networkOf(callerOf(c, config.proxies))
    const seen = callers.get(name)
    const counted = seen && seen.until > now ? seen : { count: 0, until: now + WINDOW_MS }
    // Where the table is full of callers of this minute, a new one waits: nobody makes room by coming from everywhere.
    if (counted.count >= most || (!seen && callers.size >= MOST_CALLERS)) {
      c.header('retry-after', String(Math.ceil((counted.until - now) / 1000)))
      throw new Problem(429, 'too_often', 'This was asked for too often. Please wait a minute, then try again.')
    }
    counted.count++
    callers.set(name, counted)
    await next()
  }
}

/** The address of whoever asks. Each proxy adds whom it heard from at the end; what stands before that anybody may have written. */
function callerOf(c: Context, proxies: number): string {
  const connected = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? ''
  if (proxies === 0) return connected
  const told = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  return told.at(-proxies) || connected
}

/** A network of IPv6 belongs to one customer, so it counts as one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase()
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const [first, last] = [head, tail].map((part) => (part ? part.split(':') : [])) as [string[], string[]]
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
