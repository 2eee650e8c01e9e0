import { createPublicClient, http, type PublicClient, type TransactionReceipt } from 'viem'
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

/** The receipt of a transaction and the chain that has it. Null while none knows the hash, or none that knows it answers. */
export async function findReceipt(
  chains: readonly AskedChain[],
  hash: string,
): Promise<(AskedChain & { receipt: TransactionReceipt }) | null> {
  const answers = await Promise.all(
    chains.map(async (chain) => {
      const receipt = await chain.client.getTransactionReceipt({ hash: hash as `0x${string}` }).catch(() => null)
      return receipt && { ...chain, receipt }
    }),
  )
  return answers.find((answer) => answer !== null) ?? null
}
