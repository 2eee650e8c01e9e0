import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { awaitsChain, refuseHash } from '#core/chain/transactions/chain.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { issuances } from '#db/schema.ts'
import { inScope, lockName, lockScoped } from '#db/scoped.ts'
import { confirmedFromNow } from '../token-state/minted.ts'
import { type Supply, supplyOf } from './supply.ts'

const confirmInput = z.strictObject({
  transaction_hash: z.string().regex(/^(0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/, 'This is not a transaction hash'),
})

const TOO_LATE =
  'The authorisation ended after 24 hours without a hash. Authorise the issuance again; a mint that was sent all the same is reported on the new one.'

/**
 * Records the hash of the mint that the issuer signed. In production a configured chain has to confirm it; else it counts at once.
 * Throws `invalid_transition` once it has ended, as after 24 hours without a hash, `duplicate_transaction_hash`.
 */
export const confirmIssuance = defineVerb({
  name: 'tokens.confirm',
  permission: 'tokens.issue',
  input: byId('Issuance id, iss_…').extend(confirmInput.shape),
  output: z.object({
    success: z.literal(true),
    id: z.string(),
    object: z.literal('issuance'),
    status: z.enum(['submitted', 'confirmed']),
    transaction_hash: z.string(),
    confirmed_by: z
      .enum(['caller'])
      .nullable()
      .meta({ description: '`caller` when no chain is asked and the report alone counts; null while a chain has still to confirm it' }),
  }),
  run: async ({ ctx, input: { id, ...sent } }) => {
    // Hexadecimal is the same in either case, so one hash is written in one way.
    const hash = sent.transaction_hash
    const input = { id, transaction_hash: hash.startsWith('0x') ? hash.toLowerCase() : hash }
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, issuances, ctx, input.id)
      if (!row) throw notFound()
      if (!['authorized', 'submitted'].includes(row.status))
        throw new AppError(
          'invalid_transition',
          row.failure === 'not_reported' ? TOO_LATE : `An issuance that is ${row.status} cannot be confirmed.`,
        )
      if (row.status === 'authorized' && row.authorized_until && row.authorized_until.getTime() <= ctx.now)
        throw new AppError('invalid_transition', TOO_LATE)
      refuseHash(input.transaction_hash, row.chain, row.wallet_address)
      await refuseKnownHash(tx, ctx, input)
      const status = awaitsChain(ctx, input.transaction_hash, row.chain) ? ('submitted' as const) : ('confirmed' as const)
      await tx
        .update(issuances)
        .set({
          status,
          transaction_hash: input.transaction_hash,
          authorized_until: null,
          updated_at: new Date(ctx.now),
          ...(status === 'confirmed' && { confirmed_during: confirmedFromNow(ctx) }),
        })
        .where(inScope(issuances, ctx, eq(issuances.id, row.id)))
      const supply = await supplyOf(tx, ctx, row)
      const sent = mintEvent(row, supply, 'submitted', input.transaction_hash)
      return {
        result: {
          success: true as const,
          id: row.id,
          object: 'issuance' as const,
          status,
          transaction_hash: input.transaction_hash,
          // Without a chain to ask there is only the caller's word.
          confirmed_by: status === 'confirmed' ? ('caller' as const) : null,
        },
        audit: {
          action: 'token_issuance_confirmed',
          category: 'investment',
          subject: { type: 'issuance', id: row.id },
          details: { transaction_hash: input.transaction_hash, status },
        },
        events:
          status === 'submitted' ? [sent] : [sent, mintEvent({ ...row, status: 'submitted' }, supply, 'confirmed', input.transaction_hash)],
      }
    })
  },
})

/** That a mint was sent, or is on its chain. `row` is the issuance as it was before. */
export const mintEvent = (
  row: typeof issuances.$inferSelect,
  supply: Supply,
  status: 'submitted' | 'confirmed',
  transaction_hash: string | null,
): EventInput => ({
  type: `token.issuance.${status}`,
  resource: { type: 'issuance', id: row.id },
  object: {
    id: row.id,
    offering_id: row.offering_id,
    wallet_address: row.wallet_address,
    quantity: row.quantity,
    status,
    supply,
    transaction_hash,
  },
  previous: { status: row.status },
})

async function refuseKnownHash(tx: Tx, ctx: Ctx, input: { id: string; transaction_hash: string }): Promise<void> {
  // One mint confirms one issuance, also when it is reported for several at the same moment.
  await lockName(tx, ctx, `mint:${input.transaction_hash}`)
  const [known] = await tx
    .select({ id: issuances.id })
    .from(issuances)
    .where(inScope(issuances, ctx, and(eq(issuances.transaction_hash, input.transaction_hash), ne(issuances.id, input.id))))
    .limit(1)
  if (known) throw new AppError('duplicate_transaction_hash', 'This mint is already recorded.', { extra: { existing_id: known.id } })
}
