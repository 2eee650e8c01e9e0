import type { TenantNow } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import type { Decision } from '#engine/decide.ts'
import type { Check } from '#engine/facts.ts'
import { setTimer } from '../timers/set-timer.ts'

/** The timer of a decision that monitoring looks at; its subject is the decision. */
export const MONITOR_DECISION = 'monitor_decision'
/** What moves value: what is blocked or suspected there is reported. */
const OF_VALUE: ReadonlySet<Check> = new Set(['transfer', 'payment', 'nft.sale', 'investment.accept', 'token.issue'] as const)
/** What the rules of securities say of the lists themselves, by the party that they ask about. */
export const LISTED_PARTY = { SANCTIONS_INVESTOR: 'investor', SANCTIONS_SENDER: 'from', SANCTIONS_RECIPIENT: 'to' } as const

/** Whether sanctions law blocked a movement of value. */
export const isBlocked = ({ outcome, rules }: Pick<Decision, 'outcome' | 'rules'>): boolean =>
  outcome === 'deny' && rules.some((rule) => blocks(rule))

/** A list that is too old denies as well, and blocks nobody's property. */
export const blocks = (rule: Decision['rules'][number]): boolean =>
  rule.result === 'fail' && ((rule.market === 'sanctions' && rule.code !== 'SANCTIONS_LIST_STALE') || rule.code in LISTED_PARTY)

/** Whether a pattern of payments asked for a person. */
export const isSuspected = ({ rules }: Pick<Decision, 'rules'>): boolean =>
  rules.some((rule) => rule.market === 'monitoring' && rule.result === 'review')

/** Whether a decision about something that moves value, which has an id, is looked at again. */
export const isWatched = (
  input: { facts: { check: Check }; subject?: { id: string } | null },
  decision: Pick<Decision, 'outcome' | 'rules'>,
): boolean => OF_VALUE.has(input.facts.check) && Boolean(input.subject) && (isBlocked(decision) || isSuspected(decision))

/** Has monitoring look at a decision, after whatever it is part of is done; a dry run takes this back with all else. */
export async function watch(tx: Tx, ctx: TenantNow, decisionId: string): Promise<void> {
  await setTimer(tx, ctx, { kind: MONITOR_DECISION, subjectId: decisionId, dueMs: ctx.now })
}
