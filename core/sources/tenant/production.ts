import { desc, eq } from 'drizzle-orm'
import { coalesce } from '#db/coalesce.ts'
import type { Connection, Queryable } from '#db/connect.ts'
import { tenantFacts } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { TenantFact, TenantSource } from './source.ts'

type Scope = { organizationId: string; environment: string }

const sources = new WeakMap<Connection, TenantSource>()

/**
 * The words on organisations that this process knows. A database trigger announces every new one, so that what is said to any
 * process counts in each; while that line is down (`listening` false) nothing is kept.
 */
class TenantWords {
  listening = false
  /** Counts what was announced: words read before a change must not be kept after it. */
  changes = 0
  readonly #kept = new Map<string, readonly TenantFact[]>()
  readonly #changing = new Map<string, number>()

  get(key: string): readonly TenantFact[] | undefined {
    return this.listening && !this.#changesNow(key) ? this.#kept.get(key) : undefined
  }
  set(key: string, facts: readonly TenantFact[]): void {
    if (this.#kept.size > MOST_KEPT) this.#kept.clear()
    this.#kept.set(key, facts)
  }
  /** Words are being written here: until that is announced they are read each time, so that whoever said them meets them at once. */
  changing(scope: Scope): void {
    this.changes++
    this.#changing.set(keyOf(scope), Date.now())
  }
  dropOfOrganization(organizationId: string): void {
    this.changes++
    for (const environment of ['sandbox', 'production']) {
      const key = keyOf({ organizationId, environment })
      this.#kept.delete(key)
      this.#changing.delete(key)
    }
  }
  clear(): void {
    this.changes++
    this.#kept.clear()
    this.#changing.clear()
  }
  #changesNow(key: string): boolean {
    const since = this.#changing.get(key)
    if (since === undefined) return false
    if (Date.now() - since < LONGEST_WRITE_MS) return true
    // It was given up: what is announced comes within moments.
    this.#changing.delete(key)
    return false
  }
}

const LONGEST_WRITE_MS = 60_000
const words = new WeakMap<Connection, TenantWords>()

/** What this process knows of organisations by this connection. */
export function tenantWords(connection: Connection): TenantWords {
  let known = words.get(connection)
  if (!known) {
    known = new TenantWords()
    words.set(connection, known)
  }
  return known
}

const keyOf = ({ organizationId, environment }: Scope) => `${organizationId}\n${environment}`

/** What was said of an organisation, by itself or by an administrator: the newest word on each fact, without those taken back. */
export function recordedTenant(connection: Connection): TenantSource {
  let source = sources.get(connection)
  if (!source) {
    const read = coalesce(readerOf(connection))
    const known = tenantWords(connection)
    source = {
      ownsUnproven: () => false,
      inForce: async (db, ctx) => (await newestOf(db, ctx)).flatMap(inForce),
      forDecision: async (scope) => {
        const key = keyOf(scope)
        const kept = known.get(key)
        if (kept) return kept
        const before = known.changes
        const facts = (await read(key)) ?? NOTHING
        if (known.changes === before) known.set(key, facts)
        return facts
      },
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

/** Reads the words on many organisations with one query. */
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
