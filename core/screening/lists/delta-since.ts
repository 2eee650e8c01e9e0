import { inArray } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { listVersions } from '#db/schema.ts'
import type { ListDelta } from '#screening/delta.ts'
import { deltaOfSnapshots } from '#screening/snapshot-delta.ts'

export interface DeltaSummary {
  from: string | null
  to: string
  added: number
  changed: number
  removed: number
  /** What the load it was part of did to monitored subjects, over all tenants. */
  report: {
    subjects: number
    rescreened: number
    created: number
    updated: number
    cleared: number
    exceptions_voided: number
    credentials_suspended: number
    seconds: number
  }
  finished_at: string
}

/** What changed between two stored versions; everything is new where there is none before. */
export async function deltaSince(services: Services, before: string | null, after: string): Promise<ListDelta> {
  const ids = before ? [before, after] : [after]
  const rows = await services.connection.db
    .select({ id: listVersions.id, content: listVersions.content })
    .from(listVersions)
    .where(inArray(listVersions.id, ids))
  const content = (id: string | null) => rows.find((row) => row.id === id)?.content ?? null
  return deltaOfSnapshots({ before: content(before), after: content(after)! })
}
