// What an outcome of a rule is called for whoever reads it, and what they can do next.
import type { RuleOutcome } from '../run-rule.ts'
import { EFFECT } from '../run-rule.ts'
import { partiesOf, remedyOf } from './of-rules.ts'
import { REMEDIES, type Remedy, type RemedyName, type WordsFor } from './remedies.ts'

export interface OutcomeWords {
  /** What is so, in the terms of the case. */
  readonly says: string
  /** What the reader can do; null where nothing is to be done. */
  readonly next: string | null
}

type Said = Pick<RuleOutcome, 'code' | 'result' | 'message' | 'visibility' | 'reason'>

const LOOKED_AT = 'A person has to look at this.'

/** While people look at it. Who decides is told what to look for instead. */
const WAITS: Readonly<Record<Exclude<WordsFor, 'reviewer'>, string>> = {
  holder: 'A person at the organisation looks at it; you need not ask again.',
  issuer: 'It waits for your reviewers.',
  developer: 'Wait for the event of the case: the decision itself does not change.',
}

/** Where nobody knows yet whether it is so. */
const UNKNOWN: Remedy = {
  holder: 'This is not known yet. If it is yours to say or to show, bring it; if not, ask the organisation.',
  issuer: 'Find out what is named, or ask the person for it, and try again.',
  reviewer: 'There is nothing to decide before what is named is known.',
  developer: 'Send what is named, or bring about what supplies it (`supply` says how), and call again.',
}

/** Remedies that take for granted what the rule found: never said of what is only unknown. */
const OF_FINDINGS: ReadonlySet<RemedyName> = new Set([
  ...(['age', 'exclusion', 'cash_out', 'sanctions', 'place', 'risk', 'stopped', 'limit'] as const),
  ...(['amount', 'holders', 'resale', 'lockup', 'balance', 'collateral', 'cooling', 'note'] as const),
  ...([
    'call',
    'terms',
    'filing',
    'bad_actor',
    'open',
    'token',
    'licence',
    'reserve',
    'coin',
    'words',
    'settings',
    'privacy',
    'reliance',
  ] as const),
])
const NOT_KNOWN: ReadonlySet<string> = new Set(['FACT_MISSING', 'STRONGER_SOURCE_NEEDED'])

/** Where it is no matter of what the rule asks: by the reason beside the rule's own. */
const BY_REASON: Readonly<Record<string, Remedy>> = {
  FX_RATE_REQUIRED: {
    holder: 'There is nothing for you to do: it is tried again with the rate of the day.',
    issuer: 'Try again when the rate of the day is loaded, or state the rate of the sale.',
    reviewer: 'There is nothing to decide without a rate.',
    developer: 'Send the rate of the sale, or call again when the rate of the day is loaded.',
  },
  NOT_QUALIFIED_PURCHASER: REMEDIES.accreditation,
  FACTS_CONTRADICT: {
    holder: 'Tell the organisation which of the two is true, and show it.',
    issuer: 'Find out which of the two is true, and correct the other.',
    reviewer: 'Find out which of the two is true; neither counts until then.',
    developer: 'Correct the fact that is wrong, and call again.',
  },
  RULE_COULD_NOT_RUN: {
    holder: 'A person at the organisation looks at it; you need not ask again.',
    issuer: 'It waits for your reviewers; tell us if it happens again.',
    reviewer: 'Judge it by the rule’s own sentence and law, and tell us: the facts are of a kind it does not know.',
    developer: 'Report it with the id of the decision: the facts are of a kind the rule does not know.',
  },
}

/**
 * The words of an outcome for one reader. What officers alone may know is for nobody else but a neutral sentence. `affirmed` is the rule's
 * own sentence, said only where it holds. Throws a RangeError for a rule that has no words: a test runs all of them.
 */
export function readerWords(reader: WordsFor, outcome: Said, affirmed: string): OutcomeWords {
  const { code, result, visibility } = outcome
  if (result === 'not_applicable') return { says: `It is not about this case: ${inSentence(affirmed)}`, next: null }
  const secret = visibility === 'officer' || (visibility === 'tenant' && reader === 'holder')
  if (secret && reader !== 'reviewer')
    return {
      says: LOOKED_AT,
      next: EFFECT[result] === 'allow' ? null : reader === 'developer' ? REMEDIES.suspicion.developer : WAITS[reader],
    }
  if (result === 'pass') return { says: affirmed, next: null }
  const name = remedyOf(code, result)
  if (!name) throw new RangeError(`${code} has no words for what to do next.`)
  const message = outcome.message ?? LOOKED_AT
  const plain = reader === 'developer' ? message : withoutPointers(message)
  // A rule speaks to the organisation that asked; whom it is about is not of it.
  const says =
    reader === 'holder' ? plain.replace(/\b([Yy])our organisation/g, (_, y) => `${y === 'Y' ? 'The' : 'the'} organisation`) : plain
  const unknown = NOT_KNOWN.has(outcome.reason ?? '') && OF_FINDINGS.has(name)
  const helps = unknown ? UNKNOWN : (BY_REASON[outcome.reason ?? ''] ?? REMEDIES[name])
  if (result === 'info' || result === 'warn') return { says, next: REMEDIES.note[reader] }
  if (result === 'review' && reader !== 'reviewer')
    return { says, next: `${WAITS[reader]} ${reader === 'developer' ? '' : helps[reader]}`.trim() }
  return { says, next: helps[reader] }
}

/** What one of several parties is told where all that speaks is another's: the same whatever it is. */
export const withheldWords = (result: RuleOutcome['result']): OutcomeWords =>
  EFFECT[result] === 'deny'
    ? { says: 'The organisation may not let this pass.', next: 'Ask the organisation: it says what it may say.' }
    : { says: LOOKED_AT, next: WAITS.holder }

/**
 * Whether one of several parties may be told what a rule said. `seats`: which parties they are; what is said of another is never theirs,
 * and what is said of two at once is nobody's.
 */
export const isOwnTo = (seats: ReadonlySet<string>, { code, subject }: Pick<RuleOutcome, 'code' | 'subject'>): boolean =>
  subject === null && partiesOf(code).every((party) => seats.has(party))

/** For who calls no API: `/originator/originatorPersons/0/naturalPerson/geographicAddress` is the originator’s geographic address. */
const withoutPointers = (message: string): string =>
  message.replace(/(?<![\w.:/])\/[a-z][A-Za-z0-9]*(?:\/[A-Za-z0-9]+)*/g, (pointer) => {
    const steps = pointer.split('/').filter((step) => step && !/^\d+$/.test(step))
    const [whose, what] = [steps[0]!, steps.at(-1)!].map(spaced) as [string, string]
    return steps.length === 1 ? `the ${whose}` : `the ${whose}’s ${what}`
  })

const spaced = (name: string): string =>
  name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())

/** What is so, where nothing of the case may be said but how a demand came out. */
export function bareWords(result: RuleOutcome['result'], affirmed: string): string {
  const demand = inSentence(affirmed)
  if (result === 'fail') return `One demand is not met: ${demand}`
  if (result === 'needs_info') return `More has to be known for one demand: ${demand}`
  if (result === 'review') return `A person looks at one demand: ${demand}`
  return `Something is noted on one demand: ${demand}`
}

const inSentence = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)
