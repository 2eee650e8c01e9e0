import { budgetOfAddress, isOfVisitor } from '#core/access/budgets/amounts.ts'
import type { Actor } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { placeKey } from '#core/kernel/network-place.ts'
import { type AppDeps, callerIp } from '../app-deps.ts'
import type { AppContext } from './errors.ts'

type Deps = Pick<AppDeps, 'services' | 'limiter' | 'processor' | 'options'>

/**
 * Takes one call of a key from what its organisation may make: its keys share it, and so do all worlds of visitors from one
 * address. Returns the headers to send; throws `rate_limited`.
 */
export function takeCall(deps: Deps, c: AppContext, actor: Actor & { type: 'api_key' }): Promise<Record<string, string>> {
  const budget = actor.budget ?? actor.organizationId
  c.set('budget', budget)
  deps.processor.refuseSpent(budget)
  const visitor = isOfVisitor(budget)
  const name = visitor ? 'visitors' : actor.environment
  return deps.limiter.take(`${name}:${visitor ? budget : actor.organizationId}`, { name, ...deps.services.config.limits.rates[name] })
}

/** Takes one call of somebody nobody knows from what an address may make. Throws `rate_limited`. */
export async function takeAnonymous(deps: Deps, c: AppContext): Promise<void> {
  const ip = callerIp(deps, c.req.raw, c.env)
  deps.processor.refuseSpent(budgetOfAddress(deps.services, ip))
  await deps.limiter.take(`anonymous:${placeKey(deps.services, ip)}`, { name: 'anonymous', ...deps.services.config.limits.rates.anonymous })
}

/** What `identify` finds. An address whose keys are refused again and again is told to wait instead. */
export async function identified<T>(deps: Deps, ip: string | null, identify: () => Promise<T>): Promise<T> {
  try {
    return await identify()
  } catch (error) {
    if (error instanceof AppError && error.status === 401)
      await deps.limiter.take(`refused-keys:${placeKey(deps.services, ip)}`, {
        name: 'refused-keys',
        ...deps.services.config.limits.rates['refused-keys'],
      })
    throw error
  }
}

/** Addresses below which anybody may read, each answer of which takes work. */
const OPEN =
  /^\/(?:log|\.well-known|ns|vct|errors|rules|reserves|credentials|sandbox|downloads|openid4vci)\/|^\/rules$|\/openapi\.json$|\/schemas\/events/

export const isOpen = (path: string): boolean => OPEN.test(path)
