import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { EgressError } from '#egress/error.ts'
import { egress } from '#egress/gate.ts'
import type { ProviderName } from './provider.ts'

interface Asked {
  method?: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Asks a provider something, and reads the answer by what the provider documents. Throws `provider_not_configured`, `not_ready`. */
export type Asks = <S extends z.ZodType>(asked: Asked, answer: S) => Promise<z.output<S>>

/** The provider knows nothing of what it is asked for. */
export class NotThere extends AppError {}

const TRIES = 3
const PAUSE_MS = 250

/**
 * The way to a provider: bounded in time, tried again where the network or the provider fails, and never more than that. A key that is
 * refused, or a flow that does not exist, is said as such; `answered` is told each status. What a provider says in words is not passed on: it may name somebody.
 */
export function asksOf(
  { config }: Pick<Services, 'config'>,
  provider: ProviderName,
  title: string,
  base: string,
  answered?: (status: number) => void,
): Asks {
  const other = config.identityProviderUrls[provider]
  const send = egress.fetch(other ? 'identity_provider_mirror' : 'identity_provider')
  return async (asked, answer) => {
    const response = await tried(() => send(`${other ?? base}${asked.path}`, asked), title)
    answered?.(response.status)
    const text = await response.text().catch(() => '')
    if (!response.ok)
      throw new (response.status === 404 ? NotThere : AppError)(
        'provider_not_configured',
        `${title} refused the request (status ${response.status}). Look at the key and the flow that are set up for it.`,
      )
    const read = answer.safeParse(jsonOf(text))
    if (!read.success) throw new AppError('not_ready', `${title} answered something else than it documents. Try again later.`)
    return read.data
  }
}

async function tried(send: () => Promise<Response>, title: string): Promise<Response> {
  for (let left = TRIES - 1; ; left--) {
    const response = await send().catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error
      return null
    })
    if (response && response.status < 500 && response.status !== 429) return response
    await response?.body?.cancel()
    if (left === 0) throw new AppError('not_ready', `${title} does not answer just now. Try again in a few minutes.`)
    await setTimeout(PAUSE_MS * (TRIES - left))
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
