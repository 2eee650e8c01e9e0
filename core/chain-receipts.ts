import { createPublicClient, http, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import type { Services } from './services.ts'

const TIMEOUT_MS = 3_000

export interface AskedChain {
  chainId: string
  client: PublicClient
}

/** The configured EVM chains. Made once for many questions, they go out together. Empty when none is configured. */
export const askedChains = ({ config }: Services): AskedChain[] =>
  Object.entries(config.evmRpcUrls).map(([chainId, urls]) => ({
    chainId,
    client: createPublicClient({ transport: http(urls.split(/[\s,]+/)[0], { timeout: TIMEOUT_MS, retryCount: 0, batch: true }) }),
  }))

export type Found = AskedChain & { receipt: TransactionReceipt }

/**
 * The receipt of a transaction and the chain that has it: `unknown` when every chain answered that it has none, `unanswered`
 * when a chain that did not answer, or none at all, may still have it.
 */
export async function findReceipt(chains: readonly AskedChain[], hash: string): Promise<Found | 'unknown' | 'unanswered'> {
  const answers = await Promise.all(
    chains.map((chain) =>
      chain.client.getTransactionReceipt({ hash: hash as `0x${string}` }).then(
        (receipt): Found => ({ ...chain, receipt }),
        (error: unknown) => (error instanceof TransactionReceiptNotFoundError ? 'unknown' : 'unanswered'),
      ),
    ),
  )
  const found = answers.find((answer) => typeof answer === 'object')
  return found ?? (answers.length > 0 && answers.every((answer) => answer === 'unknown') ? 'unknown' : 'unanswered')
}
