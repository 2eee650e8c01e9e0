import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { walletTransfers } from '#db/schema.ts'
import { ownWallet, readAddressField } from './own.ts'
import { settlePending } from './settle.ts'

export const walletTransactionInput = z.strictObject({
  walletAddress: z.string(),
  transactionHash: z
    .string()
    .regex(/^(0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/, 'This is not a transaction hash')
    // Hex has one spelling, base58 many hashes.
    .transform((hash) => (hash.startsWith('0x') ? hash.toLowerCase() : hash)),
  fromAddress: z.string(),
  toAddress: z.string(),
  amount: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,60}(\.\d{1,18})?$/, 'This is not an amount')),
  transactionType: z.literal('transfer').default('transfer'),
})

const present = (row: typeof walletTransfers.$inferSelect) => ({
  id: row.id,
  transactionHash: row.transaction_hash,
  fromAddress: row.from_address,
  toAddress: row.to_address,
  amount: row.amount,
  createdAt: row.created_at.toISOString(),
  status: row.status,
})

/** The transfers reported for the user's own wallet, newest first, at most 100. */
export const listWalletTransactions = definePageVerb({
  name: 'own.list_wallet_transactions',
  permission: 'account.read',
  input: walletTransactionInput.pick({ walletAddress: true }),
  run: async ({ ctx, input }) => {
    const { canonical } = readAddressField('/walletAddress', input.walletAddress)
    await ownWallet(ctx, canonical)
    const rows = await ctx.db
      .select()
      .from(walletTransfers)
      // Whoever named the address: what others noted about it is theirs.
      .where(and(eq(walletTransfers.wallet_address, canonical), eq(walletTransfers.user_id, ctx.actor.id)))
      .orderBy(desc(walletTransfers.created_at))
      .limit(100)
    return { transactions: (await settlePending(ctx, rows)).map(present) }
  },
})

/** Notes a transfer the browser wallet has sent, as pending. The same hash is refused the second time a person notes it. */
export async function createWalletTransaction({ ctx, input }: { ctx: Ctx; input: z.output<typeof walletTransactionInput> }) {
  requirePermission(ctx, 'account.write')
  const { canonical } = readAddressField('/walletAddress', input.walletAddress)
  await ownWallet(ctx, canonical)
  const from = readAddressField('/fromAddress', input.fromAddress).canonical
  const to = readAddressField('/toAddress', input.toAddress).canonical
  // no event: this is the note a person keeps of own transfers.
  return write(ctx, async (tx) => {
    const [row] = await tx
      .insert(walletTransfers)
      .values({
        id: newId('wallet_transfer'),
        user_id: ctx.actor.id,
        wallet_address: canonical,
        transaction_hash: input.transactionHash,
        from_address: from,
        to_address: to,
        amount: input.amount,
        transaction_type: input.transactionType,
        created_at: new Date(),
      })
      .onConflictDoNothing({ target: [walletTransfers.user_id, walletTransfers.transaction_hash] })
      .returning()
    if (!row) throw new AppError('duplicate_transaction_hash', 'This transaction is already recorded.')
    return {
      result: { success: true as const, transaction: present(row) },
      audit: {
        action: 'payment_process',
        category: 'payment',
        subject: { type: 'wallet_transfer', id: row.id },
        details: { transaction_hash: input.transactionHash },
      },
    }
  })
}
