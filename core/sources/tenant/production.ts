import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { TenantNow } from '#core/kernel/context.ts'
import { Line } from '#core/kernel/pulse.ts'
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
  readonly #line = new Line()
  /** Counts what was announced: words read before a change must not be kept after it. */
  changes = 0
  readonly #kept = new Map<string, Schedule>()
  readonly #changing = new Map<string, number>()

  get listening(): boolean {
    return this.#line.heard
  }
  set listening(heard: boolean) {
    this.#line.heard = heard
  }

  get(key: string): Schedule | undefined {
    return this.listening && !this.#changesNow(key) ? this.#kept.get(key) : undefined
  }
  set(key: string, schedule: Schedule): void {
    if (this.#kept.size > MOST_KEPT) this.#kept.clear()
    this.#kept.set(key, schedule)
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
        if (kept) return countingAt(kept, scope.now)
        const before = known.changes
        const schedule = (await read(key)) ?? NOTHING
        if (known.changes === before) known.set(key, schedule)
        return countingAt(schedule, scope.now)
      },
    }
    sources.set(connection, source)
  }
  return source
}

/** What counts from a time on, the earliest first: a word may be said before its time. */
type Schedule = readonly { from: number; facts: readonly TenantFact[] }[]

const NOTHING: Schedule = [{ from: Number.NEGATIVE_INFINITY, facts: Object.freeze([]) }]

/** What counts at a time, in ms: the same object until the next word's time comes. */
const countingAt = (schedule: Schedule, now: number): readonly TenantFact[] =>
  (schedule.length === 1 ? schedule[0]! : schedule.findLast(({ from }) => from <= now)!).facts

/** Of words ordered by fact, the last said of each first: those that have come into effect, of each fact the one said last. */
function scheduleOf(words: readonly Row[]): Schedule {
  const times = new Set(words.flatMap(({ effective_at }) => (effective_at ? [effective_at.getTime()] : [])))
  return [Number.NEGATIVE_INFINITY, ...[...times].sort((a, b) => a - b)].map((from) => {
    const newest = new Map<string, Row>()
    for (const word of words) if (startOf(word) <= from && !newest.has(word.fact)) newest.set(word.fact, word)
    return { from, facts: Object.freeze([...newest.values()].flatMap(inForce)) }
  })
}

const startOf = ({ effective_at }: Pick<Row, 'effective_at'>): number => effective_at?.getTime() ?? Number.NEGATIVE_INFINITY

/** Organisations whose words are kept at hand. */
const MOST_KEPT = 1000

/** Whether a later word ends this one before its time: it ends those said before it that would come into effect no earlier. */
function endedBefore(word: string): string {
  return `exists (select from tenant_facts later
    where (later.organization_id, later.environment, later.fact) = (${word}.organization_id, ${word}.environment, ${word}.fact)
      and (later.at, later.id) > (${word}.at, ${word}.id) and (later.effective_at is null or later.effective_at <= ${word}.effective_at))`
}

// What is judged when it is said, and read by no other decision, is left out.
// Written out, so that it is planned once: the query builder composes its SQL anew for every call.
// What waits for its time comes along, for the clock to judge.
const NEWEST = `select t.organization_id || chr(10) || t.environment as key,
    t.id, t.fact, t.value, t.note, t.stated_by, t.stated_as, t.at, t.effective_at
  from unnest($1::text[], $2::text[]) as asked(organization_id, environment)
  join tenant_facts t using (organization_id, environment)
  where t.fact not in ('data_bases', 'reliance_keys', 'identity_reliance', 'identity_second_person', 'identity_evidence_days',
    'member_changes_by_two', 'policy_changes_by_two', 'accreditation_second_person')
    and not ${endedBefore('t')}
  order by t.organization_id, t.environment, t.fact, t.at desc, t.id desc`

/** Reads the words on many organisations with one query. */
function readerOf({ pool }: Connection): (keys: string[]) => Promise<Map<string, Schedule>> {
  return async (keys) => {
    const parts = keys.map((key) => key.split('\n'))
    const values = [0, 1].map((i) => parts.map((part) => part[i]))
    const { rows } = await pool.query<Row & { key: string }>({ name: 'tenant_facts', text: NEWEST, values })
    return new Map([...Map.groupBy(rows, (row) => row.key)].map(([key, words]) => [key, scheduleOf(words)]))
  }
}

/** Of the words on each fact that have come into effect, the one said last. */
const newestOf = (db: Queryable, scope: TenantNow) =>
  db
    .selectDistinctOn([tenantFacts.fact])
    .from(tenantFacts)
    .where(inScope(tenantFacts, scope, or(isNull(tenantFacts.effective_at), lte(tenantFacts.effective_at, new Date(scope.now)))))
    .orderBy(tenantFacts.fact, desc(tenantFacts.at), desc(tenantFacts.id))

/** Words whose time is still to come, the next first. */
export const waitingOf = (db: Queryable, scope: TenantNow): Promise<WordRow[]> =>
  db
    .select()
    .from(tenantFacts)
    .where(
      inScope(tenantFacts, scope, and(gt(tenantFacts.effective_at, new Date(scope.now)), sql.raw(`not ${endedBefore('tenant_facts')}`))),
    )
    .orderBy(tenantFacts.effective_at, tenantFacts.fact)
    .limit(MOST_PENDING)
/** So many words wait for their time at most. */
export const MOST_PENDING = 100

/** Every word on a fact, or on all of them, the newest first. */
export const historyOf = (db: Queryable, scope: Scope, fact?: string) =>
  db
    .select()
    .from(tenantFacts)
    .where(inScope(tenantFacts, scope, fact === undefined ? undefined : eq(tenantFacts.fact, fact)))
    .orderBy(desc(tenantFacts.at), desc(tenantFacts.id))
    .limit(100)

type WordRow = typeof tenantFacts.$inferSelect
type Row = Pick<WordRow, 'id' | 'fact' | 'value' | 'note' | 'stated_by' | 'stated_as' | 'at' | 'effective_at'>

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
          effective_at: row.effective_at,
        },
      ]
