import { desc, eq, isNull } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { listHolds, listVersions } from '#db/schema.ts'
import type { Finding } from '#screening/lists/judge.ts'
import { meanwhile } from './tell-held.ts'

/** A version that waits for two people. */
export interface HeldList {
  id: string
  source: string
  version: string
  since: string
  findings: Finding[]
}

/** What is wrong with the lists, for `/readyz`, the pages and the metrics: one sentence each, and what is held back. */
export async function readTrouble(services: Services): Promise<{ warnings: string[]; held: HeldList[] }> {
  const { db } = services.connection
  const rows = await db
    .select({
      id: listHolds.id,
      source: listHolds.source,
      version: listHolds.version,
      loaded_at: listHolds.loaded_at,
      findings: listHolds.findings,
      entries: listHolds.entries,
    })
    .from(listHolds)
    .where(eq(listHolds.state, 'held'))
    .orderBy(listHolds.source, desc(listHolds.loaded_at))
  const inForce = await db.selectDistinct({ source: listVersions.source }).from(listVersions).where(isNull(listVersions.organization_id))
  const has = (source: string) => inForce.some((row) => row.source === source)
  const missing = services.screening.required.filter((source) => !has(source))
  return {
    held: rows.map(({ id, source, version, loaded_at, findings }) => ({
      id,
      source,
      version,
      since: loaded_at.toISOString(),
      findings: findings as Finding[],
    })),
    warnings: [
      ...rows.map((row) => {
        const first = (row.findings[0] as Finding).detail
        const readable = !row.findings.some((one) => one.code === 'unreadable')
        return `${row.source} ${row.version} was held back. ${first} ${meanwhile({ source: row.source, inForce: has(row.source), readable })}`
      }),
      ...missing.map((source) => `${source} is required and no version of it is in force: production checks are refused, none is cleared.`),
    ],
  }
}
