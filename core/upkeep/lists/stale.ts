import { eq } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { freshness } from '#core/screening/lists/age.ts'
import { put } from '#core/screening/lists/progress.ts'
import { staleWords } from '#core/screening/lists/screening.ts'
import { settings } from '#db/schema.ts'
import { listeners, tell } from './rescreen-pending.ts'

const KEY = 'lists.stale-told.'

/** Tells subscribers once when a list in force has become older than the age at which every check is a review. */
export async function tellStaleLists(services: Services): Promise<string[]> {
  const official = services.screening.state().lists.filter((l) => l.source !== 'sandbox_sample')
  const told: string[] = []
  for (const age of freshness(official, Date.now(), services.screening.required).lists) {
    const key = `${KEY}${age.source}`
    const [known] = await services.connection.db.select().from(settings).where(eq(settings.key, key)).limit(1)
    if (!age.stale) {
      if (known?.value) await put(services, key, false)
      continue
    }
    if (known?.value) continue
    services.log.warn({ source: age.source, age_seconds: age.age_seconds }, staleWords(age))
    for (const tenant of await listeners(services))
      await tell(services, tenant, [
        {
          type: 'sanctions.list.stale',
          resource: { type: 'list', id: age.source },
          object: { source: age.source, version: age.version, age_seconds: age.age_seconds, budget: age.budget_seconds },
        },
      ])
    await put(services, key, true)
    told.push(age.source)
  }
  return told
}
