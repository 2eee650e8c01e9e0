import type { Json } from '#engine/canonical.ts'
import { evaluate } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import type { Fact } from './fact.ts'
import { bestSource, type Sources, withSources } from './sources.ts'
import { factAt } from './table.ts'

export interface Asked {
  path: string
  /** Codes of the rules that ask. */
  rules: string[]
  /** The answer after which it is asked: null where it is asked in any case. */
  when: string | null
}

/** Answers are given until nothing more is asked; no check reads more facts than this. */
const MOST_ROUNDS = 60

/**
 * Every fact that the rules of a check would ask for, as facts are supplied one after another with their ordinary answers, and what
 * then still stands in the way. The rules themselves say it: what is found here is what the decision will ask, no more and no less.
 */
export function askedOf(
  facts: Facts,
  ordinary: (path: string) => Json | undefined,
): { asked: Asked[]; filled: Facts; left: RuleOutcome[] } {
  const asked = new Map<string, Asked>()
  let filled = facts
  // What is supplied once it was asked for comes from the source that was asked for.
  const supplied: Record<string, Sources[string]> = {}
  for (let round = 0; ; round++) {
    const { rules, missing } = evaluate(withSources(filled, String(facts.environment), { found: { ...supplied } }), currentRuleset)
    const open = missing.map((pointer) => pathOf(pointer))
    for (const rule of rules.filter((one) => one.part_of === null && one.result === 'needs_info'))
      for (const path of rule.missing.map((one) => pathOf(one))) {
        const before = asked.get(path) ?? { path, rules: [], when: null }
        if (!before.rules.includes(rule.code.toLowerCase())) before.rules.push(rule.code.toLowerCase())
        asked.set(path, before)
      }
    const answers = open.flatMap((path) => {
      const answer = ordinary(path)
      const known = same(valueAt(filled, path), answer) && Object.hasOwn(supplied, path)
      return answer === undefined || known ? [] : [[path, answer] as const]
    })
    if (!answers.length || round === MOST_ROUNDS) {
      const left = rules.filter((rule) => rule.part_of === null && ['fail', 'review', 'needs_info'].includes(rule.result))
      return { asked: [...asked.values()], filled, left }
    }
    for (const [path, answer] of answers) {
      filled = withFact(filled, path, answer)
      supplied[path] = bestSource(path)
    }
  }
}

/** What is asked besides when a fact that was asked for gets another answer than the ordinary one. */
export function askedBesides(facts: Facts, base: ReturnType<typeof askedOf>, ordinary: (path: string) => Json | undefined): Asked[] {
  const known = new Set(base.asked.map((one) => one.path))
  const more = new Map<string, Asked>()
  for (const { path } of base.asked) {
    const at = factAt(path)
    if (at?.fact.source !== 'stated') continue
    for (const answer of choicesOf(at.fact)) {
      if (same(answer, ordinary(path))) continue
      // What is asked only then is what the answer itself opens, so every other fact is supplied.
      const { asked } = askedOf(withFact(base.filled, path, answer), ordinary)
      for (const one of asked)
        if (!known.has(one.path) && !more.has(one.path)) more.set(one.path, { ...one, when: `${at.path} is ${String(answer)}` })
    }
  }
  return [...more.values()]
}

const choicesOf = ({ kind }: Fact): Json[] =>
  kind?.name === 'bool' ? [true, false] : kind?.name.startsWith('one of ') ? kind.name.slice('one of '.length).split(' ') : []

const ROOTS: Readonly<Record<string, string>> = { acquirer: 'investor', deal: 'investment' }

/** A dotted path, with the party that acquires under its own name. */
function pathOf(pointer: string): string {
  const [root, ...rest] = pointer.replace(/^\//, '').split(/[./]/)
  return [ROOTS[root!] ?? root, ...rest].join('.')
}

function valueAt(facts: Facts, path: string): Json | undefined {
  let value: unknown = facts
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  return value as Json | undefined
}

/** The facts with one more in them. */
function withFact(facts: Facts, path: string, value: Json): Facts {
  const [name, ...rest] = path.split('.')
  const within = (at: Json | undefined, keys: string[]): Json =>
    keys.length === 0 ? value : { ...(isObject(at) && at), [keys[0]!]: within(isObject(at) ? at[keys[0]!] : undefined, keys.slice(1)) }
  return { ...facts, [name!]: within(facts[name!], rest) }
}

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
