import { sql } from 'drizzle-orm'
import { tellOverdueCasesOf } from '../cases/overdue.ts'
import type { Ctx, Environment } from '../context.ts'
import { sandboxNow } from '../sandbox/clock.ts'
import type { Services } from '../services.ts'
import { systemCtx } from '../system.ts'

/** What happens by itself at a time. Each does a limited batch, and says how many it did. */
const WORK: readonly ((ctx: Ctx) => Promise<number>)[] = [tellOverdueCasesOf]

/** Does everything that is due in one tenant by its clock. */
export async function runDue(services: Services, scope: { organizationId: string; environment: Environment }): Promise<number> {
  const now = scope.environment === 'sandbox' ? await sandboxNow(services, scope.organizationId) : Date.now()
  const ctx = systemCtx(services, { id: 'deadlines', ...scope, now })
  let done = 0
  for (const work of WORK)
    for (let round = 0; round < 1_000; round++) {
      const count = await work(ctx)
      done += count
      if (count === 0) break
    }
  return done
}

/** The same for every tenant that has something due: run by the clock of the wall, and of each sandbox. */
export async function runAllDue(services: Services): Promise<number> {
  let done = 0
  for (const { organization_id, environment } of await tenantsWithDue(services))
    done += await runDue(services, { organizationId: organization_id, environment })
  return done
}

async function tenantsWithDue(services: Services) {
  const clock = sql`case when d.environment = 'sandbox' then coalesce(s.frozen_at, now() + coalesce(s.clock_offset_ms, 0) * interval '1 millisecond') else now() end`
  const { rows } = await services.connection.db.execute<{ organization_id: string; environment: Environment }>(sql`
    select distinct d.organization_id, d.environment from (
      select organization_id, environment, min(deadline) as at from cases
        where status <> 'decided' and overdue_told_at is null group by 1, 2
    ) d left join sandboxes s on s.organization_id = d.organization_id
    where d.at <= ${clock}`)
  return rows
}
