import { AppError } from '#core/kernel/errors.ts'

/** So much a second, and `burst` at once. */
export interface Rate {
  rate: number
  burst: number
}

/** What may be asked in a time. `visitors`: everybody without an account who comes from one address. */
export const RATES = {
  production: { rate: 100, burst: 200 },
  sandbox: { rate: 25, burst: 50 },
  visitors: { rate: 10, burst: 100 },
  anonymous: { rate: 20, burst: 300 },
  'refused-keys': { rate: 1, burst: 60 },
  playground: { rate: 20 / 60, burst: 20 },
  // Milliseconds of the thread that answers: half of it for a tenant that keeps on, a tenth for a visitor.
  'processor-time': { rate: 500, burst: 60_000 },
  'visitors-processor-time': { rate: 100, burst: 15_000 },
} satisfies Record<string, Rate>

/** What may be there at once, or be taken in a day. */
export const AMOUNTS = {
  'stored-bytes': 20 * 1024 ** 3,
  'visitors-stored-bytes': 16 * 1024 ** 2,
  forks: 100,
  'visitors-forks': 5,
  'bulk-rows': 10_000_000,
  'visitors-bulk-rows': 20_000,
  'open-uploads': 8,
  'visitors-open-uploads': 2,
}

type RateName = keyof typeof RATES
export type AmountName = 'stored-bytes' | 'forks' | 'bulk-rows' | 'open-uploads'

export interface Limits {
  rates: Record<RateName, Rate>
  amounts: Record<keyof typeof AMOUNTS, number>
}

/**
 * The limits in force: the table's, changed by `name=rate/burst` and `name=amount` with commas between. With `off` no amount
 * is counted. Throws a plain sentence naming what is wrong.
 */
export function readLimits(text: string | undefined, off = false): Limits {
  const rates: Record<string, Rate> = structuredClone(RATES)
  const amounts: Record<string, number> = structuredClone(AMOUNTS)
  for (const pair of text?.split(',').filter((one) => one.trim()) ?? []) {
    const [name = '', value = ''] = pair.split('=').map((part) => part.trim())
    const rate = /^(\d+(?:\.\d+)?)\/(\d+)$/.exec(value)
    if (Object.hasOwn(rates, name) && rate && Number(rate[1]) > 0 && Number(rate[2]) >= 1)
      rates[name] = { rate: Number(rate[1]), burst: Number(rate[2]) }
    else if (Object.hasOwn(amounts, name) && /^\d+$/.test(value)) amounts[name] = Number(value)
    else throw new Error(`LIMITS is not valid: "${pair.trim()}" is not name=rate/burst or name=amount of a limit there is.`)
  }
  if (off) for (const name of Object.keys(amounts)) amounts[name] = Number.POSITIVE_INFINITY
  return { rates, amounts } as Limits
}

/** The refusal of what goes beyond an amount, in the manner of the rates. `wait`: seconds until there may be room again. */
export function limitReached(limit: { name: string; most: number; wait: number }, detail: string): AppError {
  return new AppError('rate_limited', `The limit "${limit.name}" is reached. ${detail}`, {
    extra: {
      headers: {
        'ratelimit-policy': `"${limit.name}";q=${limit.most}`,
        ratelimit: `"${limit.name}";r=0;t=${limit.wait}`,
        'retry-after': String(limit.wait),
      },
    },
  })
}
