import { canonical, type Json } from './canonical.ts'
import type { Evaluation } from './decide.ts'
import type { FactUsed } from './reading.ts'
import type { RuleOutcome } from './run-rule.ts'
import { sha256 } from './sha256.ts'

/**
 * What the outcomes of one rule in many decisions have in common: its canonical JSON, cut where the values of its facts stand.
 * `id` is drawn from the texts.
 */
export interface Part {
  readonly id: string
  readonly texts: readonly string[]
}

/** An outcome that is only a part and, for each of its facts, the place of its value; any other outcome is given whole. */
export type CompactRule = RuleOutcome | readonly [part: string, ...places: number[]]

export interface Compact {
  /** The canonical JSON of the whole evaluation. */
  readonly text: string
  readonly rules: readonly CompactRule[]
  readonly values: readonly Json[]
  readonly parts: readonly Part[]
}

/** A rule with outcomes of more kinds than this is not worth keeping apart. */
const MOST_EXAMPLES = 200
/** Examples of outcomes by the rule's code, without values. */
const known = new Map<string, { outcome: RuleOutcome; part: Part }[]>()

/**
 * The canonical JSON of an evaluation, and the same in a tenth of its length. Most rules pass with nothing to say, so their
 * texts are those of the decision before but for a few values: they are made once and joined from then on.
 */
export function compact(evaluation: Evaluation): Compact {
  const places = new Map<FactUsed, number>()
  const byText = new Map<string, number>()
  const texts: string[] = []
  const values: Json[] = []
  const placeOf = (fact: FactUsed): number => {
    let place = places.get(fact)
    if (place === undefined) {
      const text = canonical(fact.value)
      place = byText.get(text)
      if (place === undefined) {
        place = values.push(fact.value) - 1
        texts.push(text)
        byText.set(text, place)
      }
      places.set(fact, place)
    }
    return place
  }
  const rules: CompactRule[] = []
  const parts: Part[] = []
  let joined = ''
  for (const outcome of evaluation.rules) {
    if (joined !== '') joined += ','
    const part = partOf(outcome)
    if (part === null) {
      rules.push(outcome)
      joined += canonical(outcome as unknown as Json)
      continue
    }
    // At its full length: one that grows makes room for sixteen.
    const rule = new Array(1 + outcome.facts.length) as [string, ...number[]]
    rule[0] = part.id
    joined += part.texts[0]!
    for (let i = 0; i < outcome.facts.length; i++) {
      const place = placeOf(outcome.facts[i]!)
      rule[i + 1] = place
      joined += texts[place]! + part.texts[i + 1]!
    }
    rules.push(rule)
    parts.push(part)
  }
  const { as_of, check, legal_day, lists, missing, outcome, primary, reason_codes, restriction_code, ruleset } = evaluation
  const text = `{"as_of":${canonical(as_of)},"check":${canonical(check)},"legal_day":${canonical(legal_day)},"lists":${once(lists)},"missing":${canonical(missing)},"outcome":"${outcome}","primary":${canonical(primary)},"reason_codes":${canonical(reason_codes)},"restriction_code":${restriction_code},"rules":[${joined}],"ruleset":${once(ruleset)}}`
  return { text, rules, values, parts }
}

/** The outcomes again. `textsOf` gives the texts of a part; what it throws is thrown. */
export function expand(
  rules: readonly CompactRule[],
  values: readonly Json[],
  textsOf: (part: string) => readonly string[],
): RuleOutcome[] {
  return rules.map((rule) => {
    if (!isPart(rule)) return rule
    const [id, ...places] = rule
    const texts = textsOf(id)
    let joined = texts[0]!
    for (let i = 0; i < places.length; i++) joined += canonical(values[places[i]!]!) + texts[i + 1]!
    return JSON.parse(joined) as RuleOutcome
  })
}

/** The outcomes of what was made compact, put together when they are asked for: meanwhile they take a tenth of the room. */
export function outcomesOf({ rules, values, parts }: Compact): () => RuleOutcome[] {
  return () => {
    const texts = new Map(parts.map((part) => [part.id, part.texts]))
    return expand(rules, values, (id) => texts.get(id)!)
  }
}

const isPart = (rule: CompactRule): rule is readonly [string, ...number[]] => Array.isArray(rule)

/** Whether others may say the same. A sentence and figures are of their own case, and may be personal, unless their rule read no fact. */
function isShared({ message, params, facts }: RuleOutcome): boolean {
  if (message === null && params === null) return true
  if (facts.length > 0) return false
  for (const name in params) if (typeof params[name] === 'object') return false
  return true
}

/** The part an outcome is an example of, or null when it says something of its own. */
function partOf(outcome: RuleOutcome): Part | null {
  if (outcome.missing.length > 0 || !isShared(outcome)) return null
  let examples = known.get(outcome.code)
  if (!examples) {
    examples = []
    known.set(outcome.code, examples)
  }
  for (const example of examples) if (isLike(example.outcome, outcome)) return example.part
  if (examples.length >= MOST_EXAMPLES) return null
  const part = cut(outcome)
  examples.push({ outcome: { ...outcome, facts: outcome.facts.map((fact) => ({ ...fact, value: null })) }, part })
  return part
}

/** Whether two outcomes of one rule differ in the values of their facts only: all that is not compared follows from the rule and its version. */
function isLike(a: RuleOutcome, b: RuleOutcome): boolean {
  if (
    a.result !== b.result ||
    a.reason !== b.reason ||
    a.facts.length !== b.facts.length ||
    a.subject !== b.subject ||
    a.version !== b.version ||
    a.byte !== b.byte ||
    a.severity !== b.severity ||
    a.message !== b.message ||
    !sameFigures(a.params, b.params)
  )
    return false
  for (let i = 0; i < a.facts.length; i++)
    if (a.facts[i]!.path !== b.facts[i]!.path || a.facts[i]!.source !== b.facts[i]!.source) return false
  return true
}

function sameFigures(a: RuleOutcome['params'], b: RuleOutcome['params']): boolean {
  if (a === null || b === null) return a === b
  for (const name in a) if (a[name] !== b[name]) return false
  for (const name in b) if (!(name in a)) return false
  return true
}

function cut(outcome: RuleOutcome): Part {
  const bare = canonical({ ...outcome, facts: [] } as unknown as Json)
  // No string can hold this: its quotes would be escaped.
  const at = bare.indexOf('"facts":[]') + '"facts":['.length
  const texts = [bare.slice(0, at)]
  for (const [i, { path, source }] of outcome.facts.entries()) {
    texts[i] += `${i > 0 ? ',' : ''}{"path":${canonical(path)},"source":${canonical(source)},"value":`
    texts.push('}')
  }
  texts[texts.length - 1] += bare.slice(at)
  return { id: partId(texts), texts }
}

/** The id of a part with these texts. */
export const partId = (texts: readonly string[]): string => sha256(JSON.stringify(texts)).slice(0, 24)

const onceTexts = new WeakMap<object, string>()

/** The canonical JSON of an object that many decisions share, made once. It must not change. */
export function once(value: Json & object): string {
  let text = onceTexts.get(value)
  if (text === undefined) {
    text = canonical(value)
    onceTexts.set(value, text)
  }
  return text
}
