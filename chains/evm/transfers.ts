/**
 * Reading transfers in order, safely through reorganisations: the newest blocks read are remembered by hash; when one is gone,
 * reading goes back to the last that is still there and says so. Give a `depth` to stay that many blocks behind the head.
 */
import { type Address, type Client, getAddress, parseEventLogs, zeroAddress } from 'viem'
import { getBlock, getLogs } from 'viem/actions'
import type { ChainBatch, ChainTransfer, Cursor, Hex } from '../adapter.ts'
import { ERC20 } from './standards.ts'

const REMEMBERED = 128
const RANGE = 2_000n

export async function readTransfers(client: Client, tokens: readonly string[], cursor: Cursor | null, depth: number): Promise<ChainBatch> {
  const head = (await getBlock(client)).number! - BigInt(depth)
  const { recent, rolledBack } = await commonAncestor(client, cursor?.recent ?? [])
  const last = recent.at(-1)
  const from = last ? BigInt(last.number) + 1n : head < 0n ? 0n : cursor ? 0n : head
  const rolled_back_to = rolledBack ? from - 1n : null
  if (head < from) return { rolled_back_to, transfers: [], cursor: { recent } }
  const to = from + RANGE - 1n < head ? from + RANGE - 1n : head
  const end = await getBlock(client, { blockNumber: to })
  const logs = tokens.length > 0 ? await getLogs(client, { address: tokens as Address[], fromBlock: from, toBlock: to }) : []
  const transfers: ChainTransfer[] = parseEventLogs({ abi: ERC20, eventName: 'Transfer', logs }).map((log) => ({
    token: getAddress(log.address),
    from: log.args.from === zeroAddress ? null : log.args.from,
    to: log.args.to === zeroAddress ? null : log.args.to,
    amount: log.args.value,
    transaction_hash: log.transactionHash!,
    log_index: log.logIndex!,
    block: log.blockNumber!,
  }))
  const blocks = new Map<string, Hex>(logs.map((log) => [String(log.blockNumber), log.blockHash!]))
  blocks.set(String(to), end.hash!)
  const read = [...blocks].map(([number, hash]) => ({ number, hash })).sort((a, b) => Number(BigInt(a.number) - BigInt(b.number)))
  return { rolled_back_to, transfers, cursor: { recent: [...recent, ...read].slice(-REMEMBERED) } }
}

async function commonAncestor(client: Client, recent: Cursor['recent']): Promise<{ recent: Cursor['recent']; rolledBack: boolean }> {
  const kept = [...recent]
  while (kept.length > 0) {
    const last = kept.at(-1)!
    const block = await getBlock(client, { blockNumber: BigInt(last.number) }).catch((error: Error) => {
      if (error.name === 'BlockNotFoundError') return null
      throw error
    })
    if (block?.hash === last.hash) break
    kept.pop()
  }
  return { recent: kept, rolledBack: kept.length < recent.length }
}
