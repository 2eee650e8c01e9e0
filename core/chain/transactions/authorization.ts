import type { Ctx } from '#core/kernel/context.ts'
import { chainIdOf } from '#core/record/chain-receipts.ts'
import { signAuthorization } from '#credentials/permit.ts'

/** Of these everybody knows the smallest unit. */
const SIX_DECIMALS = ['USDC', 'USDT', 'EURC']
/** How long an approval stands, and with it what was signed for it. */
export const APPROVAL_SECONDS = 600

type Hex = `0x${string}`
const evm = (address: string | null | undefined): address is Hex => /^0x[0-9a-fA-F]{40}$/.test(address ?? '')

/**
 * The signed permission for an approved transfer, for a contract or venue to check: it names both wallets, quantity, asset and
 * decision, and ends with the approval. Null on Solana, and where the token's smallest unit is not known.
 */
export async function authorizeTransfer(
  ctx: Ctx,
  p: {
    from: string | null
    to: string | null
    amount: string
    currency: string | null
    offering: { id: string; chain: string | null; token_address: string | null; token_decimals: number | null } | null
    asset: { chain: string; contract: string; token_id?: string | undefined } | null
    decisionId: string
  },
): Promise<Record<string, unknown> | null> {
  const quantity = smallestUnits(p)
  if (!evm(p.from) || !evm(p.to) || quantity === null) return null
  const signed = await sign(ctx, {
    chain: p.asset?.chain ?? p.offering?.chain ?? 'ethereum',
    token: p.asset?.contract ?? p.offering?.token_address,
    from: p.from,
    to: p.to,
    quantity,
    asset: p.offering?.id ?? (p.asset ? `${p.asset.contract}/${p.asset.token_id ?? ''}` : p.currency!),
    decisionId: p.decisionId,
  })
  if (!signed) return null
  const { payload, ...rest } = signed
  return { ...rest, domain: payload.domain, types: payload.types, message: payload.message }
}

/** The same for an issue. */
export async function authorizeIssue(
  ctx: Ctx,
  p: {
    to: string
    quantity: bigint
    chain: string
    offering: { id: string; token_address: string | null }
    decisionId: string
  },
): Promise<Record<string, unknown> | null> {
  if (!evm(p.to)) return null
  const { offering, ...rest } = p
  const signed = await sign(ctx, { ...rest, to: p.to, token: offering.token_address, asset: offering.id })
  return signed && { ...signed }
}

/** Signed by the environment's attester. Null on a chain that has no EIP-712. */
async function sign(
  ctx: Ctx,
  p: { chain: string; token: string | null | undefined; from?: Hex; to: Hex; quantity: bigint; asset: string; decisionId: string },
) {
  const chainId = chainIdOf(ctx, p.chain)
  if (!chainId) return null
  return signAuthorization(ctx.services.keyring.keys.attester[ctx.environment], {
    chainId,
    ...(evm(p.token) && { token: p.token }),
    ...(p.from && { from: p.from }),
    to: p.to,
    quantity: p.quantity,
    asset: p.asset,
    decision: p.decisionId,
    now: Math.floor(ctx.now / 1000),
    ttlSeconds: APPROVAL_SECONDS,
  })
}

function smallestUnits(p: {
  amount: string
  currency: string | null
  offering: { token_decimals: number | null } | null
  asset: { token_id?: string | undefined } | null
}) {
  const [whole, part = ''] = p.amount.split('.')
  if (p.offering) return BigInt(whole!) * 10n ** BigInt(p.offering.token_decimals ?? 0)
  if (p.asset) return p.asset.token_id ? 1n : null
  if (!p.currency || !SIX_DECIMALS.includes(p.currency) || part.length > 6) return null
  return BigInt(whole! + part.padEnd(6, '0'))
}
