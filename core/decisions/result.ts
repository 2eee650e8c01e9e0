import { inArray } from 'drizzle-orm'
import type { Connection, Queryable } from '#db/connect.ts'
import { insertRows } from '#db/insert-rows.ts'
import { decisionParts, type decisions } from '#db/schema.ts'
import type { Json } from '#engine/canonical.ts'
import { type Compact, type CompactRule, expand, type Part, partId } from '#engine/compact.ts'
import type { Decision } from '#engine/decide.ts'

type Stored = Pick<
  typeof decisions.$inferSelect,
  'check' | 'outcome' | 'reason_codes' | 'lists' | 'result' | 'result_hash' | 'ruleset_version' | 'ruleset_sha256'
>

const textsById = new Map<string, readonly string[]>()
const committed = new WeakMap<Connection, Set<Part>>()

/**
 * What to store of a decision: its outcomes as parts that the database has already, without what the row's other columns
 * say. Parts it has not yet are sent there for the decisions to come; this one is then stored whole.
 */
export function storedResult(connection: Connection, decision: Decision, { rules, values, parts }: Compact): Record<string, unknown> {
  let there = committed.get(connection)
  if (!there) {
    there = new Set()
    committed.set(connection, there)
  }
  for (const part of parts)
    if (!there.has(part)) {
      void keepParts(connection, there, parts)
      return decision as unknown as Record<string, unknown>
    }
  const { as_of, legal_day, missing, primary, restriction_code, ruleset } = decision
  return { as_of, legal_day, missing, primary, restriction_code, ruleset: ruleset.id, rules, values }
}

/** Stores parts in a transaction of their own, so that they are there whatever becomes of the decision. */
async function keepParts({ pool }: Connection, there: Set<Part>, parts: readonly Part[]): Promise<void> {
  const rows = [...new Map(parts.map(({ id, texts }) => [id, { id, texts: [...texts] }])).values()]
  try {
    await insertRows(pool, decisionParts, rows, { skipExisting: true })
    for (const part of parts) there.add(part)
  } catch {
    // The next decision tries again; until then decisions are stored whole.
  }
}

/** A stored result, whole. Throws when it was altered so that it cannot be made whole. */
export async function readResult(db: Queryable, row: Stored): Promise<Decision> {
  return (await readAll(db, [row]))[0]!
}

/** Many stored results, whole and in order. Throws when one was altered so that it cannot be made whole. */
export async function readAll(db: Queryable, rows: readonly Stored[]): Promise<Decision[]> {
  return (await readResults(db, rows)).map((decision) => {
    if (!decision) throw new Error('a stored decision cannot be read: it or a part of it was altered')
    return decision
  })
}

/** Many stored results, whole, with one query for all parts that are not at hand; null where one cannot be made whole. */
export async function readResults(db: Queryable, rows: readonly Stored[]): Promise<(Decision | null)[]> {
  const missing = new Set<string>()
  for (const { result } of rows)
    if (isShort(result)) for (const rule of result.rules) if (Array.isArray(rule) && !textsById.has(rule[0])) missing.add(rule[0])
  if (missing.size)
    for (const { id, texts } of await db
      .select()
      .from(decisionParts)
      .where(inArray(decisionParts.id, [...missing])))
      if (partId(texts) === id) textsById.set(id, texts)
  return rows.map((row) => {
    try {
      return whole(row)
    } catch {
      return null
    }
  })
}

/** Has parts read from the database again, for who checks what stands there. */
export const forgetParts = (): void => textsById.clear()

type Short = Record<string, unknown> & { rules: CompactRule[]; values: Json[]; ruleset: string }
const isShort = (result: Record<string, unknown>): result is Short => Array.isArray(result.rules) && Array.isArray(result.values)

function whole(row: Stored): Decision {
  if (!isShort(row.result)) return row.result as unknown as Decision
  const { rules, values, ruleset: id, ...rest } = row.result
  const { check, outcome, reason_codes, lists, result_hash, ruleset_version: version, ruleset_sha256: sha256 } = row
  const used = new Set(rules.flatMap((rule) => (Array.isArray(rule) ? rule.slice(1) : [])))
  return {
    check,
    lists,
    outcome,
    reason_codes,
    result_hash,
    ruleset: { id, version, sha256 },
    // A value that no rule reads was never there: it stays, for the hash to tell.
    ...(used.size !== values.length && { values }),
    ...rest,
    rules: expand(rules, values, (part) => {
      const texts = textsById.get(part)
      if (!texts) throw new Error(`part ${part} of a decision is missing`)
      return texts
    }),
  } as unknown as Decision
}
