import { BaseError, type Log, type PublicClient, parseAbi, type TransactionReceipt } from 'viem'
import { isUnavailable } from '#chains/adapter.ts'
import { type AskedChain, EXPLORERS, findReceipt, solanaOf } from '../chain-receipts.ts'
import type { Ctx } from '../context.ts'
import type { Services } from '../services.ts'

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

/** What a chain said against something reported as sent, by the code that events tell. */
export const FAILURES = {
  reverted: 'The chain reverted it.',
  mismatch: 'It did not move this amount of this token between these wallets.',
  dropped: 'No chain knows it a day after it was reported as sent.',
} as const
export type Failure = keyof typeof FAILURES

/** The block something was found in, by which its leaving the chain is noticed. */
export interface SettledBlock {
  chain_id: string
  number: string
  hash: string
}

export interface Ending {
  failed: Failure | null
  block: SettledBlock | null
  /** Where it stands on its chain: what came first is written first. */
  place: number
}

/** What became of something reported as sent this long ago: null while nobody can say for good. */
export function whatEnded(found: Awaited<ReturnType<typeof lookUp>>, ageMs: number): Ending | null {
  if (typeof found === 'object')
    return found.onChain.confirmations < found.needs
      ? null
      : { failed: found.failed, block: found.failed ? null : found.block, place: found.place }
  return found === 'unknown' && ageMs > LOST_MS ? { failed: 'dropped', block: null, place: 0 } : null
}

/** Whether a chain can be asked about this hash at all. */
export const canAsk = ({ services: { config } }: Pick<Ctx, 'services'>, hash: string): boolean =>
  hash.startsWith('0x') ? Object.keys(config.evmRpcUrls).length > 0 : config.solanaRpcUrl !== null

/** What a transaction was to do on its chain. Null is not checked, and without a known token nothing is. */
export interface Expected {
  token: string | null
  from: string | null
  to: string | null
  /** In whole tokens; null for what has no amount, as an NFT. */
  amount: string | null
}

/** Where a transaction stands on its chain. `block` is null where it can leave no more. */
export interface LookedUp {
  onChain: OnChain
  needs: number
  failed: Failure | null
  block: SettledBlock | null
  place: number
}

/**
 * What the chains know of a transaction: where it stands, and whether it failed or moved other tokens than said.
 * `unknown` and `unanswered` as `findReceipt` says.
 */
export async function lookUp(
  services: Services,
  chains: readonly AskedChain[],
  hash: string,
  expected: Expected,
): Promise<LookedUp | 'unknown' | 'unanswered'> {
  if (!hash.startsWith('0x')) return lookUpOnSolana(services, hash, expected)
  const found = await findReceipt(chains, hash)
  if (typeof found === 'string') return found
  const { chainId, receipt, client } = found
  const head = await client.getBlockNumber({ cacheTime: 0 }).catch(() => receipt.blockNumber)
  const failed = await whatFailed(client, receipt, expected)
  if (failed === 'unanswered') return failed
  const explorer = EXPLORERS[chainId]
  return {
    onChain: {
      confirmations: Math.max(1, Number(head - receipt.blockNumber) + 1),
      block: Number(receipt.blockNumber),
      explorer_url: explorer ? `${explorer}/tx/${hash}` : null,
    },
    needs: LOCAL.includes(chainId) ? 1 : CONFIRMATIONS,
    failed,
    block: { chain_id: chainId, number: String(receipt.blockNumber), hash: receipt.blockHash },
    place: Number(receipt.blockNumber) * 100_000 + receipt.transactionIndex,
  }
}

/** Solana settles what is finalized, which leaves it no more; until then it waits. */
async function lookUpOnSolana(services: Services, hash: string, expected: Expected): Promise<LookedUp | 'unknown' | 'unanswered'> {
  const solana = solanaOf(services)
  const { token, amount, from, to } = expected
  let wanted: Parameters<typeof solana.confirm>[1] = null
  if (token && amount !== null) {
    const mint = await solana.mintAt(token)
    if (typeof mint !== 'string' && isUnavailable(mint)) return 'unanswered'
    const units = typeof mint === 'string' ? null : inUnits(amount, mint.decimals)
    // What is no mint was not moved, nor can an amount be that is finer than its unit.
    wanted = { token, from, to, amount: units ?? -1n }
  }
  const found = await solana.confirm(hash, wanted)
  if (isUnavailable(found)) return 'unanswered'
  if (found.state === 'not_found') return 'unknown'
  const ended = found.state === 'reverted' || found.state === 'mismatch'
  const slot = 'block' in found ? Number(found.block) : 0
  return {
    onChain: { confirmations: 'confirmations' in found ? found.confirmations : 0, block: slot, explorer_url: null },
    needs: ended || found.state === 'finalized' ? 0 : Number.POSITIVE_INFINITY,
    failed: found.state === 'reverted' || found.state === 'mismatch' ? found.state : null,
    block: null,
    place: slot * 100_000,
  }
}

async function whatFailed(client: PublicClient, receipt: TransactionReceipt, expected: Expected): Promise<Failure | null | 'unanswered'> {
  if (receipt.status !== 'success') return 'reverted'
  const { token, from, to, amount } = expected
  if (!token) return null
  const same = (topic: string | undefined, address: string | null) => !address || topic?.slice(26) === address.slice(2).toLowerCase()
  const moved = receipt.logs.filter(
    (log: Log) =>
      log.address.toLowerCase() === token.toLowerCase() &&
      log.topics[0] === TRANSFER &&
      same(log.topics[1], from) &&
      same(log.topics[2], to),
  )
  if (!moved.length) return 'mismatch'
  if (amount === null) return null
  const decimals = await decimalsOf(client, token)
  if (decimals === null) return 'unanswered'
  const wanted = inUnits(amount, decimals)
  return wanted !== null && moved.some((log) => /^0x[0-9a-f]{64}$/.test(log.data) && BigInt(log.data) === wanted) ? null : 'mismatch'
}

const DECIMALS = parseAbi(['function decimals() view returns (uint8)'])

/** Digits after the point of a token's unit, as its contract says; 0 where it says nothing, null when its chain does not answer. */
export async function decimalsOf(client: PublicClient, token: string): Promise<number | null> {
  try {
    return await client.readContract({ address: token as `0x${string}`, abi: DECIMALS, functionName: 'decimals' })
  } catch (error) {
    return isRefusal(error) ? 0 : null
  }
}

/** Whether an error is the contract's "no" and not a failure to ask. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) =>
    [
      'ContractFunctionRevertedError',
      'ContractFunctionZeroDataError',
      'ExecutionRevertedError',
      'AbiDecodingDataSizeTooSmallError',
    ].includes((cause as Error).name),
  ) !== null

/** An amount in the token's smallest unit; null when the unit is not small enough for it. */
export function inUnits(amount: string, decimals: number): bigint | null {
  const [whole, part = ''] = amount.split('.')
  const digits = part.replace(/0+$/, '')
  return digits.length > decimals ? null : BigInt(whole! + digits.padEnd(decimals, '0'))
}

/**
 * Whether a block is still on its chain: `final` when the chain will keep it for good, `here` while it may still leave, `gone` when
 * another block stands in its place. A node that does not answer, or is behind, says nothing.
 */
export async function askBlock(chains: readonly AskedChain[], block: SettledBlock): Promise<'final' | 'here' | 'gone' | 'unanswered'> {
  const chain = chains.find((each) => each.chainId === block.chain_id)
  if (!chain) return 'unanswered'
  const number = BigInt(block.number)
  try {
    const [there, finalized] = await Promise.all([
      chain.client.getBlock({ blockNumber: number }),
      chain.client.getBlock({ blockTag: 'finalized' }).catch(() => null),
    ])
    if (there.hash !== block.hash) return 'gone'
    return finalized && finalized.number >= number ? 'final' : 'here'
  } catch {
    // A chain that was rewritten may be shorter for a moment, and so is a node that is behind: its next blocks tell.
    return 'unanswered'
  }
}
