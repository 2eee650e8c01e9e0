import { createClient } from '@redis/client'
import type { Log } from '#core/kernel/services.ts'
import type { Connection } from '#db/connect.ts'

/** A limit: `rate` calls per second, and `burst` at once. */
export interface LimitPolicy {
  name: string
  rate: number
  burst: number
}

/**
 * Where limits are kept for all processes together. `take` takes `count` calls from the limit of `key`, all or none, and
 * returns the calls left, or null when there are not that many.
 */
export interface LimitStore {
  take(key: string, policy: LimitPolicy, count: number): Promise<number | null>
  close(): Promise<void>
}

// Both stores keep one number a key, the generic cell rate algorithm's theoretical arrival time (ITU-T I.371): the moment,
// in microseconds, at which the limit is full again. A call moves it by 1/rate, and may not move it beyond burst/rate from now.

const interval = ({ rate }: LimitPolicy) => Math.round(1_000_000 / rate)
const leftAt = (ahead: number, policy: LimitPolicy) => Math.max(0, Math.floor(policy.burst - ahead / interval(policy)))

/** Limits in the database. The time is the database's, so that the clocks of processes may differ. */
export function databaseLimits({ pool }: Pick<Connection, 'pool'>): LimitStore {
  return {
    async take(key, policy, count) {
      const { rows } = await pool.query<{ ahead: string }>({
        name: 'rate_limit_take',
        text: `insert into rate_limits as l (key, tokens, updated_at)
          select $1, t.now + $2::bigint, now() from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now) t
          where $2::bigint <= $3::bigint
          on conflict (key) do update
            set tokens = greatest(l.tokens, excluded.tokens - $2::bigint) + $2::bigint, updated_at = now()
            where greatest(l.tokens, excluded.tokens - $2::bigint) + $2::bigint <= excluded.tokens - $2::bigint + $3::bigint
          returning tokens - (extract(epoch from clock_timestamp()) * 1000000)::bigint as ahead`,
        values: [key, count * interval(policy), policy.burst * interval(policy)],
      })
      return rows[0] ? leftAt(Number(rows[0].ahead), policy) : null
    },
    close: async () => {},
  }
}

const SCRIPT = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local at = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + tonumber(ARGV[1])
if at - now > tonumber(ARGV[2]) then return -1 end
redis.call('SET', KEYS[1], string.format('%.0f', at), 'PX', math.ceil((at - now) / 1000) + 1000)
return at - now`

/** A limit is asked for before every call: longer than this nobody waits for it. */
const ANSWER_MS = 250
/** Redis is asked again after so long without an answer. */
const LEAVE_MS = 1_000

const clientOf = (url: string, reconnectStrategy: false | ((tries: number) => number)) =>
  createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: 5_000, reconnectStrategy } })

/** Throws one plain sentence where Redis does not answer at this address. */
export async function askRedis(url: string): Promise<void> {
  const client = clientOf(url, false)
  client.on('error', () => {})
  try {
    await client.connect()
    await inTime(client.ping())
    await client.close()
  } catch (error) {
    client.destroy()
    throw new Error(`REDIS_URL does not answer: ${(error as Error).message}.`)
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
    answer.catch(() => {})
  }
}

/**
 * Limits in Redis or Valkey. While it does not answer within a quarter of a second, or is not there at all, they are kept in `meanwhile`, which all
 * processes share too; it is asked again each second, on a new connection. Throws where the address is none.
 */
export function redisLimits(url: string, log: Log, meanwhile: LimitStore): LimitStore {
  let away = false
  let leaveUntil = Number.NEGATIVE_INFINITY
  let closed = false
  const open = () => {
    const opened = clientOf(url, (tries) => Math.min(LEAVE_MS, tries * 100))
    opened.on('error', (error: Error) => gone(error.message))
    opened.connect().catch(() => {})
    return opened
  }
  const gone = (error: string) => {
    if (!away && !closed) log.warn({ error }, 'Redis does not answer; limits are counted in the database')
    away = true
  }
  let client = open()
  const ask = async (key: string, policy: LimitPolicy, count: number): Promise<number> =>
    Number(
      await client.eval(SCRIPT, {
        keys: [`sealwright:limit:${key}`],
        arguments: [String(count * interval(policy)), String(policy.burst * interval(policy))],
      }),
    )
  return {
    async take(key, policy, count) {
      if (!client.isReady || performance.now() < leaveUntil) return meanwhile.take(key, policy, count)
      const asked = client
      try {
        const ahead = await inTime(ask(key, policy, count))
        away = false
        return ahead < 0 ? null : leftAt(ahead, policy)
      } catch (error) {
        gone((error as Error).message)
        // Calls that were waiting with this one find the new connection.
        if (client === asked && !closed) {
          leaveUntil = performance.now() + LEAVE_MS
          asked.destroy()
          client = open()
        }
        return meanwhile.take(key, policy, count)
      }
    },
    async close() {
      closed = true
      if (client.isReady) await client.close()
      else client.destroy()
    },
  }
}

/** Forgets limits that are long full again. */
export async function forgetFullLimits({ connection }: { connection: Connection }): Promise<void> {
  await connection.pool.query("delete from rate_limits where updated_at < now() - interval '2 days'")
}
