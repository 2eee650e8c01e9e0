import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { cases } from '#db/schema.ts'
import type { Environment } from '../context.ts'
import type { Services } from '../services.ts'
import { systemCtx } from '../system.ts'
import { write } from '../transaction.ts'

const BATCH = 200

/** Tells each tenant, once a case, that its deadline has passed. Returns how many were told. */
export async function tellOverdueCases(services: Services): Promise<number> {
  const { db } = services.connection
  const late = and(ne(cases.status, 'decided'), lt(cases.deadline, sql`now()`), sql`not (${cases.details} ? 'overdue_told')`)
  const rows = await db.select().from(cases).where(late).orderBy(cases.deadline).limit(BATCH)
  const tenants = Map.groupBy(rows, (row) => `${row.organization_id} ${row.environment}`)
  for (const group of tenants.values()) {
    const { organization_id, environment } = group[0]!
    const ctx = systemCtx(services, { id: 'cases', organizationId: organization_id, environment: environment as Environment })
    await write(ctx, async (tx) => {
      const told = await tx
        .update(cases)
        .set({ details: sql`${cases.details} || jsonb_build_object('overdue_told', true)` })
        .where(
          and(
            late,
            inArray(
              cases.id,
              group.map((row) => row.id),
            ),
            eq(cases.environment, environment),
          ),
        )
        .returning()
      return {
        result: null,
        audit: { action: 'cases_overdue', category: 'system', details: { count: told.length } },
        events: told.map((row) => ({
          type: 'case.overdue' as const,
          resource: { type: 'case', id: row.id },
          object: {
            case: {
              id: row.id,
              kind: row.kind,
              subject: { type: row.subject_type, id: row.subject_id },
              deadline: row.deadline.toISOString(),
              outcome: null,
            },
          },
        })),
      }
    })
  }
  return rows.length
}
