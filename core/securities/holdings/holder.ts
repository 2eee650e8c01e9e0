import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { findWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import type { Queryable } from '#db/connect.ts'
import { investors, lots } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'

export const holderInput = {
  wallet_address: walletAddress.optional().meta({ description: 'The wallet that holds the units' }),
  investor_id: z.string().max(100).optional().meta({ description: 'In place of the wallet: the investor who holds them' }),
}
export const someHolder = (v: { wallet_address?: unknown; investor_id?: unknown }) =>
  v.wallet_address !== undefined || v.investor_id !== undefined
export const SOME_HOLDER = { message: 'Give wallet_address or investor_id.', path: ['wallet_address'] }

export interface Holder {
  personId: string
  /** Null when the call names a person only. */
  wallet: WalletRow | null
}

/** Whom a call names. Throws `not_found`, and `conflicting_fields` when wallet and investor are different people. */
export async function findHolder(
  db: Queryable,
  ctx: Ctx,
  input: { wallet_address?: { canonical: string } | undefined; investor_id?: string | undefined },
): Promise<Holder> {
  const investor = input.investor_id ? await findScoped(db, investors, ctx, input.investor_id) : null
  const wallet = input.wallet_address ? await findWallet(db, ctx, input.wallet_address.canonical) : null
  if ((input.investor_id && !investor) || (input.wallet_address && !wallet)) throw notFound()
  if (investor && wallet && investor.person_id !== wallet.person_id)
    throw new AppError('conflicting_fields', 'investor_id and wallet_address name different people.')
  return { personId: investor?.person_id ?? wallet!.person_id ?? wallet!.id, wallet }
}

/** The one wallet in which a holder keeps units of an offering. Throws when they keep none, or when the call has to say which. */
export async function holdingWallet(db: Queryable, ctx: Ctx, offeringId: string, holder: Holder): Promise<WalletRow> {
  if (holder.wallet) return holder.wallet
  const rows = await db
    .selectDistinct({ address: lots.wallet_address })
    .from(lots)
    .where(inScope(lots, ctx, and(eq(lots.offering_id, offeringId), eq(lots.person_id, holder.personId), isNull(lots.closed_at))))
    .limit(2)
  if (!rows[0]) throw new AppError('conflict', 'This investor holds no units of this offering.')
  if (rows[1])
    throw invalidField('/wallet_address', 'required', 'This investor holds units in more than one wallet. Name the one that is meant.')
  return (await findWallet(db, ctx, rows[0].address))!
}
