import { and, desc, eq, gt } from 'drizzle-orm'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { openCase } from '#core/record/cases/open.ts'
import { wordOnCase } from '#core/record/cases/steps.ts'
import type { Decided } from '#core/record/decisions/decide.ts'
import { readResult } from '#core/record/decisions/result.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'
import { cases, decisions, screenings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import type { Decision } from '#engine/decide.ts'
import { screeningRow } from '../matching/screening-row.ts'

type HoldMarket = 'nfts' | 'defi' | 'gaming'

/** How long two people's word on a hold stands while its facts stay the same. */
const STANDS_MS = 90 * 86_400_000
const SUMMARIES: Record<HoldMarket, string> = {
  nfts: 'A creator’s verification waits for a person to look at it',
  defi: 'Access to a protocol waits for a person to look at it',
  gaming: 'A player’s check waits for a person to look at it',
}

/** The people's word on what the rules left to them: it changes no decision and is told beside it. */
type SettledBy = ReturnType<typeof wordOnCase>

interface Held {
  decided: Decided
  /** What the market goes by: the people's word where they settled it, else the outcome of the rules. */
  answer: Decided['outcome']
  settled_by: SettledBy | null
  events: EventInput[]
}

/**
 * What holds a wallet in a market has to be looked at by somebody: a case, once. A possible match is one case for all
 * markets; its release makes an exception. The word on another hold stands for 90 days, for the same reasons on the same facts; it
 * is told beside the decision, which stays what the rules said.
 */
export async function holdForPerson(tx: Tx, ctx: Ctx, p: { market: HoldMarket; subject: MarketSubject; decided: Decided }): Promise<Held> {
  const { market, subject, decided } = p
  const top = subject.screened.status === 'possible_match' ? subject.screened.matches.find((m) => m.exception === null) : undefined
  // A missing fact is for the caller to bring, unless a match waits beside it.
  if (decided.outcome !== 'review' && !(decided.outcome === 'needs_info' && top)) return unsettled(decided, [])
  const about = { type: 'wallet', id: subject.wallet.id }
  if (top) {
    const screening = subject.person
      ? await screeningRow(tx, ctx, {
          about: { type: 'wallet', id: subject.wallet.id },
          address: subject.wallet.address,
          person: subject.person,
          screened: subject.screened,
          decisionId: decided.decision.id,
          subject: { ...subject.data, ...subject.asked, full_name: subject.asked.full_name ?? '' },
        })
      : null
    const opened = await openCase(tx, ctx, {
      kind: 'sanctions_match',
      subject: about,
      decisionId: decided.decision.id,
      priority: 90,
      summary: 'A possible match holds a wallet',
      details: { market, entity_id: top.entity_id, list: top.list, score: top.score, ...(screening && { check_id: screening.id }) },
    })
    if (opened.opened && screening) await tx.insert(screenings).values(screening)
    return unsettled(decided, opened.events)
  }
  const kind = `${market}_review`
  const word = await standingWord(tx, ctx, subject.wallet.id, kind, decided)
  if (word) return settled(decided, word)
  const { events } = await openCase(tx, ctx, {
    kind,
    subject: about,
    decisionId: decided.decision.id,
    priority: 50,
    summary: SUMMARIES[market],
    details: { market, reason_codes: decided.decision.reason_codes },
  })
  return unsettled(decided, events)
}

const unsettled = (decided: Decided, events: EventInput[]): Held => ({ decided, answer: decided.outcome, settled_by: null, events })

const settled = (decided: Decided, word: SettledBy): Held => ({
  decided: { ...decided, audit: { ...decided.audit, details: { ...decided.audit.details, settled_by_case: word.outcome } } },
  answer: word.outcome,
  settled_by: word,
  events: [],
})

async function standingWord(tx: Tx, ctx: Ctx, walletId: string, kind: string, decided: Decided): Promise<SettledBy | null> {
  const [row] = await tx
    .select()
    .from(cases)
    .where(
      inScope(
        cases,
        ctx,
        and(
          eq(cases.subject_id, walletId),
          eq(cases.kind, kind),
          eq(cases.status, 'decided'),
          gt(cases.decided_at, new Date(ctx.now - STANDS_MS)),
        ),
      ),
    )
    .orderBy(desc(cases.decided_at))
    .limit(1)
  const seen = row?.decision_id ? await findScoped(tx, decisions, ctx, row.decision_id) : null
  if (!seen || heldOn(await readResult(tx, seen)) !== heldOn(decided.engine)) return null
  return wordOnCase(row!)
}

/** What asked a person and on which facts, as text that is equal when both are. */
const heldOn = (decision: Decision): string =>
  canonical(
    decision.rules
      .filter((rule) => rule.result === 'review' && !rule.part_of)
      .map((rule) => ({
        code: rule.code,
        facts: rule.facts.map(({ path, value }) => ({ path, value })),
        params: rule.params,
      })) as unknown as Json,
  )
