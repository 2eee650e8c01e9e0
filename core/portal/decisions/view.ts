import { hasParties } from '#core/record/decisions/about-caller.ts'
import { toldOutcome } from '#core/record/decisions/present.ts'
import type { Decision } from '#engine/decide.ts'
import { factName } from '#engine/fact-names.ts'
import type { Rule } from '#engine/rule.ts'
import type { Ruleset } from '#engine/ruleset.ts'
import { RULES } from '#engine/rulesets.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import { redactFor } from '#engine/visibility.ts'
import { partiesOf } from '#engine/words/of-rules.ts'
import { READERS, type WordsFor } from '#engine/words/remedies.ts'
import { bareWords, isOwnTo, type OutcomeWords, readerWords, withheldWords } from '#engine/words/words.ts'
import type { DecisionAccess, DecisionRow } from './access.ts'

/** A name with its value, as it is read. */
export interface Named {
  name: string
  value: string
}

/** What one rule said, as a page draws it. */
export interface RuleShown {
  code: string
  version: number
  market: string
  result: RuleOutcome['result']
  /** The first that gave the outcome. */
  decided: boolean
  /** Another rule decides by it: shown, not counted. */
  partOf: string | null
  /** Whose turn it was, where it runs once a party. */
  party: string | null
  /** What it demands. */
  demands: string
  /** Empty where it holds or does not apply. */
  says: string
  next: string | null
  /** The same for the others who read it: for a member of the organisation, of what stands in the way. */
  told: Record<WordsFor, OutcomeWords> | null
  citation: { label: string; url: string | null }
  /** V, K or R: how sure the reading of the law is. */
  certainty: string | null
  inForce: { from: string; to: string | null } | null
  params: Named[]
  /** What it worked out in this case. */
  figures: Named[]
  facts: { path: string; name: string; value: string | null }[]
}

export type ToldOutcome = 'allow' | 'deny' | 'review'

/** What everybody who may see a decision sees of it, each with less or more in it. */
export interface DecisionSeen {
  as: DecisionAccess['as']
  reader: WordsFor
  id: string
  check: string
  market: string | null
  environment: string
  outcome: ToldOutcome
  /** Whether something is still to be given. */
  asks: boolean
  says: string
  next: string | null
  /**
   * Something speaks that this reader may not be told. Said within the organisation alone: to whom it is about, that there is something
   * which is not shown would itself tell (31 USC 5318(g)(2), 31 CFR 1020.320(e)).
   */
  hidden: boolean
  rules: RuleShown[]
  counts: { held: number; against: number; noted: number; beside: number }
  ruleset: { id: string; version: string; sha256: string }
  lists: { source: string; version: string; sha256: string | null; published_at: string | null; loaded_at: string | null }[]
  evaluated_at: string
  expires_at: string | null
  result_hash: string
}

const AGAINST: ReadonlySet<string> = new Set(['fail', 'needs_info', 'review'])
const NOTES: ReadonlySet<string> = new Set(['warn', 'info'])
const BY_CODE: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.code, rule]))

/** A value in one line; a long one by its beginning. */
export function shownValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value !== null && typeof value === 'object' && 'amount' in value && 'currency' in value) return `${value.amount} ${value.currency}`
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return shownText(value.length === 0 ? 'none' : value.join(', '))
  if (value !== null && typeof value === 'object' && 'count' in value && Object.keys(value).length === 1)
    return value.count === 1 ? '1 entry' : `${value.count} entries`
  return shownText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

const shownText = (text: string): string => (text.length > 160 ? `${text.slice(0, 158)}…` : text)

const named = (values: object | null): Named[] =>
  Object.entries(values ?? {}).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name: name.replaceAll('_', ' '), value: shownValue(value) }],
  )

/** What of a decision somebody may read: of several parties, one is told nothing of another. */
function tellable(result: Decision, as: DecisionAccess['as'], seats: ReadonlySet<string>): { told: Decision; hidden: boolean } {
  const told = redactFor(result, as === 'tenant' ? 'tenant' : 'public')
  const rules = as !== 'tenant' && hasParties(result.check) ? told.rules.filter((rule) => isOwnTo(seats, rule)) : told.rules
  const speak = (all: readonly RuleOutcome[]) => all.filter((rule) => AGAINST.has(rule.result) && !rule.part_of).length
  return { told: { ...told, rules }, hidden: speak(rules) < speak(result.rules) }
}

/**
 * A decision as one reader sees it. `ruleset`: that of its day, where this build has it. `seats`: which of several parties a holder is; of
 * nobody knows which, nothing about any of them is told.
 */
export function decisionSeen(
  row: DecisionRow,
  result: Decision,
  {
    as,
    reader,
    ruleset,
    seats = new Set(),
  }: { as: DecisionAccess['as']; reader: WordsFor; ruleset: Ruleset | null; seats?: ReadonlySet<string> },
): DecisionSeen {
  const { told, hidden } = tellable(result, as, seats)
  const first = told.rules.find((rule) => rule.code === told.primary && AGAINST.has(rule.result) && !rule.part_of)
  const rules = told.rules.map((rule) =>
    ruleShown(rule, { as, reader, ruleset, decided: rule === first, parties: hasParties(result.check) }),
  )
  const counted = (which: ReadonlySet<string>) => told.rules.filter((rule) => which.has(rule.result) && !rule.part_of).length
  const counts = {
    held: counted(new Set(['pass'])),
    against: counted(AGAINST),
    noted: counted(NOTES),
    beside: counted(new Set(['not_applicable'])),
  }
  const lead = rules.find((rule) => rule.decided) ?? rules.find((rule) => AGAINST.has(rule.result) && !rule.partOf)
  return {
    as,
    reader,
    id: row.id,
    check: row.check,
    market: row.market,
    environment: row.environment,
    outcome: toldOutcome(row.outcome),
    asks: row.outcome === 'needs_info',
    ...headline(row, lead, counts.held),
    hidden: as === 'tenant' && hidden,
    rules,
    counts,
    ruleset: result.ruleset,
    lists: (row.lists as DecisionSeen['lists']).map(({ source, version, sha256, published_at, loaded_at }) => ({
      source,
      version,
      sha256: sha256 ?? null,
      published_at: published_at ?? null,
      loaded_at: loaded_at ?? null,
    })),
    evaluated_at: row.evaluated_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    result_hash: row.result_hash,
  }
}

function headline({ outcome }: DecisionRow, lead: RuleShown | undefined, held: number): OutcomeWords {
  if (outcome === 'allow')
    return { says: held === 1 ? 'The one rule that applies holds.' : `Each of the ${held} rules that apply holds.`, next: null }
  if (lead) return { says: lead.says, next: lead.next }
  return withheldWords(outcome === 'deny' ? 'fail' : 'review')
}

function ruleShown(
  rule: RuleOutcome,
  {
    as,
    reader,
    ruleset,
    decided,
    parties,
  }: { as: DecisionAccess['as']; reader: WordsFor; ruleset: Ruleset | null; decided: boolean; parties: boolean },
): RuleShown {
  const written = BY_CODE.get(rule.code)
  const demands = written?.sentence ?? rule.code
  const data = ruleset?.data.rules.find((one) => one.code === rule.code && one.version === rule.version)
  // Of a rule that holds its demand is all there is to say. The public form says which law, and nothing of the case.
  const quiet = rule.result === 'pass' || rule.result === 'not_applicable'
  const words = quiet
    ? { says: '', next: null }
    : as === 'public'
      ? { says: bareWords(rule.result, demands), next: null }
      : readerWords(reader, rule, demands)
  const stands = as === 'tenant' && AGAINST.has(rule.result)
  return {
    code: rule.code,
    version: rule.version,
    market: rule.market,
    result: rule.result,
    decided,
    partOf: rule.part_of,
    party: as === 'tenant' ? rule.subject : null,
    demands,
    ...words,
    told: stands
      ? (Object.fromEntries(READERS.map((one) => [one, wordsTold(one, rule, demands, parties)])) as Record<WordsFor, OutcomeWords>)
      : null,
    citation: rule.citation,
    certainty: written?.certainty ?? null,
    inForce: data ? { from: data.in_force_from, to: data.in_force_to } : null,
    params: named(data?.params ?? null),
    figures: as === 'public' ? [] : named(rule.params),
    facts: as === 'tenant' ? rule.facts.filter((fact) => fact.source !== 'worked out').map(factShown) : [],
  }
}

/** What may be said to each reader. Which party the person is that a member speaks to, nobody knows: of any they read the neutral words. */
const wordsTold = (reader: WordsFor, rule: RuleOutcome, demands: string, parties: boolean): OutcomeWords =>
  reader === 'holder' && parties && (rule.subject !== null || partiesOf(rule.code).length > 0)
    ? withheldWords(rule.result)
    : readerWords(reader, rule, demands)

const factShown = ({ path, value }: RuleOutcome['facts'][number]) => ({
  path,
  name: factName(path),
  value: value === null ? null : shownValue(value),
})
