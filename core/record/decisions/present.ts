import type { z } from 'zod'
import { type decision, type FactSource, factSource } from '#core/kernel/answers.ts'
import { isoTime } from '#core/kernel/iso-time.ts'
import { onceFor } from '#core/kernel/once-for.ts'
import type { decisions } from '#db/schema.ts'
import type { Decision } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import type { FactUsed } from '#engine/reading.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import { redactFor, rulesFor } from '#engine/visibility.ts'
import { NOTHING_SAID, type Said } from '../facts/sources.ts'
import { suppliedBy } from '../facts/supply.ts'
import { agesShown } from './data-age.ts'
import { withText } from './json-members.ts'
import type { Like } from './result.ts'

/** Every rule of a decision as it is shown, passing ones too, for a caller who asks. Copies with the object, and is not sent. */
export const ALL_RULES = Symbol('all rules')

/** A decision as the API shows it (api.md, section 4.0). */
export type WireDecision = z.output<typeof decision> & { [ALL_RULES]?: () => WireRule[] }
type FactShown = NonNullable<WireDecision['facts_used']>[number]
export type WireRule = z.output<typeof decision>['rules'][number]

const OFFICERS_ONLY: ReadonlySet<string> = new Set(
  Object.values(currentRuleset.plan)
    .flat()
    .flatMap((rule) => (rule.visibility === 'officer' ? [rule.code] : [])),
)
/** A rule's code as a tenant may read it: those only officers may hear of are told by one neutral code (31 USC 5318(g)(2)). */
export const toldCode = (code: string): string => (OFFICERS_ONLY.has(code) ? 'MANUAL_REVIEW' : code)

/** What is still asked for is told as review, with what is missing. */
export const toldOutcome = (outcome: Decision['outcome']): 'allow' | 'deny' | 'review' => (outcome === 'needs_info' ? 'review' : outcome)

const NOTES: ReadonlySet<string> = new Set(['pass', 'not_applicable', 'info', 'warn'])

type Row = Pick<typeof decisions.$inferSelect, 'id' | 'result_hash' | 'evaluated_at' | 'expires_at' | 'lists' | 'subject_type'>

/** A decision, with the row it is stored in, for a tenant: needs_info shows as review with what is missing; passing rules are left out unless asked for. */
export function presentDecision(
  row: Row,
  decided: Decision,
  options: {
    publicUrl: string
    receipt: WireDecision['receipt']
    allRules?: boolean
    counterfactuals?: WireDecision['counterfactuals']
    /** One of many: the facts that were used are told where a single decision is read. */
    oneOfMany?: boolean
    /** Who said what, where the facts are at hand. */
    said?: Said | undefined
    /** What it was made from, where that is at hand. */
    facts?: Facts | undefined
    /** Every outcome, where that takes less room than the outcomes themselves until somebody asks. */
    every?: () => readonly RuleOutcome[]
    /** Which decisions name the same facts. */
    like?: Like | null
  },
): WireDecision {
  const result = redactFor(decided, 'tenant')
  const codes =
    result.reason_codes.length === 0
      ? []
      : reasonsOf(result).flatMap((code) => (code === 'CREDENTIAL_EXPIRED' ? credentialCodes(result) : code.toLowerCase()))
  const shown = result.rules.filter((rule) => options.allRules || !(rule.result === 'pass' || rule.result === 'not_applicable'))
  return {
    id: row.id,
    url: `${options.publicUrl}/d/${row.id}`,
    outcome: toldOutcome(result.outcome),
    reason_codes: codes,
    missing: [...result.missing],
    supply: supplyOf(result, row),
    [ALL_RULES]: everyRule(options.every ?? (() => decided.rules)),
    rules: shown.map(wireRule),
    ...(!options.oneOfMany && { facts_used: factsUsed(result, row, options.said ?? NOTHING_SAID, options.like) }),
    ...(options.facts && { data_age: agesShown(options.facts) }),
    policy: result.ruleset,
    lists: row.lists as WireDecision['lists'],
    evaluated_at: isoTime(row.evaluated_at.getTime()),
    expires_at: row.expires_at?.toISOString() ?? null,
    result_hash: row.result_hash,
    receipt: options.receipt,
    counterfactuals: options.counterfactuals ?? [],
  }
}

/** Notes (info, warn) are told with their rule; reasons are what speaks against allowing. */
function reasonsOf({ rules, reason_codes }: Decision): string[] {
  return reason_codes.filter((told) => {
    const of = rules.filter(({ code, reason }) => code === told || reason === told)
    // A rule that one party passes may still hold the other.
    return !of.length || of.some(({ result }) => !NOTES.has(result))
  })
}

/** One rule asks for a live credential; a caller is told whether it ended, was suspended or was revoked. */
function credentialCodes({ rules }: Pick<Decision, 'rules'>): string[] {
  const codes = { fail: 'credential_revoked', review: 'credential_suspended' } as Record<string, string>
  const spoken = rules.filter((rule) => rule.code === 'CREDENTIAL_EXPIRED' && !NOTES.has(rule.result))
  return [...new Set(spoken.map((rule) => codes[rule.result] ?? 'credential_expired'))]
}

/** What to tell of a refusal in words: the rule that fails, else the one that holds; never a mere note. */
export const refusalMessage = (decision: WireDecision): string | null =>
  (decision.rules.find((rule) => rule.result === 'fail') ?? decision.rules.find((rule) => rule.result === 'review'))?.message ?? null

/** Each pointer of `missing` with who can supply it: what was said and is not enough, by whoever vouches for it. */
function supplyOf({ missing, rules }: Decision, { subject_type }: Pick<Row, 'subject_type'>): WireDecision['supply'] {
  if (!missing.length) return []
  const tooWeak = new Set(rules.flatMap((rule) => (rule.reason === 'STRONGER_SOURCE_NEEDED' ? rule.missing : [])))
  return missing.map((pointer) => {
    const fact = pointer.slice(1).replaceAll('/', '.')
    return { fact, ...suppliedBy(fact, { established: tooWeak.has(fact), ofInvestor: subject_type === 'investor' }) }
  })
}

/** The words of decisions that were sealed before sources had kinds. What a sandbox took for granted or was told is not known apart. */
const OLD_WORDS: Readonly<Record<string, FactSource>> = {
  held: 'measured',
  request: 'stated',
  default: 'configured',
  stated_or_sandbox: 'simulated',
}
/** What decisions of then took for granted of who somebody is, which they called a default. */
const THEN_ASSUMED = /\.verification\.status$/
const KINDS: ReadonlySet<string> = new Set(factSource.options)
const kindOf = ({ path, source }: FactUsed): FactSource => {
  if (KINDS.has(source)) return source as FactSource
  return source === 'default' && THEN_ASSUMED.test(path) ? 'assumed' : (OLD_WORDS[source] ?? 'stated')
}

/** Worked out from other facts, which are named beside it. */
const isWorkedOut = ({ source }: FactUsed): boolean => source === 'worked out'

/** A fact that was used, with no time where that is the decision's own. */
type FactTold = Omit<FactShown, 'as_of'> & { as_of: string | null }
const toldAt = ({ path, source, id, as_of }: FactTold, at: string): FactShown => ({ path, source, id, as_of: as_of ?? at })

/** How facts are told of decisions that are alike, with the lists they rest on; by who said what, and by the place of what is null. */
type Telling = { lists: WireDecision['lists']; tell: (at: string) => FactShown[] }
const tellings = onceFor((_pattern: object) => onceFor((_said: Said) => new Map<number, Telling>()))

/** The facts that the rules read, each once. Decisions that are alike tell them alike, but for their times. */
function factsUsed(result: Decision, row: Row, said: Said, like: Like | null | undefined): FactShown[] {
  const at = isoTime(row.evaluated_at.getTime())
  const lists = row.lists as WireDecision['lists']
  // Words of more than this call are frozen, and one object from decision to decision.
  if (!like || !Object.isFrozen(said)) return usedIn(result, lists, said).map((fact) => toldAt(fact, at))
  const known = tellings(like.pattern)(said)
  let telling = known.get(like.none)
  if (telling?.lists !== lists) {
    telling = { lists, tell: tellingOf(usedIn(result, lists, said)) }
    known.set(like.none, telling)
  }
  return telling.tell(at)
}

/** Tells facts as of a moment, as one frozen list for all of that moment, with its text made of what stays the same. */
function tellingOf(used: readonly FactTold[]): (at: string) => FactShown[] {
  const texts = ['[']
  for (const [i, { path, source, id, as_of }] of used.entries()) {
    texts[texts.length - 1] += `${i ? ',' : ''}${JSON.stringify({ path, source, id }).slice(0, -1)},"as_of":`
    if (as_of === null) texts.push('}')
    else texts[texts.length - 1] += `${JSON.stringify(as_of)}}`
  }
  texts[texts.length - 1] += ']'
  let last: { at: string; facts: FactShown[] } | undefined
  return (at) => {
    if (last?.at !== at) {
      const facts = used.map((fact) => toldAt(fact, at))
      withText(facts, texts.join(JSON.stringify(at)))
      last = { at, facts }
    }
    return last.facts
  }
}

function usedIn({ rules }: Decision, listed: WireDecision['lists'], said: Said): FactTold[] {
  const lists = namesOf(listed)
  const words = wordsOf(said)
  const used = new Map<string, FactTold>()
  for (const { facts } of rules)
    for (const fact of facts) {
      if (fact.value === null || isWorkedOut(fact) || used.has(fact.path)) continue
      const source = kindOf(fact)
      const word = words(fact.path)
      used.set(fact.path, { path: fact.path, source, id: word?.by ?? (source === 'listed' ? lists : null), as_of: word?.at ?? null })
    }
  return [...used.values()]
}

const namesOf = onceFor((lists: WireDecision['lists']) => lists.map((list) => `${list.source} ${list.version}`).join(', ') || null)

/** The word a fact rests on, looked for once for all decisions of those who said the same. */
const wordsOf = onceFor((said: Said) => {
  const found = new Map<string, Said[string]>()
  return (path: string): Said[string] => {
    let word = found.get(path)
    if (word === undefined) {
      word = saidOf(path, said)
      found.set(path, word)
    }
    return word
  }
})

/** The word a fact rests on: that on itself, or on what it is a part of. */
function saidOf(path: string, said: Said): Said[string] {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) if (Object.hasOwn(said, at)) return said[at]!
  return null
}

const everyRule = (every: () => readonly RuleOutcome[]) => () => rulesFor(every(), 'tenant').map(wireRule)

const wireRule = (rule: Decision['rules'][number]): WireRule => ({
  code: rule.code.toLowerCase(),
  version: rule.version,
  result: rule.result === 'needs_info' ? 'review' : rule.result,
  message: rule.message,
  citation: rule.citation,
  facts: rule.facts.map((fact) => ({ name: fact.path, value: fact.value, source: isWorkedOut(fact) ? fact.source : kindOf(fact) })),
})
