import { eq } from 'drizzle-orm'
import { sandboxes } from '#db/schema.ts'
import type { Services } from '../services.ts'

/** Clocks by organisation, read once and kept until changed here or a second has passed. */
const clocks = new Map<string, { offset: number; frozenAt: number | null; readAt: number }>()

/** The time in an organisation's sandbox, ms: the wall clock, moved or frozen as its owner set it. */
export async function sandboxNow(services: Services, organizationId: string): Promise<number> {
  let clock = clocks.get(organizationId)
  if (!clock || performance.now() - clock.readAt > 1_000) {
    const [row] = await services.connection.db.select().from(sandboxes).where(eq(sandboxes.organization_id, organizationId)).limit(1)
    clock = { offset: row?.clock_offset_ms ?? 0, frozenAt: row?.frozen_at?.getTime() ?? null, readAt: performance.now() }
    if (clocks.size > 50_000) clocks.clear()
    clocks.set(organizationId, clock)
  }
  return clock.frozenAt ?? Date.now() + clock.offset
}

/** Makes the next reading come from the table. */
export const forgetClock = (organizationId: string) => clocks.delete(organizationId)
