import { type PublicClient, parseAbi } from 'viem'
import { isEvmChain } from '#chains/chains.ts'
import { isRefusal } from '#chains/evm/client.ts'
import { IDENTITY_REGISTRY } from '#chains/evm/standards.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { askedChains, chainIdOf } from '#core/record/chain-receipts.ts'
import type { OfferingRow } from '../offerings/facts.ts'

type Hex = `0x${string}`
const TOKEN = parseAbi(['function identityRegistry() view returns (address)', 'function mint(address to, uint256 amount)'])

export const TOKEN_NOT_ASKED = [
  'sandbox_has_no_chain',
  'chain_not_configured',
  'chain_not_answering',
  'token_not_linked',
  'operation_not_supported',
] as const

/** What the token itself said of a mint before it was authorised. `allowed` is null where it was not asked, and `reason` says why. */
export interface TokenCheck {
  asked: boolean
  allowed: boolean | null
  reason: (typeof TOKEN_NOT_ASKED)[number] | 'holder_not_verified' | 'mint_refused' | null
}
const notAsked = (reason: (typeof TOKEN_NOT_ASKED)[number]): TokenCheck => ({ asked: false, allowed: null, reason })
const refused = (reason: 'holder_not_verified' | 'mint_refused'): TokenCheck => ({ asked: true, allowed: false, reason })

/**
 * Asks the token of an offering whether it would let this mint pass: an ERC-3643 token whether the holder `isVerified` in its identity
 * registry, and every token by playing the mint as the wallet that linked it. Never throws; without a chain it says that it did not ask.
 */
export async function askTokenOfMint(
  ctx: Ctx,
  p: { offering: Pick<OfferingRow, 'chain' | 'token_address' | 'token_link'>; to: string; amount: bigint },
): Promise<TokenCheck> {
  const { token_address: token, token_link: link } = p.offering
  if (!ctx.world.chain.real) return notAsked('sandbox_has_no_chain')
  if (!token || !link) return notAsked('token_not_linked')
  const chain = p.offering.chain ?? 'ethereum'
  if (!isEvmChain(chain) || !p.to.startsWith('0x')) return notAsked('operation_not_supported')
  const id = String(chainIdOf(ctx, chain))
  const asked = askedChains(ctx.services).find((each) => each.chainId === id)
  if (!asked) return notAsked('chain_not_configured')
  if (!(await asked.serves())) return notAsked('chain_not_answering')
  try {
    // A call to an address without code succeeds, and mints nothing.
    if (!(await asked.client.getCode({ address: token as Hex }))) return refused('mint_refused')
    const verified = await isVerified(asked.client, token as Hex, p.to as Hex)
    if (verified === false) return refused('holder_not_verified')
    await asked.client.simulateContract({
      account: link.wallet as Hex,
      address: token as Hex,
      abi: TOKEN,
      functionName: 'mint',
      args: [p.to as Hex, p.amount],
    })
    return { asked: true, allowed: true, reason: null }
  } catch (error) {
    return isRefusal(error) ? refused('mint_refused') : notAsked('chain_not_answering')
  }
}

/** Null for a token that keeps no identity registry. */
async function isVerified(client: PublicClient, token: Hex, holder: Hex): Promise<boolean | null> {
  const registry = await client.readContract({ address: token, abi: TOKEN, functionName: 'identityRegistry' }).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
  return registry && client.readContract({ address: registry, abi: IDENTITY_REGISTRY, functionName: 'isVerified', args: [holder] })
}
