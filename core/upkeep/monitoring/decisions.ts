import { worth } from '#core/chain/transactions/worth.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { openFacts, storedRoom } from '#core/record/decisions/facts.ts'
import { monitoringFacts } from '#core/record/decisions/monitoring.ts'
import { readResult } from '#core/record/decisions/result.ts'
import { isBlocked, isSuspected } from '#core/record/decisions/watch.ts'
import type { Rate } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Facts } from '#engine/facts.ts'
import { formatMicro, micro } from '#engine/money.ts'
import { type Finding, recordFinding } from './finding.ts'
import { whoseLaw } from './whose-law.ts'

/** Payments of so long before count with the one that is suspected: the longest window of a pattern of transfers. */
const PATTERN_MS = 72 * 3_600_000

/** What is judged of a movement that the law of the United States blocked; of other authorities with their name behind it. */
const BLOCKED = 'blocked_movement'

/**
 * Looks at a decision that blocked a movement of value, or suspected one: to whom it is reported (31 CFR 501.603, 501.604; Regulation (EU)
 * 269/2014 art 8; UK SI 2019/855 reg 70), and whether a report of suspicion is to be decided on (31 CFR 1022.320; Directive (EU)
 * 2015/849 art 33). Null when both were judged before, or the facts were erased.
 */
export async function lookAtDecision(tx: Tx, ctx: Ctx, decisionId: string): Promise<Finding | null> {
  const row = await findScoped(tx, decisions, ctx, decisionId)
  if (!row?.subject_id) return null
  const decision = await readResult(tx, row)
  const shared = {
    market: row.market ?? 'platform',
    subjectKeyId: row.subject_key_id,
    walletAddress: row.wallet_address,
  }
  const findings: (Finding | null)[] = []
  const facts = await readable(tx, ctx, row)
  if (isBlocked(decision))
    for (const authority of whoseLaw(decision, facts))
      findings.push(
        await recordFinding(tx, ctx, {
          ...shared,
          facts: await monitoringFacts(ctx, { block: { authority, decided_at: row.evaluated_at.toISOString() } }),
          // To each authority its own report, by its own day: they are judged one by one. A sale is judged as about its offering, and has
          // no id of its own where it is refused.
          subject: {
            type: authority === 'US' ? BLOCKED : `${BLOCKED}_${authority.toLowerCase()}`,
            id: row.subject_type === 'offering' ? row.id : row.subject_id,
          },
        }),
      )
  if (isSuspected(decision) && facts)
    findings.push(
      await recordFinding(tx, ctx, {
        ...shared,
        facts: await monitoringFacts(ctx, { suspicion: suspicionOf(facts, row.evaluated_at.getTime()) }),
        subject: { type: 'suspected_movement', id: row.subject_id },
        // Where the law leaves a report below its amount to the tenant, it is only recorded.
        calls: (found) => found.some((rule) => rule.params?.task === 'open_case' || rule.result === 'needs_info'),
      }),
    )
  const made = findings.filter((one) => one !== null)
  if (!made.length) return null
  return { audit: made.flatMap((one) => one.audit) as Finding['audit'], events: made.flatMap((one) => one.events) }
}

/** Facts, or null once their key was destroyed. */
async function readable(tx: Tx, ctx: Ctx, row: typeof decisions.$inferSelect): Promise<Facts | null> {
  try {
    return await openFacts({ ...ctx, db: tx as unknown as Ctx['db'] }, row)
  } catch (error) {
    if (error instanceof Erased) return null
    throw error
  }
}

/** What is suspected: this movement with what the sender sent in the three days before, and whether the sender is known. */
function suspicionOf(facts: Facts, at: number) {
  const tx = storedRoom('tx', facts)
  const history = storedRoom('history', facts)
  const from = storedRoom('from', facts)
  const rates = (facts.fx ?? []) as readonly Rate[]
  const now = tx?.amount?.amount ? worth(tx.amount.amount, tx.amount.currency, 'USD', rates) : 0n
  const before = (history?.transfers ?? []).filter((one) => at - Date.parse(one.at) < PATTERN_MS)
  return {
    amount: formatMicro(before.reduce((sum, one) => sum + micro(one.usd), now)),
    detected_on: rulesDay(at),
    suspect_known: from?.person_id !== undefined && from.person_id !== 'none',
  }
}
