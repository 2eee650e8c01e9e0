import { eq } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { sandboxes } from '#db/schema.ts'
import type { Clock } from './source.ts'

interface Setting {
  offset: number
  frozenAt: number | null
  readAt: number
}

const KEPT_MS = 1_000
/** Clocks by organisation, read once and kept until changed here or so long. */
const clocks = new Map<string, Setting>()
const readings = new Map<string, Promise<Setting>>()

/** The wall clock, moved or frozen as the owner of each sandbox set it. */
export const sandboxClock = (services: Services): Clock => ({ now: (organizationId) => sandboxNow(services, organizationId) })

/** The time in an organisation's sandbox, ms. */
export async function sandboxNow(services: Services, organizationId: string): Promise<number> {
  let clock = clocks.get(organizationId)
  const age = clock ? performance.now() - clock.readAt : Number.POSITIVE_INFINITY
  if (!clock || age > KEPT_MS) clock = await readOnce(services, organizationId)
  // A busy sandbox reads ahead, so that its calls do not all wait once a second.
  else if (age > KEPT_MS / 2) readOnce(services, organizationId).catch(() => {})
  return clock.frozenAt ?? Date.now() + clock.offset
}

/** Calls that come while it is read wait for the same reading. */
async function readOnce(services: Services, organizationId: string): Promise<Setting> {
  const reading = readings.get(organizationId) ?? readClock(services, organizationId)
  readings.set(organizationId, reading)
  try {
    const clock = await reading
    // Not when it was changed meanwhile.
    if (readings.get(organizationId) === reading) clocks.set(organizationId, clock)
    return clock
  } finally {
    if (readings.get(organizationId) === reading) readings.delete(organizationId)
  }
}

async function readClock(services: Services, organizationId: string): Promise<Setting> {
  const readAt = performance.now()
  const [row] = await services.connection.db.select().from(sandboxes).where(eq(sandboxes.organization_id, organizationId)).limit(1)
  if (clocks.size > 50_000) clocks.clear()
  return { offset: row?.clock_offset_ms ?? 0, frozenAt: row?.frozen_at?.getTime() ?? null, readAt }
}

/** Makes the next reading come from the table. */
export function forgetClock(organizationId: string): void {
  clocks.delete(organizationId)
  readings.delete(organizationId)
}
