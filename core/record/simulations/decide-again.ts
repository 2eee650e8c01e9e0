import { and, desc, lt, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { anyJson } from '#core/kernel/fields.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { SealError } from '#credentials/seal.ts'
import { decisions } from '#db/schema.ts'
import type { Facts } from '#engine/facts.ts'
import type { Overrides, Ruleset } from '#engine/ruleset.ts'
import { currentRuleset, rulesetWith } from '#engine/rulesets.ts'
import { OUTCOMES, type Simulation, type Snapshot, simulate } from '#engine/simulate.ts'
import { openFacts, withSettings } from '../decisions/facts.ts'
import { rulesetFor } from '../decisions/rulesets.ts'

const BATCH = 250
const SHOWN_FLIPS = 200
const SEVERITIES = ['block', 'ask', 'hold', 'warn', 'info'] as const

/** Rules with other parameters or another severity, by code. */
export const overridesInput = z
  .record(
    z.string().max(100),
    z.strictObject({ params: z.record(z.string().max(100), anyJson).optional(), severity: z.enum(SEVERITIES).optional() }),
  )
  .default({})

type Outcome = (typeof OUTCOMES)[number]

/** Which answers would have been others, and which rules are behind it. */
export interface Flips {
  ruleset: { version: string; sha256: string }
  /** Decisions that were made again. */
  total: number
  /** Left out, and why: erased on request, altered since, or made by rules this build no longer runs. */
  skipped: { erased: number; altered: number; ruleset_unavailable: number }
  /** matrix[from][to]. */
  matrix: Record<Outcome, Record<Outcome, number>>
  flipped: number
  /** The first 200. */
  flips: {
    id: string
    check: string
    market: string | null
    environment: string
    evaluated_at: string
    from: Outcome
    to: Outcome
    because: string[]
  }[]
  /** Rules behind the flips, most first. */
  responsible: { code: string; count: number }[]
}

/**
 * Decides the newest decisions again, each compared with the rules it was made by, under other rules. Nothing is stored and
 * no answer changes. `which` narrows the decisions to those the caller may see. With `after` null the rules stay as they were and only the
 * facts are others, as `otherwise` has them.
 */
export async function decideAgain(
  ctx: Ctx,
  which: SQL | undefined,
  last: number,
  after: Ruleset | null,
  otherwise?: (facts: Facts) => Facts,
): Promise<Flips> {
  const { version, sha256 } = (after ?? currentRuleset).ref
  const result: Flips = {
    ruleset: { version, sha256 },
    total: 0,
    skipped: { erased: 0, altered: 0, ruleset_unavailable: 0 },
    matrix: Object.fromEntries(OUTCOMES.map((a) => [a, Object.fromEntries(OUTCOMES.map((b) => [b, 0]))])) as Flips['matrix'],
    flipped: 0,
    flips: [],
    responsible: [],
  }
  const rulesets = new Map<string, Ruleset | null>()
  const blamed = new Map<string, number>()
  let before: string | null = null
  for (let left = last; left > 0; ) {
    const rows = await newestDecisions(ctx, which, before, Math.min(BATCH, left))
    if (!rows.length) break
    before = rows.at(-1)!.id
    left -= rows.length
    for (const [ref, group] of Map.groupBy(rows, (row) => `${row.ruleset_version} ${row.ruleset_sha256}`)) {
      const { ruleset_version, ruleset_sha256 } = group[0]!
      if (!rulesets.has(ref)) rulesets.set(ref, await rulesetFor(ctx, ruleset_version, ruleset_sha256))
      const made = rulesets.get(ref)!
      if (!made) {
        result.skipped.ruleset_unavailable += group.length
        continue
      }
      add(result, blamed, simulate(await snapshotsOf(ctx, group, result.skipped), made, after ?? made, otherwise), group)
    }
    // Others get their turn between two batches.
    await new Promise((next) => setImmediate(next))
  }
  result.responsible = [...blamed].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
  return result
}

/** The rules now in use with other parameters; refuses names that the rule does not have, for they would change nothing. */
export function rulesetWithOverrides(overrides: z.output<typeof overridesInput>): Ruleset {
  if (!Object.keys(overrides).length) return currentRuleset
  const known = new Map(currentRuleset.data.rules.map((rule) => [rule.code, rule.params]))
  for (const [code, { params }] of Object.entries(overrides)) {
    const own = known.get(code)
    if (!own) throw invalidField(`/overrides/${code}`, 'unknown_rule', `There is no rule ${code}.`)
    for (const [name, value] of Object.entries(params ?? {})) {
      if (!Object.hasOwn(own, name))
        throw invalidField(`/overrides/${code}/params/${name}`, 'unknown_field', `${code} has no parameter ${name}.`)
      if (kind(value) !== kind(own[name]))
        throw invalidField(`/overrides/${code}/params/${name}`, 'invalid_type', `${name} is ${kind(own[name])}, not ${kind(value)}.`)
    }
  }
  return rulesetWith(overrides as Overrides, `${currentRuleset.ref.version}-what-if`)
}

const kind = (value: unknown) =>
  Array.isArray(value) ? 'a list' : value === null ? 'nothing' : typeof value === 'object' ? 'an object' : `a ${typeof value}`

type Row = Awaited<ReturnType<typeof newestDecisions>>[number]

async function newestDecisions(ctx: Ctx, which: SQL | undefined, before: string | null, limit: number) {
  return ctx.db
    .select({
      id: decisions.id,
      check: decisions.check,
      market: decisions.market,
      environment: decisions.environment,
      subject_key_id: decisions.subject_key_id,
      facts_sealed: decisions.facts_sealed,
      lists: decisions.lists,
      ruleset_version: decisions.ruleset_version,
      ruleset_sha256: decisions.ruleset_sha256,
      evaluated_at: decisions.evaluated_at,
    })
    .from(decisions)
    .where(and(which, before === null ? undefined : lt(decisions.id, before)))
    .orderBy(desc(decisions.id))
    .limit(limit)
}

async function snapshotsOf(ctx: Ctx, rows: Row[], skipped: Flips['skipped']): Promise<Snapshot[]> {
  const snapshots: Snapshot[] = []
  for (const row of rows) {
    try {
      const facts = await openFacts(ctx, row)
      snapshots.push({ id: row.id, facts: withSettings(facts) })
    } catch (error) {
      if (error instanceof Erased) skipped.erased++
      else if (error instanceof SealError) skipped.altered++
      else throw error
    }
  }
  return snapshots
}

function add(result: Flips, blamed: Map<string, number>, part: Simulation, rows: Row[]): void {
  result.total += part.total
  result.flipped += part.flips.length
  for (const from of OUTCOMES) for (const to of OUTCOMES) result.matrix[from][to] += part.matrix[from][to]
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const flip of part.flips) {
    for (const code of flip.because) blamed.set(code, (blamed.get(code) ?? 0) + 1)
    if (result.flips.length >= SHOWN_FLIPS) continue
    const { check, market, environment, evaluated_at } = byId.get(flip.id)!
    result.flips.push({
      id: flip.id,
      check,
      market,
      environment,
      evaluated_at: evaluated_at.toISOString(),
      from: flip.from,
      to: flip.to,
      because: [...flip.because],
    })
  }
}
