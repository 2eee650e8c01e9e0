import { desc, eq } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { tenantFacts } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { TenantFact, TenantSource } from './source.ts'

type Scope = { organizationId: string; environment: string }

/** What was said of an organisation, by itself or by an administrator: the newest word on each fact, without those taken back. */
export const recordedTenant: TenantSource = { inForce: async (db, ctx) => (await newestOf(db, ctx)).flatMap(inForce) }

/** The newest word on each fact. */
const newestOf = (db: Queryable, scope: Scope) =>
  db
    .selectDistinctOn([tenantFacts.fact])
    .from(tenantFacts)
    .where(inScope(tenantFacts, scope))
    .orderBy(tenantFacts.fact, desc(tenantFacts.at), desc(tenantFacts.id))

/** Every word on a fact, or on all of them, the newest first. */
export const historyOf = (db: Queryable, scope: Scope, fact?: string) =>
  db
    .select()
    .from(tenantFacts)
    .where(inScope(tenantFacts, scope, fact === undefined ? undefined : eq(tenantFacts.fact, fact)))
    .orderBy(desc(tenantFacts.at), desc(tenantFacts.id))
    .limit(100)

const inForce = (row: typeof tenantFacts.$inferSelect): TenantFact[] =>
  row.value === null
    ? []
    : [
        {
          fact: row.fact,
          value: row.value as Json,
          note: row.note,
          stated_by: row.stated_by,
          stated_as: row.stated_as,
          at: row.at,
        },
      ]
