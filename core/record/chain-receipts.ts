import { type PublicClient, TransactionNotFoundError, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { EVM_CHAINS, EXPLORERS, isEvmChain } from '#chains/chains.ts'
import { connect } from '#chains/evm/client.ts'
import { createSolanaAdapter, type SolanaAdapter } from '#chains/solana/adapter.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'

const TIMEOUT_MS = 3_000

/** The real one, its test network, and one on this machine. */
const idsOf = (chain: string): readonly number[] | null => (isEvmChain(chain) ? EVM_CHAINS[chain].ids : null)

/**
 * The id of an EVM chain as signed and sent with: in the sandbox its test network's, so that nothing signed there is worth
 * anything elsewhere; in production that of the endpoint that is configured. Null for chains that have none.
 */
export function chainIdOf(ctx: Pick<Ctx, 'services' | 'world'>, chain: string): number | null {
  const ids = idsOf(chain)
  if (!ids) return null
  return ctx.world.chain.idAmong(ids, ctx.services.config.evmRpcUrls)
}

/** The page of a transaction at its chain's explorer; null in the sandbox, whose hashes may be made up. */
export function explorerOf(ctx: Pick<Ctx, 'services' | 'world'>, chain: string, hash: string): string | null {
  const explorer = ctx.world.chain.real ? EXPLORERS[chainIdOf(ctx, chain)!] : undefined
  return explorer ? `${explorer}/tx/${hash}` : null
}

export interface AskedChain {
  chainId: string
  client: PublicClient
  /** Whether its endpoint serves this chain and no other: asked once. False while it does not answer. */
  serves(): Promise<boolean>
}

/** The configured EVM chains. Made once for many questions, they go out together. Empty when none is configured. */
export const askedChains = ({ config, log }: Services): AskedChain[] =>
  Object.entries(config.evmRpcUrls).map(([chainId, url]) => {
    const client = connect([url], { timeoutMs: TIMEOUT_MS, retryCount: 0, batch: true })
    let serves: Promise<boolean> | null = null
    const ask = async () => {
      const actual = await client.getChainId().catch(() => null)
      if (actual !== null && String(actual) !== chainId)
        log.warn({ chain: chainId, serves: actual }, 'an endpoint serves another chain than the one it was given for')
      return String(actual) === chainId
    }
    return { chainId, client, serves: () => (serves ??= ask()) }
  })

/** Those of these chains that are the named one, or its test network; all where none is named. */
export const chainsOf = <C extends { chainId: string }>(chains: readonly C[], chain: string | null): C[] => {
  const ids = chain === null ? null : (idsOf(chain)?.map(String) ?? [])
  return chains.filter((one) => !ids || ids.includes(one.chainId))
}

/** Solana as configured; without an endpoint it answers that to what needs one. */
export const solanaOf = ({ config }: Services): SolanaAdapter => createSolanaAdapter({ url: config.solanaRpcUrl })

export type Found = AskedChain & { receipt: TransactionReceipt }

/**
 * The receipt of a transaction and the chain that has it: `unknown` when every chain answered that it has none, `unanswered`
 * when a chain that did not answer, or answered for another one, or none at all, may still have it.
 */
export async function findReceipt(chains: readonly AskedChain[], hash: string): Promise<Found | 'unknown' | 'unanswered'> {
  const answers = await Promise.all(
    chains.map(async (chain): Promise<Found | 'unknown' | 'unanswered'> => {
      const [serves, receipt] = await Promise.all([
        chain.serves(),
        chain.client
          .getTransactionReceipt({ hash: hash as `0x${string}` })
          .catch((error: unknown) => (error instanceof TransactionReceiptNotFoundError ? null : 'unanswered')),
      ])
      if (!serves || typeof receipt === 'string') return 'unanswered'
      if (!receipt) return 'unknown'
      return receipt.transactionHash.toLowerCase() === hash.toLowerCase() ? { ...chain, receipt } : 'unanswered'
    }),
  )
  const found = answers.find((answer) => typeof answer === 'object')
  return found ?? (answers.length > 0 && answers.every((answer) => answer === 'unknown') ? 'unknown' : 'unanswered')
}

/** Whether one of the chains has a transaction waiting that is in no block yet, or cannot say. */
export async function isPending(chains: readonly AskedChain[], hash: string): Promise<boolean> {
  const answers = await Promise.all(
    chains.map(({ client }) =>
      client.getTransaction({ hash: hash as `0x${string}` }).then(
        () => true,
        (error: unknown) => !(error instanceof TransactionNotFoundError),
      ),
    ),
  )
  return answers.some(Boolean)
}
