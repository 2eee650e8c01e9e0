import { and, eq, isNull, or } from 'drizzle-orm'
import { z } from 'zod'
import { type ControlOperation, isUnavailable, type StandardId } from '#chains/adapter.ts'
import type { EvmChainKey } from '#chains/chains.ts'
import { createEvmAdapter } from '#chains/evm/adapter.ts'
import type { ActRow } from '#core/identity/acts/acts.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { chainIdOf } from '#core/record/chain-receipts.ts'
import { defineVerb } from '#core/record/verb.ts'
import { holdingActs, lots, offerings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { lastStandard, pauseTokenInput } from '../token-state/pause.ts'
import { smallest } from '../token-state/unsigned.ts'

/** Why there is nothing to sign. */
const ACT_TRANSACTION_REASONS = [
  'not_in_force',
  'still_frozen',
  'token_address_unknown',
  'token_not_linked',
  'wallet_of_another_chain',
  'operation_not_supported',
] as const
type Reason = (typeof ACT_TRANSACTION_REASONS)[number]
type Standard = z.output<typeof pauseTokenInput>['standard']

const actTransactions = z.object({
  success: z.literal(true),
  object: z.literal('holding_act_transactions'),
  act_id: z.string(),
  operation: z.enum(['pause', 'unpause', 'freeze', 'unfreeze', 'force_transfer', 'burn']).nullable(),
  unsigned_transactions: z.array(
    z.object({ wallet_address: z.string(), to: z.string(), data: z.string(), chain_id: z.number().int(), value: z.string() }),
  ),
  unsigned_reason: z.enum(ACT_TRANSACTION_REASONS).nullable().meta({ description: 'Why there is nothing to sign' }),
})
export type ActTransactions = z.output<typeof actTransactions>

/**
 * What the issuer signs so that the contract follows an act that holds here: a freeze, its end, a forced transfer. One transaction for
 * each wallet. Built anew for each reading, from what holds now. Throws `not_found`.
 */
export const getActTransactions = defineVerb({
  name: 'holdings.acts_transactions',
  permission: 'holdings.write',
  input: byId('Id of the act, hac_…').extend({ standard: pauseTokenInput.shape.standard }),
  output: actTransactions,
  run: async ({ ctx, input }) => {
    const act = await findScoped(ctx.db, holdingActs, ctx, input.id)
    if (!act) throw notFound()
    const freeze = act.kind === 'unfreeze' && act.status === 'done' ? await findScoped(ctx.db, holdingActs, ctx, act.freeze_id!) : act
    const operation = operationOf(act, freeze)
    const offering = act.offering_id ? await findScoped(ctx.db, offerings, ctx, act.offering_id) : null
    const answer = (found: Reason | ActTransactions['unsigned_transactions']): ActTransactions => ({
      success: true as const,
      object: 'holding_act_transactions' as const,
      act_id: act.id,
      operation,
      unsigned_transactions: typeof found === 'string' ? [] : found,
      unsigned_reason: typeof found === 'string' ? found : null,
    })
    if (!operation || !freeze || !offering) return answer('not_in_force')
    if (!offering.token_address) return answer('token_address_unknown')
    if (ctx.world.chain.real && !offering.token_link) return answer('token_not_linked')
    // Accounts of Solana are frozen as a whole by whoever holds the mint's freeze authority, with a recent block: not prepared here.
    if (!offering.token_address.startsWith('0x')) return answer('operation_not_supported')
    return answer(await build(ctx, offering, freeze, operation, input.standard))
  },
})

/** An act that changed nothing here has nothing to be followed. */
function operationOf(act: ActRow, freeze: ActRow | null): ControlOperation | null {
  if (act.kind === 'force_transfer') return act.status === 'done' ? 'force_transfer' : null
  if (freeze?.kind !== 'freeze') return null
  return freeze.status === 'active' ? 'freeze' : freeze.status === 'ended' ? 'unfreeze' : null
}

async function build(
  ctx: Ctx,
  offering: OfferingRow,
  act: ActRow,
  operation: ControlOperation,
  asked: Standard,
): Promise<Reason | ActTransactions['unsigned_transactions']> {
  const chain = (offering.chain ?? 'ethereum') as EvmChainKey
  const evm = createEvmAdapter({ chainId: chainIdOf(ctx, chain)!, urls: [] })
  const standard: StandardId = asked ?? (await lastStandard(ctx, offering.id)) ?? 'erc3643'
  // Where no wallet proved the contract, there is none to which the units could go back.
  if (operation === 'force_transfer' && !act.to_address) return 'token_not_linked'
  const wallets = act.wallet_address ? [act.wallet_address] : await walletsOf(ctx, offering.id, act.person_id)
  const built: ActTransactions['unsigned_transactions'] = []
  for (const account of wallets) {
    if (!account.startsWith('0x')) return 'wallet_of_another_chain'
    const { units, whole } = await stillFrozen(ctx, offering, act, account)
    if (operation === 'unfreeze' && act.quantity === null && whole) return 'still_frozen'
    // A forced transfer of everything moved so many units as there were.
    const moved = (act.outcome?.units as string | undefined) ?? act.quantity
    const amount = moved === null ? undefined : smallest(offering, moved)
    // ERC-7943 sets the amount as a whole, so the other freezes of the wallet are part of it.
    const others = smallest(offering, String(units))
    const one = await evm.buildControl(operation, {
      token: offering.token_address,
      standard,
      issuer: offering.token_link?.wallet ?? account,
      decimals: offering.token_decimals ?? 0,
      account,
      ...(act.to_address && { to: act.to_address }),
      ...(amount !== undefined && { amount, frozen: operation === 'freeze' ? others : others + amount }),
    })
    if (isUnavailable(one) || one.kind !== 'evm') return 'operation_not_supported'
    built.push({ wallet_address: account, to: one.to, data: one.data, chain_id: one.chain_id, value: one.value })
  }
  return built
}

/** Where the holder keeps units of the offering. */
async function walletsOf(ctx: Ctx, offeringId: string, personId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ address: lots.wallet_address })
    .from(lots)
    .where(inScope(lots, ctx, and(eq(lots.offering_id, offeringId), eq(lots.person_id, personId), isNull(lots.closed_at))))
    .orderBy(lots.wallet_address)
  return rows.map((row) => row.address)
}

/** What other freezes in force bind of this wallet. */
async function stillFrozen(ctx: Ctx, offering: OfferingRow, act: ActRow, account: string): Promise<{ units: bigint; whole: boolean }> {
  const rows = await ctx.db
    .select()
    .from(holdingActs)
    .where(
      inScope(
        holdingActs,
        ctx,
        and(
          eq(holdingActs.kind, 'freeze'),
          eq(holdingActs.status, 'active'),
          eq(holdingActs.offering_id, offering.id),
          or(eq(holdingActs.wallet_address, account), and(isNull(holdingActs.wallet_address), eq(holdingActs.person_id, act.person_id))),
        ),
      ),
    )
  const others = rows.filter((one) => one.id !== act.id)
  return {
    units: others.reduce((sum, one) => sum + BigInt(one.quantity?.split('.')[0] ?? 0), 0n),
    whole: others.some((one) => one.quantity === null),
  }
}
