import { desc, eq } from 'drizzle-orm'
import { coalesce } from '#db/coalesce.ts'
import type { Connection, Queryable } from '#db/connect.ts'
import { tenantFacts } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { TenantFact, TenantSource } from './source.ts'

type Scope = { organizationId: string; environment: string }

const sources = new WeakMap<Connection, TenantSource>()

/** What was said of an organisation, by itself or by an administrator: the newest word on each fact, without those taken back. */
export function recordedTenant(connection: Connection): TenantSource {
  let source = sources.get(connection)
  if (!source) {
    const read = coalesce(readerOf(connection))
    source = {
      ownsUnproven: () => false,
      inForce: async (db, ctx) => (await newestOf(db, ctx)).flatMap(inForce),
      forDecision: async ({ organizationId, environment }) => (await read(`${organizationId}\n${environment}`)) ?? NOTHING,
    }
    sources.set(connection, source)
  }
  return source
}

const NOTHING: readonly TenantFact[] = Object.freeze([])
/** Organisations whose words are kept at hand, to be known again by their ids. */
const MOST_KEPT = 1000

// What is judged when it is said, and read by no other decision, is left out.
// Written out, so that it is planned once: the query builder composes its SQL anew for every call.
const NEWEST = `select distinct on (t.organization_id, t.environment, t.fact)
    t.organization_id || chr(10) || t.environment as key, t.id, t.fact, t.value, t.note, t.stated_by, t.stated_as, t.at
  from unnest($1::text[], $2::text[]) as asked(organization_id, environment)
  join tenant_facts t using (organization_id, environment)
  where t.fact not in ('data_bases', 'reliance_keys', 'identity_reliance', 'identity_second_person', 'identity_evidence_days',
    'member_changes_by_two', 'accreditation_second_person')
  order by t.organization_id, t.environment, t.fact, t.at desc, t.id desc`

/** Reads the words on many organisations with one query. Each time, so that a word said to another process counts at once. */
function readerOf({ pool }: Connection): (keys: string[]) => Promise<Map<string, readonly TenantFact[]>> {
  const kept = new Map<string, { ids: string; facts: readonly TenantFact[] }>()
  return async (keys) => {
    const parts = keys.map((key) => key.split('\n'))
    const values = [0, 1].map((i) => parts.map((part) => part[i]))
    const { rows } = await pool.query<Row & { key: string }>({ name: 'tenant_facts', text: NEWEST, values })
    const found = new Map<string, readonly TenantFact[]>()
    for (const [key, words] of Map.groupBy(rows, (row) => row.key)) {
      const ids = words.map((row) => row.id).join(' ')
      const before = kept.get(key)
      const now = before?.ids === ids ? before : { ids, facts: Object.freeze(words.flatMap(inForce)) }
      kept.delete(key)
      kept.set(key, now)
      found.set(key, now.facts)
    }
    for (const key of kept.keys())
      if (kept.size > MOST_KEPT) kept.delete(key)
      else break
    return found
  }
}

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

type Row = Pick<typeof tenantFacts.$inferSelect, 'id' | 'fact' | 'value' | 'note' | 'stated_by' | 'stated_as' | 'at'>

const inForce = (row: Row): TenantFact[] =>
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
