import { parseAddress } from '#chains/address.ts'
import { findWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'

/** The canonical form of an address a page sent. */
export function readAddressField(pointer: string, value: string): { canonical: string; family: 'evm' | 'solana' } {
  const parsed = parseAddress(value.trim())
  if (!parsed.ok) throw invalidField(pointer, parsed.code, 'This is not a wallet address.')
  return parsed
}

/** The user's own wallet, or 403: addresses of others are not looked up. */
export async function ownWallet(ctx: Ctx, canonical: string): Promise<WalletRow> {
  const wallet = await findWallet(ctx.db, ctx, canonical)
  if (!wallet || ctx.actor.type !== 'user' || wallet.user_id !== ctx.actor.id)
    throw new AppError('forbidden', 'This wallet is not connected to your account.')
  return wallet
}
