import { asc, gt, inArray, sql } from 'drizzle-orm'
import type { Connection, Queryable, Tx } from '#db/connect.ts'
import { type PartToKeep, partRows } from '#db/group-writer.ts'
import { insertRows } from '#db/insert-rows.ts'
import { decisionParts, decisions } from '#db/schema.ts'
import type { Json } from '#engine/canonical.ts'
import { type Compact, type CompactRule, expand, partId } from '#engine/compact.ts'
import type { Decision } from '#engine/decide.ts'

type Stored = Pick<
  typeof decisions.$inferSelect,
  'check' | 'outcome' | 'reason_codes' | 'lists' | 'result' | 'result_hash' | 'ruleset_version' | 'ruleset_sha256'
>

const textsById = new Map<string, readonly string[]>()
const committed = new WeakMap<Connection, Set<PartToKeep>>()

/** Decisions of one check that look alike: their rules, with null for an outcome that says something of its own. */
interface Pattern extends PartToKeep {
  readonly rules: readonly (readonly [part: string, ...places: number[]] | null)[]
  readonly names: readonly PartToKeep[]
  /** Itself alone: where it is there, so are the parts it names. */
  readonly relied: readonly PartToKeep[]
}

/**
 * What decisions have in common that no outcome sets apart: the rules that ran, what each came to and which facts it read from where. With
 * `none`, the place of the one value that is null, also which of those facts were there.
 */
export interface Like {
  readonly pattern: object
  readonly none: number
}

/** More patterns than this of one check are not looked for: such a decision names its parts itself. */
const MOST_PATTERNS = 64
const patterns = new Map<string, Pattern[]>()

/**
 * What to store of a decision: its outcomes as a pattern of parts that the database has already, without what the row's other
 * columns say. What it has not yet is sent there for the decisions to come; this one is then stored whole. `factParts` are those that the
 * facts beside it rely on. `like` is null where an outcome says something of its own.
 */
export function storedResult(
  connection: Connection,
  decision: Decision,
  { rules, values, parts }: Compact,
  factParts: readonly PartToKeep[] = [],
): { stored: Record<string, unknown>; like: Like | null } {
  const { as_of, legal_day, missing, primary, restriction_code, ruleset } = decision
  const rest = { as_of, legal_day, missing, primary, restriction_code, ruleset: ruleset.id, values }
  const there = thereIn(connection)
  const pattern = patternOf(decision.check, rules, parts)
  const like = pattern && parts.length === rules.length ? { pattern, none: values.indexOf(null) } : null
  if (pattern && there.has(pattern))
    return {
      stored: relying({ ...rest, rules: pattern.id, own: rules.filter((rule) => !Array.isArray(rule)) }, pattern.relied, factParts),
      like,
    }
  if (parts.every((part) => there.has(part))) return { stored: relying({ ...rest, rules }, parts, factParts), like }
  void keepParts(connection, there, pattern ? pattern.relied : parts)
  return { stored: relying(decision as unknown as Record<string, unknown>, factParts), like }
}

/** More texts of one kind than this are not looked for: they are then kept with each decision. */
const MOST_SHARED = 500
const sharedTexts = { sources: new Map<string, PartToKeep>(), paths: new Map<string, PartToKeep>() }

/** The part that holds a text which many decisions share; null while the database has it not, and where there are too many of its kind already. */
export function sharedText(connection: Connection, kind: keyof typeof sharedTexts, text: string): PartToKeep | null {
  const shared = sharedTexts[kind]
  let part = shared.get(text)
  if (!part) {
    if (shared.size >= MOST_SHARED) return null
    const texts = [text]
    part = { id: partId(texts), texts }
    shared.set(text, part)
  }
  const there = thereIn(connection)
  if (there.has(part)) return part
  void keepParts(connection, there, [part])
  return null
}

/** The text of such a part; null when it was altered or is missing. */
export async function readShared(db: Queryable, id: string): Promise<string | null> {
  await readTexts(db, [id])
  return textsById.get(id)?.[0] ?? null
}

function thereIn(connection: Connection): Set<PartToKeep> {
  let there = committed.get(connection)
  if (!there) {
    there = new Set()
    committed.set(connection, there)
  }
  return there
}

/** On a result that is still to be written: the parts it relies on, in lists that many share. A property, which no JSON shows, for a weak map of what lives so briefly costs more. */
const RELIED = Symbol('relied')
interface Relying {
  [RELIED]?: readonly (readonly PartToKeep[])[]
}

function relying(result: Record<string, unknown>, ...parts: (readonly PartToKeep[])[]): Record<string, unknown> {
  ;(result as Relying)[RELIED] = parts
  return result
}

/**
 * The parts without which these rows cannot be read. That the process once saw them kept proves nothing: a database that was
 * restored or promoted may lack them. Whoever writes the rows makes sure of them in the same transaction.
 */
export function partsOf(rows: readonly { result?: unknown }[]): PartToKeep[] {
  const lists = new Set<readonly PartToKeep[]>()
  for (const { result } of rows) for (const list of (result as Relying | undefined)?.[RELIED] ?? []) lists.add(list)
  return [...lists].flat()
}

/** Inserts decisions with every part they rely on. */
export async function insertDecisions(tx: Tx, rows: (typeof decisions.$inferInsert)[]): Promise<void> {
  if (!rows.length) return
  const parts = new Map(partsOf(rows).map((part) => [part.id, part]))
  const there = sql<number>`(select count(*)::int from ${decisionParts} where ${inArray(decisionParts.id, [...parts.keys()])})`
  const [first] = await tx.insert(decisions).values(rows).returning({ there })
  if (first!.there === parts.size) return
  await tx.insert(decisionParts).values(partRows(parts.values())).onConflictDoNothing()
}

/** The pattern these rules follow, or null when there are too many already. */
function patternOf(check: string, rules: readonly CompactRule[], parts: readonly PartToKeep[]): Pattern | null {
  let known = patterns.get(check)
  if (!known) {
    known = []
    patterns.set(check, known)
  }
  for (const pattern of known) if (follows(rules, pattern.rules)) return pattern
  if (known.length >= MOST_PATTERNS) return null
  const shape = rules.map((rule) => (Array.isArray(rule) ? (rule as [string, ...number[]]) : null))
  const texts = [JSON.stringify(shape)]
  const relied: PartToKeep[] = []
  const pattern: Pattern = { id: partId(texts), texts, rules: shape, names: parts, relied }
  relied.push(pattern)
  known.push(pattern)
  return pattern
}

function follows(rules: readonly CompactRule[], pattern: Pattern['rules']): boolean {
  if (rules.length !== pattern.length) return false
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i]!
    const wanted = pattern[i]!
    if (!Array.isArray(rule)) {
      if (wanted !== null) return false
      continue
    }
    if (wanted === null || rule.length !== wanted.length) return false
    for (let j = 0; j < rule.length; j++) if (rule[j] !== wanted[j]) return false
  }
  return true
}

/** Stores parts in a transaction of their own, so that they are there whatever becomes of the decision. */
async function keepParts({ pool }: Connection, there: Set<PartToKeep>, parts: readonly PartToKeep[]): Promise<void> {
  try {
    await insertRows(pool, decisionParts, partRows(parts), { skipExisting: true })
    for (const part of parts) for (const one of [...(part.names ?? []), part]) there.add(one)
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

/** Many stored results, whole, with one query for all patterns and one for all parts that are not at hand; null where one cannot be made whole. */
export async function readResults(db: Queryable, rows: readonly Stored[]): Promise<(Decision | null)[]> {
  const short = rows.map(({ result }) => result).filter(isShort)
  await readTexts(
    db,
    short.flatMap(({ rules }) => (typeof rules === 'string' ? [rules] : [])),
  )
  const outcomes = short.flatMap((result) => {
    try {
      return outcomesOf(result)
    } catch {
      return []
    }
  })
  await readTexts(
    db,
    outcomes.flatMap((rule) => (Array.isArray(rule) ? [rule[0] as string] : [])),
  )
  return rows.map((row) => {
    try {
      return whole(row)
    } catch {
      return null
    }
  })
}

/** Has the texts of parts at hand. One that was altered is as good as missing. */
async function readTexts(db: Queryable, ids: readonly string[]): Promise<void> {
  const missing = new Set(ids.filter((id) => !textsById.has(id)))
  if (!missing.size) return
  for (const { id, texts } of await db
    .select()
    .from(decisionParts)
    .where(inArray(decisionParts.id, [...missing])))
    if (partId(texts) === id) textsById.set(id, texts)
}

/** The outcomes of a stored result, put together from its pattern. Throws where the pattern is missing or does not fit. */
function outcomesOf({ rules, own = [] }: Short): CompactRule[] {
  if (typeof rules !== 'string') return rules
  let next = 0
  const outcomes = (JSON.parse(textOf(rules)[0]!) as Pattern['rules']).map((rule) => rule ?? own[next++]!)
  if (next !== own.length) throw new Error('a decision does not fit its pattern')
  return outcomes
}

function textOf(id: string): readonly string[] {
  const texts = textsById.get(id)
  if (!texts) throw new Error(`part ${id} of a decision is missing`)
  return texts
}

/** Parts that no longer say what their ids were drawn from. */
export async function alteredParts(db: Queryable): Promise<string[]> {
  const altered: string[] = []
  for (let last = ''; ; ) {
    const rows = await db.select().from(decisionParts).where(gt(decisionParts.id, last)).orderBy(asc(decisionParts.id)).limit(1_000)
    if (!rows.length) return altered
    for (const { id, texts } of rows) if (partId(texts) !== id) altered.push(id)
    last = rows.at(-1)!.id
  }
}

/** Has parts read from the database again, for who checks what stands there. */
export const forgetParts = (): void => textsById.clear()

/** `rules` are the outcomes, or the id of a pattern into which `own` is put. */
type Short = Record<string, unknown> & { rules: CompactRule[] | string; own?: CompactRule[]; values: Json[]; ruleset: string }
const isShort = (result: Record<string, unknown>): result is Short => Array.isArray(result.values)

function whole(row: Stored): Decision {
  if (!isShort(row.result)) return row.result as unknown as Decision
  const { rules: _, own: __, values, ruleset: id, ...rest } = row.result
  const rules = outcomesOf(row.result)
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
    rules: expand(rules, values, textOf),
  } as unknown as Decision
}
