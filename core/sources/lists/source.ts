import type { Tenant } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import type { ReadyLists } from './loaded.ts'

/** What checks of a world are answered from besides the official lists, and how old those are there. */
export interface Lists {
  /**
   * The small list that stands in for every authority and is always current: a tenant's own, else the sample. Null where nothing does, and
   * only official lists, whole and not too old, clear anybody.
   */
  standIn(db: Queryable, tenant: Tenant): Promise<ReadyLists | null>
  /** The same as it was at a time, ms. */
  standInAt(db: Queryable, tenant: Tenant, at: number): Promise<ReadyLists | null>
  /** How far, in ms, the times of the lists move along with a tenant's clock that shows `now`. */
  movedBy(now: number): number
  /** When a version that was in force at `at` counts as confirmed, by when its publisher confirmed it last; ms. */
  confirmedAt(checkedAt: number, at: number): number
}
