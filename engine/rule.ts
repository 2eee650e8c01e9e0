import type { Json } from './canonical.ts'
import type { Check, Needs, Now, Read } from './facts.ts'

export type Result = 'pass' | 'fail' | 'review' | 'needs_info' | 'not_applicable' | 'info' | 'warn'
/** What a rule that does not hold does: block → deny, ask → needs_info, hold → review, warn and info → nothing. */
export type Severity = 'block' | 'ask' | 'hold' | 'warn' | 'info'
/** Who may read the reason. Officer reasons (suspicion, monitoring) reach a customer only as MANUAL_REVIEW. */
export type Visibility = 'public' | 'tenant' | 'officer'
export const MARKETS = ['securities', 'kyc', 'sanctions', 'payments', 'nfts', 'defi', 'gaming', 'credential', 'monitoring'] as const
export type Market = (typeof MARKETS)[number]

export type Citation = { readonly label: string; readonly url: string | null }
/** V: figure checked against a source. K: stable knowledge. R: needs review by counsel. */
type Certainty = 'V' | 'K' | 'R'
export type Params = { readonly [name: string]: Json }
export type Details = { readonly [name: string]: Json }

/**
 * A change that would make a rule hold. `facts` are dotted paths to new values; `say` completes "This would be allowed …".
 * Only what a person can change: never a birth date, a conviction or a listing.
 */
export type Change = { readonly say: string; readonly facts: { readonly [path: string]: Json } }

export type Verdict = {
  readonly result: Result | 'broken'
  /** Figures for the message and for the caller (free_on, max_now, missing …). JSON only. */
  readonly params?: Details
  /** Paths of facts that are still to be given, dotted. */
  readonly missing?: readonly string[]
  /** A further code of `reasons.ts` beside the rule's own. */
  readonly reason?: string
  readonly changes?: readonly Change[]
  readonly byte?: number
  /** Another of the rule's sentences than the result's own. Never part of the answer itself. */
  readonly wording?: string
}

type More = Pick<Verdict, 'missing' | 'reason' | 'changes' | 'byte' | 'wording'>

// Every verdict has the same shape, so that the engine's reads of it stay fast.
function verdict(result: Verdict['result'], params: Details | undefined, more: More | undefined): Verdict {
  return { result, params, missing: more?.missing, reason: more?.reason, changes: more?.changes, byte: more?.byte, wording: more?.wording }
}

/** The rule holds. */
export const pass: Verdict = verdict('pass', undefined, undefined)
export const notApplicable: Verdict = verdict('not_applicable', undefined, undefined)
/** The rule holds, and there are figures to hand on (a fee, a due day). */
export const passWith = (params: Details, more?: More): Verdict => verdict('pass', params, more)
/** The rule does not hold: its severity says what follows. */
export const broken = (params?: Details, more?: More): Verdict => verdict('broken', params, more)
export const deny = (params?: Details, more?: More): Verdict => verdict('fail', params, more)
export const ask = (params?: Details, more?: More): Verdict => verdict('needs_info', params, more)
export const review = (params?: Details, more?: More): Verdict => verdict('review', params, more)
export const warn = (params?: Details, more?: More): Verdict => verdict('warn', params, more)
export const info = (params?: Details, more?: More): Verdict => verdict('info', params, more)

/** A worked case: flat dotted facts laid over the rule's `given`; null takes a fact away. */
export type Golden = {
  readonly name: string
  readonly facts: { readonly [path: string]: Json }
  readonly expect: Result
  /** Details that the verdict must carry. */
  readonly details?: Details
  /** The reason beside the rule's own code. */
  readonly reason?: string
  /** Parameters that differ from the current ones in this case (a contract limit, an early version). */
  readonly params?: Params
}

/** An earlier period of the same rule whose parameters differed. */
type Earlier<P> = { readonly version: number; readonly in_force_from: string; readonly in_force_to: string; readonly params: P }

export type RuleSpec<N extends Needs, P extends Params> = {
  readonly code: string
  readonly version: number
  readonly market: Market
  /** Decisions that this rule takes part in. */
  readonly checks: readonly Check[]
  /** Place in the combination order; ties are broken by code. */
  readonly order: number
  /** Another place in some checks. */
  readonly orderIn?: { readonly [C in Check]?: number }
  /** What the rule demands, one plain sentence. */
  readonly sentence: string
  /** What is said when it does not hold; {names} are filled from the verdict's params, then the rule's. May differ by result. */
  readonly message: string | Partial<Record<Result | (string & {}), string>>
  readonly citation: Citation
  readonly certainty: Certainty
  readonly in_force_from: string
  readonly in_force_to?: string
  readonly severity: Severity
  readonly visibility?: Visibility
  /** Runs once for each party of the check; needs start with `subject.`. */
  readonly perSubject?: boolean
  /** The rule that decides by this one (a resale route): shown, not counted. */
  readonly partOf?: string
  /** Holds only by freshness of our own upkeep (list age): a counterfactual may assume it is kept up. */
  readonly upkeep?: boolean
  /** ERC-1404 restriction byte when this is the primary reason of a transfer. */
  readonly byte?: number
  /** Another byte for outcomes of which the words of `byte` would not be true. */
  readonly codes?: { readonly [R in Result]?: number }
  readonly params: P
  readonly earlier?: readonly Earlier<P>[]
  readonly needs: N
  /** Whether the rule is about this case. Reads known discriminators only: an unknown one asks, it does not exempt. */
  readonly applies?: (facts: Read<N>, params: P, now: Now) => boolean
  readonly holds: (facts: Read<N>, params: P, now: Now) => Verdict
  /** Facts under which every golden runs; `as_of` and `check` may be among them. */
  readonly given: { readonly [path: string]: Json }
  readonly goldens: readonly Golden[]
}

// biome-ignore lint/suspicious/noExplicitAny: a list of rules mixes need and parameter types that only each rule knows
export type Rule = RuleSpec<any, any>

/** Declares a rule. The types of `facts` and `params` in its predicate come from `needs` and `params`. */
export function defineRule<const N extends Needs, P extends Params>(spec: RuleSpec<N, P>): Rule {
  return spec
}
