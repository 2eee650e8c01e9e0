// Changes every single parameter and comparator of every rule, one at a time, and sees that a worked case notices.
// `node tools/mutate-rules.ts [--market securities] [--list]` prints the score; a parameter that no case holds is named.
import type { Json } from '../engine/canonical.ts'
import { mismatch, runGolden } from '../engine/goldens.ts'
import type { Params, Rule } from '../engine/rule.ts'
import { RULES } from '../engine/rulesets.ts'

type Mutant = { readonly where: string; readonly params: Params }

/** The values that one parameter could wrongly have. */
function* wrong(value: Json, path: string): Generator<{ where: string; value: Json }> {
  if (typeof value === 'number') {
    yield { where: `${path} + 1`, value: value + 1 }
    yield { where: `${path} − 1`, value: value - 1 }
  } else if (typeof value === 'boolean') yield { where: `${path} flipped`, value: !value }
  else if (typeof value === 'string') yield* wrongText(value, path)
  else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      yield { where: `${path} without ${JSON.stringify(value[i])}`, value: value.filter((_, at) => at !== i) }
    }
  } else if (value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      for (const one of wrong(inner as Json, `${path}.${key}`))
        yield { where: one.where, value: { ...(value as object), [key]: one.value } as Json }
    }
  }
}

const OPPOSITE: Record<string, string> = { '>': '>=', '>=': '>', '<': '<=', '<=': '<' }

function* wrongText(value: string, path: string): Generator<{ where: string; value: Json }> {
  if (value in OPPOSITE) yield { where: `${path} ${value} → ${OPPOSITE[value]}`, value: OPPOSITE[value]! }
  else if (/^\d+(\.\d+)?$/.test(value)) {
    // The smallest step of the amount, and a coarse one: a case a cent away from the line sees both.
    yield { where: `${path} + 1 %`, value: String(scaled(value, 101n)) }
    yield { where: `${path} − 1 %`, value: String(scaled(value, 99n)) }
  } else if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const day = new Date(`${value}T00:00:00Z`)
    for (const step of [1, -1]) {
      const moved = new Date(day.getTime() + step * 86_400_000).toISOString().slice(0, 10)
      yield { where: `${path} ${step > 0 ? '+' : '−'} 1 day`, value: moved }
    }
  } else yield { where: `${path} another word`, value: `${value}_` }
}

function scaled(value: string, percent: bigint): string {
  const [whole, fraction = ''] = value.split('.')
  const digits = (BigInt(whole! + fraction) * percent).toString().padStart(fraction.length + 3, '0')
  const places = fraction.length + 2
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '').slice(0, 40) || '0'
}

function* mutants(rule: Rule): Generator<Mutant> {
  for (const [name, value] of Object.entries(rule.params as Params)) {
    for (const one of wrong(value, name)) yield { where: one.where, params: { [name]: one.value } }
  }
}

/** True when some worked case fails under the changed parameter. */
function noticed(rule: Rule, mutant: Mutant): boolean {
  return rule.goldens.some((golden) => {
    if (rule.earlier?.length && golden.params === undefined && isEarlier(rule, golden.facts.as_of)) return false
    const outcome = runGolden(rule, golden, { ...golden.params, ...mutant.params })
    return outcome.reason === 'RULE_COULD_NOT_RUN' || mismatch(golden, outcome) !== null
  })
}

function isEarlier(rule: Rule, asOf: unknown): boolean {
  return typeof asOf === 'string' && asOf.slice(0, 10) < rule.in_force_from
}

export type Score = { readonly mutants: number; readonly killed: number; readonly survivors: readonly string[] }

/** Runs every mutant of the rules of a market (or of all). */
export function mutateRules(market?: string): Score {
  let count = 0
  let killed = 0
  const survivors: string[] = []
  for (const rule of RULES) {
    if (market && rule.market !== market) continue
    for (const mutant of mutants(rule)) {
      count++
      if (noticed(rule, mutant)) killed++
      else survivors.push(`${rule.code}: ${mutant.where}`)
    }
  }
  return { mutants: count, killed, survivors }
}

if (import.meta.main) {
  const at = process.argv.indexOf('--market')
  const score = mutateRules(at > 0 ? process.argv[at + 1] : undefined)
  if (process.argv.includes('--list')) for (const survivor of score.survivors) console.log(survivor)
  console.log(`${score.killed} of ${score.mutants} mutants noticed (${((score.killed / score.mutants) * 100).toFixed(1)} %)`)
}
