import { formatUnits } from 'viem'
import { connect } from '#chains/evm/client.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { readAddressField } from './own.ts'

const KNOWN_CHAINS = new Set(['1', '137', '11155111', '80002', '31337', '31338'])

/** The native balance with four decimals. Without a chain endpoint it is "0.0000" and says that it is not known. */
export async function readWalletBalance({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { address: string; chainId: string | number }
}): Promise<{ balance: string; source: 'chain' | 'unavailable' }> {
  requirePermission(ctx, 'account.read')
  const { canonical, family } = readAddressField('/address', input.address)
  const chainId = String(typeof input.chainId === 'string' && input.chainId.startsWith('0x') ? Number(input.chainId) : input.chainId)
  const url = ctx.services.config.evmRpcUrls[chainId]
  if (!url && !KNOWN_CHAINS.has(chainId)) throw invalidField('/chainId', 'invalid_enum', 'This chain is not known.')
  if (!url || family !== 'evm') return { balance: '0.0000', source: 'unavailable' }
  try {
    const wei = await connect([url], { timeoutMs: 5_000 }).getBalance({ address: canonical as `0x${string}` })
    const [whole = '0', fraction = ''] = formatUnits(wei, 18).split('.')
    return { balance: `${whole}.${fraction.padEnd(4, '0').slice(0, 4)}`, source: 'chain' }
  } catch {
    return { balance: '0.0000', source: 'unavailable' }
  }
}
