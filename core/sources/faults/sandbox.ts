import { setTimeout as delay } from 'node:timers/promises'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Persona } from '../personas/source.ts'
import type { Faults } from './source.ts'

const SLOW_MS = 8_000
/** How long a call that was answered "still running" may be repeated until it begins anew. */
const RUNNING_MS = 60_000
/** Calls that were answered "still running" once, by who called what, and until when. */
const running = new Map<string, number>()

/** The failures that magic wallets and the header Sandbox-Scenario play. */
export const playedFaults = (header: string | null): Faults => ({
  async meet(ctx, ...addresses) {
    // What a header asks for was played when the call came in, whatever it is about.
    if (header !== null) return
    for (const address of addresses) if (address) await playFailure(ctx, ctx.world.personas.at(address), address)
  },
  meetAtOnce(ctx, address) {
    if (header === null) throwFailure(ctx.world.personas.at(address))
  },
  plays: (name) => header === name,
})

/** Plays the failure that the header Sandbox-Scenario names, if it names one. `call` tells one call from another. */
export const failIfHeaderSays = (ctx: Ctx, call: string): Promise<void> => playFailure(ctx, ctx.world.personas.at(null), call)

async function playFailure(ctx: Ctx, persona: Persona | null, call: string): Promise<void> {
  throwFailure(persona)
  if (persona?.effects.failure === 'slow') await delay(SLOW_MS)
  if (persona?.effects.failure === 'in_progress' && isFirst(`${ctx.organizationId}\n${call}\n${ctx.idempotency?.key ?? ''}`))
    throw new AppError('idempotency_in_progress', 'The sandbox scenario 9409 answers like this once; the same call again works.', {
      extra: { headers: { 'retry-after': '1' } },
    })
}

function throwFailure(persona: Persona | null): void {
  switch (persona?.effects.failure) {
    case 'rate_limited':
      throw new AppError('rate_limited', 'The sandbox scenario 9429 answers like this.', { extra: { headers: { 'retry-after': '1' } } })
    case 'internal_error':
      throw new AppError('internal_error', 'The sandbox scenario 9500 answers like this.')
    case 'screening_unavailable':
      throw new AppError('screening_unavailable', 'The sandbox scenario 9503 answers like this.')
  }
}

/** Whether this is the first of two calls: the next within a minute is the second. */
function isFirst(call: string): boolean {
  const now = performance.now()
  for (const [key, until] of running) {
    if (until > now) break
    running.delete(key)
  }
  if (running.delete(call)) return false
  running.set(call, now + RUNNING_MS)
  return true
}
