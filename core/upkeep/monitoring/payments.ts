import { eq } from 'drizzle-orm'
import type { CredentialRow } from '#core/identity/credentials/issue.ts'
import { bestOfPerson, levelsOf, stateAt } from '#core/identity/credentials/live.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { cashOf, isIdentified } from '#core/markets/transactions/history.ts'
import { monitoringFacts } from '#core/record/decisions/monitoring.ts'
import { asRoom } from '#core/record/facts/table.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { reserveDuties, transactions } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { type Finding, recordFinding } from './finding.ts'

/**
 * Looks at a business day's currency of one holder, over all their wallets, once the day is over: reports of currency
 * (31 CFR 1010.311), vouchers (1010.415) and cash that is split (31 USC 5324). `about` is holder and day, as `cashDay` writes them.
 */
export async function lookAtCash(tx: Tx, ctx: Ctx, about: string): Promise<Finding | null> {
  const [holder, day] = about.split('|') as [string, string]
  const personId = holder.startsWith('per_') ? holder : null
  const credential = personId ? await bestOfPerson(tx, ctx, personId) : null
  const history = await cashOf(tx, ctx, {
    personId,
    address: personId ? null : holder,
    identified:
      credential !== null && isIdentified({ levels: await levelsShown(tx, ctx, credential), state: stateAt(credential, ctx.now) }),
    rates: await rateFacts(ctx),
  })
  return recordFinding(tx, ctx, {
    facts: await monitoringFacts(ctx, {}, { cash: { day, history } }),
    market: 'stablecoins',
    subject: { type: 'cash_day', id: about },
  })
}

/** The levels that a person's credential shows, by the evidence of who they are. */
const levelsShown = async (tx: Tx, ctx: Ctx, credential: CredentialRow) =>
  levelsOf(credential.level, await ctx.world.identity.of(tx, ctx, { personId: credential.person_id, shownFor: null, played: null }))

/**
 * Looks at a redemption once its two business days are over: whether it was paid in time (GENIUS Act sec. 4(a)(1)(B)), where that act is
 * about the coin, as was said with the redemption.
 */
export async function lookAtRedemption(tx: Tx, ctx: Ctx, id: string): Promise<Finding | null> {
  const row = await findScoped(tx, transactions, ctx, id)
  // What was refused or never sent pays nobody, and nobody waits for it.
  if (!row || ['denied', 'failed', 'expired'].includes(row.status)) return null
  const paid = row.status === 'settled' ? row.timeline.findLast((step) => step.status === 'settled') : undefined
  const redemption = {
    requested_on: rulesDay(row.created_at),
    paid_on: paid ? rulesDay(Date.parse(String(paid.at))) : ('none' as const),
    fee_notice_days: 'none' as const,
  }
  const frameworks = row.facts['token.frameworks']
  const [duty] = await tx
    .select({ token: reserveDuties.token })
    .from(reserveDuties)
    .where(inScope(reserveDuties, ctx, eq(reserveDuties.token, row.currency ?? '')))
    .limit(1)
  const coin = { early: duty !== undefined, facts: asRoom('token', frameworks === undefined ? {} : { frameworks: frameworks as string[] }) }
  return recordFinding(tx, ctx, {
    facts: await monitoringFacts(ctx, { redemption }, { coin }),
    market: 'stablecoins',
    subject: { type: 'redemption', id },
  })
}
