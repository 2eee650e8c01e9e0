import type { Log, TransactionReceipt } from 'viem'
import { type AskedChain, findReceipt } from '../chain-receipts.ts'
import type { Ctx } from '../context.ts'

const EXPLORERS: Record<string, string> = {
  1: 'https://etherscan.io',
  137: 'https://polygonscan.com',
  11155111: 'https://sepolia.etherscan.io',
  80002: 'https://amoy.polygonscan.com',
}
/** keccak-256 of Transfer(address,address,uint256). */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export interface OnChain {
  confirmations: number
  block: number
  explorer_url: string | null
}

/** How many reported transactions are looked at in one go, and how many at the same time. */
export const BATCH = 200
export const AT_ONCE = 8
/** Blocks on top of a transaction, its own included, before it counts: what is younger may still be reorganised away. */
const CONFIRMATIONS = 12
/** Chains on one machine, for trying things out: they do not fork, and make no block that nobody asks for. */
const LOCAL = ['1337', '31337']
/** What no chain knows after this long was never sent, or lost. */
const LOST_MS = 24 * 3_600_000

/** Whether something reported as sent under this hash waits for its chain. The sandbox has none. */
export const awaitsChain = (ctx: Pick<Ctx, 'services' | 'environment'>, hash: string): boolean =>
  ctx.environment === 'production' && canAsk(ctx, hash)

/** What became of something reported as sent this long ago: null while nobody can say for good. */
export function whatEnded(found: Awaited<ReturnType<typeof lookUp>>, ageMs: number): { failed: string | null } | null {
  if (typeof found === 'object') return found.onChain.confirmations < found.needs ? null : { failed: found.failed }
  return found === 'unknown' && ageMs > LOST_MS ? { failed: 'No chain knows it a day after it was reported as sent.' } : null
}

/** Whether a chain can be asked about this hash at all. */
export const canAsk = (ctx: Pick<Ctx, 'services'>, hash: string): boolean =>
  hash.startsWith('0x') && Object.keys(ctx.services.config.evmRpcUrls).length > 0

/**
 * What these chains know of a transaction: where it stands, and whether it failed or moved other tokens than said.
 * `unknown` and `unanswered` as `findReceipt` says. `token` is checked only when its contract is known.
 */
export async function lookUp(
  chains: readonly AskedChain[],
  hash: string,
  expected: { token: string | null; from: string | null; to: string | null },
): Promise<{ onChain: OnChain; needs: number; failed: string | null } | 'unknown' | 'unanswered'> {
  const found = await findReceipt(chains, hash)
  if (typeof found === 'string') return found
  const { chainId, receipt, client } = found
  const head = await client.getBlockNumber({ cacheTime: 0 }).catch(() => receipt.blockNumber)
  const explorer = EXPLORERS[chainId]
  return {
    onChain: {
      confirmations: Math.max(1, Number(head - receipt.blockNumber) + 1),
      block: Number(receipt.blockNumber),
      explorer_url: explorer ? `${explorer}/tx/${hash}` : null,
    },
    needs: LOCAL.includes(chainId) ? 1 : CONFIRMATIONS,
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
