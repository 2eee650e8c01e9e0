import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { parseAddress } from '#chains/address.ts'
import { findWallet } from '#core/chain/wallets/find.ts'
import { addressParams, credential as credentialSummary, markets } from '#core/kernel/answers.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { defineVerb } from '#core/record/verb.ts'
import { decisions, screenings, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { freezesOfWallet } from '../acts/freezes.ts'
import { bestCredential, summarise } from '../credentials/live.ts'
import { usableMarkets } from './markets.ts'

/** What a wallet says of itself, alone and in a list. */
export const walletFields = {
  object: z.literal('wallet'),
  wallet_id: z.string(),
  wallet_address: z.string(),
  verification_status: z.string(),
  verified_at: z.string().nullable(),
  control: z.enum(['proven', 'asserted']),
  control_method: z.string().nullable(),
  status: z.string().meta({ description: '`active`, `unlinked` or `superseded`' }),
  superseded_by: z.string().nullable().meta({ description: 'The address that took the place of a superseded wallet' }),
  created_at: z.string(),
  updated_at: z.string(),
}

/** What this tenant knows of a wallet. Reads only: no new check is made. */
export const getWallet = defineVerb({
  name: 'wallets.get',
  permission: 'wallets.read',
  input: addressParams,
  output: z.object({
    success: z.literal(true),
    ...walletFields,
    freezes: z
      .array(z.object({ id: z.string(), offering_id: z.string(), quantity: z.string().nullable(), expires_at: z.string().nullable() }))
      .meta({ description: 'Freezes in force on what the wallet holds; a null quantity is everything' }),
    sanctions_cleared: z.boolean(),
    checked_at: z.string().nullable(),
    data_age_seconds: z.number().int().nullable(),
    credential: credentialSummary.nullable(),
    markets,
  }),
  run: async ({ ctx, input }) => {
    const parsed = parseAddress(input.address)
    if (!parsed.ok)
      throw new AppError('validation_failed', '1 field needs attention', {
        fields: [{ pointer: '/address', code: parsed.code, detail: 'This is not a wallet address.' }],
      })
    const wallet = await findWallet(ctx.db, ctx, parsed.canonical)
    if (!wallet) throw notFound()
    const row = await bestCredential(ctx.db, ctx, wallet)
    const credential = row ? summarise(row, wallet, ctx.now, false) : null
    const [checked] = await ctx.db
      .select()
      .from(screenings)
      .where(inScope(screenings, ctx, eq(screenings.wallet_address, wallet.address)))
      .orderBy(desc(screenings.created_at))
      .limit(1)
    const freezes = await freezesOfWallet(ctx.db, ctx, wallet)
    const next = wallet.superseded_by ? await findScoped(ctx.db, wallets, ctx, wallet.superseded_by) : null
    const [decided] = checked?.decision_id
      ? await ctx.db
          .select({ outcome: decisions.outcome, reason_codes: decisions.reason_codes })
          .from(decisions)
          .where(inScope(decisions, ctx, eq(decisions.id, checked.decision_id)))
      : []
    // Clear is what no list and no other rule on sanctions holds: an embargoed place is on no list.
    const held = decided !== undefined && decided.outcome !== 'allow' && decided.reason_codes.some((code) => /^sanctions_/i.test(code))
    const cleared = checked?.status === 'clear' && !held
    return {
      success: true as const,
      object: 'wallet' as const,
      wallet_id: wallet.id,
      wallet_address: wallet.address,
      verification_status: wallet.verification_status,
      verified_at: wallet.verified_at?.toISOString() ?? null,
      control: wallet.control,
      control_method: wallet.control_method,
      status: wallet.status,
      superseded_by: next?.address ?? null,
      freezes: freezes.map((one) => ({
        id: one.id,
        offering_id: one.offering_id!,
        quantity: one.quantity,
        expires_at: one.expires_at?.toISOString() ?? null,
      })),
      sanctions_cleared: cleared,
      checked_at: checked?.created_at.toISOString() ?? null,
      data_age_seconds: checked ? Math.max(0, Math.round((ctx.now - checked.created_at.getTime()) / 1000)) : null,
      credential,
      markets: usableMarkets(credential, cleared, ctx.world.chain.wantsProof),
      created_at: wallet.created_at.toISOString(),
      updated_at: wallet.updated_at.toISOString(),
    }
  },
})
