import type { Services } from '#core/kernel/services.ts'
import { sandboxSample, sandboxSamplePrevious } from '#screening/sandbox-sample.ts'
import { loadFew } from './loaded.ts'
import { ownListAt, ownLists } from './own.ts'
import type { Lists } from './source.ts'

/** The sample beside the official lists, or what the owner of the sandbox made of it. */
export const sampleLists = (services: Services): Lists => ({
  standIn: async (db, tenant) => (await ownLists(db, tenant)) ?? services.screening.sample(),
  standInAt: async (db, tenant, at) => loadFew([(await ownListAt(db, tenant, at)) ?? sampleAt(at)]),
  // A sandbox whose clock was moved has its lists refreshed with it: time travel tests deadlines, not the age of our data.
  movedBy: (now) => Math.round((now - Date.now()) / 1000) * 1000,
  // A sandbox's clock is not the one that confirmed it.
  confirmedAt: (_checkedAt, at) => at,
})

/** The sample had an entry until its second version: persona 2005, delisted. */
function sampleAt(at: number) {
  const loadedAt = new Date(at).toISOString()
  const current = sandboxSample({ loadedAt })
  return at >= Date.parse(current.published_at) ? current : sandboxSamplePrevious({ loadedAt })
}
