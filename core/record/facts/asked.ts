import type { Json } from '#engine/canonical.ts'
import { evaluate } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import type { Fact } from './fact.ts'
import { bestSource, type Sources, withSources } from './sources.ts'
import { factAt, tableFact } from './table.ts'

export interface Asked {
  path: string
  /** Codes of the rules that ask. */
  rules: string[]
  /** The answer after which it is asked: null where it is asked in any case. */
  when: string | null
  /** Of a credential: the levels that it lacks. */
  levels?: readonly string[]
  /** What the rule that asked first says with its figures, such as the age or the level that it needs. */
  params?: RuleOutcome['params']
}

/** Answers are given until nothing more is asked; no check reads more facts than this. */
const MOST_ROUNDS = 60

/**
 * Every fact that the rules of a check would ask for, as facts are supplied one after another with their ordinary answers, and what
 * then still stands in the way. The rules themselves say it: what is found here is what the decision will ask, no more and no less.
 * `found`: what evidence says of single facts, as the decision will be told.
 */
export function askedOf(
  facts: Facts,
  ordinary: (path: string) => Json | undefined,
  found: Sources = {},
): { asked: Asked[]; filled: Facts; left: RuleOutcome[] } {
  const asked = new Map<string, Asked>()
  let filled = facts
  // What is supplied once it was asked for comes from the source that was asked for.
  const supplied: Record<string, Sources[string]> = {}
  for (let round = 0; ; round++) {
    const { rules, missing } = evaluate(
      withSources(filled, String(facts.environment), { found: { ...found, ...supplied } }),
      currentRuleset,
    )
    const named = rules.filter((one) => Array.isArray(one.params?.levels))
    // A rule says of one party at a time which levels it lacks: the others are supplied when it has spoken of them.
    const later = new Set(named.flatMap((one) => one.missing.slice(1).map((path) => pathOf(path))))
    const open = missing.map((pointer) => pathOf(pointer)).filter((path) => !later.has(path))
    for (const rule of rules.filter((one) => one.part_of === null && one.result === 'needs_info'))
      for (const path of rule.missing.map((one) => pathOf(one))) {
        const before: Asked = asked.get(path) ?? { path, rules: [], when: null, ...(rule.params && { params: rule.params }) }
        if (!before.rules.includes(rule.code.toLowerCase())) before.rules.push(rule.code.toLowerCase())
        // What a rule says of a level it says of the party it names first.
        if (Array.isArray(rule.params?.levels) && path === pathOf(rule.missing[0]!)) before.levels = rule.params.levels as string[]
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

/** How many answers after one another are followed: after one that opens a question, those that its answer opens. */
const MOST_DEEP = 3

/** What is asked besides when a fact that was asked for gets another answer than the ordinary one, and what that answer opens in turn. */
export function askedBesides(base: ReturnType<typeof askedOf>, ordinary: (path: string) => Json | undefined, found: Sources = {}): Asked[] {
  const more = new Map<string, Asked>()
  const known = new Set(base.asked.map((one) => one.path))
  const follow = (from: Pick<typeof base, 'asked' | 'filled'>, after: string, deep: number) => {
    for (const { path } of from.asked) {
      const at = statedAt(path)
      if (!at) continue
      for (const { answer, say } of choicesOf(at.fact, ordinary(path))) {
        if (same(answer, ordinary(path))) continue
        const when = `${after}${at.path} ${say}`
        // What is asked only then is what the answer itself opens, so every other fact is supplied.
        const next = askedOf(withFact(from.filled, path, answer), ordinary, found)
        const opened = next.asked.filter((one) => !known.has(one.path) && !more.has(one.path))
        for (const one of opened) more.set(one.path, { ...one, when })
        if (opened.length && deep < MOST_DEEP) follow({ asked: opened, filled: next.filled }, `${when} and `, deep + 1)
      }
    }
  }
  follow(base, '', 1)
  return [...more.values()]
}

/** A fact that somebody states, by the name under which they do; null for what our own records say. */
function statedAt(path: string): { path: string; fact: Fact } | null {
  const fact = tableFact(path)
  const at = factAt(path) ?? (fact && { path: path.split('.').slice(0, 2).join('.'), fact })
  return at?.fact.source === 'stated' ? at : null
}

/** Answers that a fact may have, and how each is told; of a list those with one of its words. */
function choicesOf({ kind }: Fact, ordinary: Json | undefined): { answer: Json; say: string }[] {
  if (!kind) return []
  const told = (answer: Json) => ({ answer, say: `is ${String(answer)}` })
  if (kind.name === 'bool') return [true, false].map(told)
  if (kind.name === 'country') return [told('US'), { answer: ordinary === 'US' ? 'DE' : (ordinary ?? 'DE'), say: 'is not US' }]
  if (kind.name.startsWith('one of ')) return wordsOf(kind.name, 'one of ').map(told)
  return wordsOf(kind.name, 'list of one of ').map((word) => ({ answer: [word], say: `has ${word}` }))
}

const wordsOf = (name: string, of: string): string[] => (name.startsWith(of) ? name.slice(of.length).split(' ') : [])

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
