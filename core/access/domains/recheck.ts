import { and, asc, eq, lt } from 'drizzle-orm'
import type { Environment } from '#core/kernel/context.ts'
import { eachOf } from '#core/kernel/each-of.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { domains } from '#db/schema.ts'
import { checkDomain } from './manage.ts'
import type { Looks } from './prove.ts'

const AGAIN_MS = 86_400_000
const BATCH = 200

/** Looks each day whether proven domains still are: they change hands. Returns how many it looked at. */
export async function recheckDomains(services: Services, looks?: Looks): Promise<number> {
  const rows = await services.connection.db
    .select()
    .from(domains)
    .where(and(eq(domains.status, 'verified'), lt(domains.checked_at, new Date(Date.now() - AGAIN_MS))))
    .orderBy(asc(domains.checked_at))
    .limit(BATCH)
  await eachOf(rows, 4, async (row) => {
    const scope = { organizationId: row.organization_id, environment: row.environment as Environment }
    await checkDomain(systemCtx(services, { id: 'domains', ...scope }), row, looks).catch((error: unknown) => {
      // Removed in the meantime.
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
    })
  })
  return rows.length
}
