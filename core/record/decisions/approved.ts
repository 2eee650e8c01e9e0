import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { Queryable } from '#db/connect.ts'
import { decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { outcomeAfter } from '#engine/approval.ts'
import type { Decision } from '#engine/decide.ts'
import type { Decided } from './decide.ts'
import { openFacts } from './facts.ts'
import { readResult } from './result.ts'

/** What asked a person in a stored decision. */
export interface Held {
  /** Codes of the rules that asked. */
  codes: string[]
  /** Hashes of the listed entries that it knew of (`entryFactsHash`). */
  entries: ReadonlySet<string>
  /** Whether it knew of a match with a person in office, which facts do not name. */
  pep: boolean
}

/** Reads it; nothing is known of a decision whose facts were erased. */
export async function heldBy(db: Queryable, ctx: Ctx, decisionId: string | null): Promise<Held> {
  const row = decisionId ? await findScoped(db, decisions, ctx, decisionId) : null
  if (!row) return { codes: [], entries: new Set(), pep: false }
  const codes = codesOf(await readResult(db, row))
  try {
    const parties = Object.values(await openFacts({ ...ctx, db: db as Ctx['db'] }, row)).flatMap(partyOf)
    const entries = new Set(parties.flatMap((party) => party.screen.names.map((name) => name.entry_hash)))
    return { codes, entries, pep: parties.some((party) => party.pep !== undefined && party.pep !== 'none') }
  } catch (error) {
    if (error instanceof Erased) return { codes, entries: new Set(), pep: false }
    throw error
  }
}

type PartyFacts = { screen: { names: { entry_hash: string }[] }; pep?: unknown }

/** A fact that is a party, as `partyFacts` makes them. */
const partyOf = (fact: unknown): PartyFacts[] => {
  const party = fact as PartyFacts | null
  return typeof party === 'object' && Array.isArray(party?.screen?.names) ? [party] : []
}

const codesOf = (decision: Pick<Decision, 'rules'>) =>
  decision.rules.filter((rule) => rule.result === 'review' && !rule.part_of).map((rule) => rule.code)

/**
 * The outcome of a decision made anew when people approved, just now, the reasons named. A denial, a missing fact or a reason
 * they did not see is never approved away.
 */
export function approvedOutcome(
  ctx: Pick<Ctx, 'now'>,
  decided: Pick<Decided, 'engine' | 'outcome'>,
  codes: readonly string[],
): Decided['outcome'] {
  const hash = decided.engine.result_hash
  return outcomeAfter(decided.engine, { codes, facts_hash: hash, approved_at: new Date(ctx.now).toISOString() }, hash).outcome
}

/** What still holds, in words, for a release that did not suffice. */
export const stillHeld = (decided: Pick<Decided, 'engine'>): string =>
  decided.engine.rules
    .filter((rule) => ['review', 'needs_info', 'fail'].includes(rule.result) && !rule.part_of)
    .map((rule) => rule.message ?? rule.code)
    .join(' ')
