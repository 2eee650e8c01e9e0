import { createPublicClient, http, type Log, type TransactionReceipt } from 'viem'
import type { Ctx } from '../context.ts'

const EXPLORERS: Record<string, string> = {
  1: 'https://etherscan.io',
  137: 'https://polygonscan.com',
  11155111: 'https://sepolia.etherscan.io',
  80002: 'https://amoy.polygonscan.com',
}
/** keccak-256 of Transfer(address,address,uint256). */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TIMEOUT_MS = 3_000

export interface OnChain {
  confirmations: number
  block: number
  explorer_url: string | null
}

/** Whether a chain can be asked about this hash at all. */
export const canAsk = (ctx: Pick<Ctx, 'services'>, hash: string): boolean =>
  hash.startsWith('0x') && Object.keys(ctx.services.config.evmRpcUrls).length > 0

/**
 * What the configured chains know of a transaction: where it stands, and whether it failed or moved other tokens than said.
 * Null while none knows it, or none answers. `token` is checked only when its contract is known.
 */
export async function lookUp(
  ctx: Pick<Ctx, 'services'>,
  hash: string,
  expected: { token: string | null; from: string | null; to: string | null },
): Promise<{ onChain: OnChain; failed: string | null } | null> {
  if (!canAsk(ctx, hash)) return null
  const asked = Object.entries(ctx.services.config.evmRpcUrls).map(async ([chainId, urls]) => {
    const client = createPublicClient({ transport: http(urls.split(/[\s,]+/)[0], { timeout: TIMEOUT_MS, retryCount: 0, batch: true }) })
    const [receipt, head] = await Promise.all([
      client.getTransactionReceipt({ hash: hash as `0x${string}` }).catch(() => null),
      client.getBlockNumber({ cacheTime: 0 }).catch(() => null),
    ])
    return receipt && { chainId, receipt, head: head ?? receipt.blockNumber }
  })
  const found = (await Promise.all(asked)).find((one) => one !== null)
  if (!found) return null
  const { chainId, receipt, head } = found
  const explorer = EXPLORERS[chainId]
  return {
    onChain: {
      confirmations: Math.max(1, Number(head - receipt.blockNumber) + 1),
      block: Number(receipt.blockNumber),
      explorer_url: explorer ? `${explorer}/tx/${hash}` : null,
    },
    failed: whatFailed(receipt, expected),
  }
}

function whatFailed(
  receipt: TransactionReceipt,
  expected: { token: string | null; from: string | null; to: string | null },
): string | null {
  if (receipt.status !== 'success') return 'The chain reverted it.'
  if (!expected.token) return null
  const same = (topic: string | undefined, address: string | null) => !address || topic?.slice(26) === address.slice(2).toLowerCase()
  const moved = receipt.logs.some(
    (log: Log) =>
      log.address.toLowerCase() === expected.token!.toLowerCase() &&
      log.topics[0] === TRANSFER &&
      same(log.topics[1], expected.from) &&
      same(log.topics[2], expected.to),
  )
  return moved ? null : 'It did not move this token between these wallets.'
}
