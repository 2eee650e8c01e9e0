import { desc, eq } from 'drizzle-orm'
import { findWallet } from '#core/chain/wallets/find.ts'
import type { Deciding, Judging } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import { type Refused, refusedAfter } from '#core/record/transaction.ts'
import { viewNow } from '#core/screening/lists/view.ts'
import type { Tx } from '#db/connect.ts'
import { decisions, screenings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { exactFacts } from '#engine/facts/of-checks.ts'
import { boundPerson } from './starting-credential.ts'
import type { WalletVerifyInput } from './verification-fields.ts'

/**
 * Decides of somebody known whose screening cannot run now, by the screening they had last: no match is said to be absent that nobody
 * looked for. The refusal stays what it was, and names the decision; of whom nobody knows nothing is kept.
 */
export async function keepUnscreened(tx: Tx, ctx: Judging & Deciding, input: WalletVerifyInput, refused: AppError): Promise<Refused> {
  const wallet = await findWallet(tx, ctx, input.wallet_address.canonical)
  const person = wallet && (await boundPerson(tx, ctx, wallet))
  if (!wallet || !person) throw refused
  const [last] = await tx
    .select({ at: screenings.created_at, lists: decisions.lists })
    .from(screenings)
    .innerJoin(decisions, eq(decisions.id, screenings.decision_id))
    .where(inScope(screenings, ctx, eq(screenings.subject_id, wallet.id)))
    .orderBy(desc(screenings.created_at))
    .limit(1)
  const lists = (last?.lists ?? []) as { source: string; version: string }[]
  const inForce = (await viewNow(tx, ctx)).stamps()
  const decided = await recordDecision(tx, ctx, {
    facts: exactFacts('wallet.verify', {
      ...(await baseFacts(ctx, 'wallet.verify', inForce, { level: input.level, market: 'any', moves_value: false })),
      screening: { available: false },
      subject: {
        kind: 'natural',
        person_id: person.id,
        address: wallet.address,
        screen: {
          checked_at: last?.at.toISOString() ?? 'none',
          lists: lists.map(({ source, version }) => ({ source, version })),
        },
      },
    }),
    market: 'platform',
    subject: { type: 'wallet', id: wallet.id },
    walletAddress: wallet.address,
    subjectKeyId: person.subject_key_id,
    category: 'user',
  })
  const extra = { ...refused.extra, decision: decided.decision as unknown as Json }
  return refusedAfter(decided, new AppError(refused.code, refused.message, { fields: refused.fields, extra }))
}
