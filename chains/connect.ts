import type { ChainAdapter } from './adapter.ts'
import { type ChainKey, MAINNET_IDS } from './address.ts'
import { assertChainId, createEvmAdapter } from './evm/adapter.ts'
import { type Anvil, EMBEDDED_CHAIN_IDS, startAnvil } from './evm/anvil.ts'
import { createSolanaAdapter } from './solana/adapter.ts'

export interface ChainSettings {
  /** Endpoints by chain id; several for one chain are separated by spaces or commas and tried in order. */
  evmRpcUrls: Readonly<Record<string, string>>
  solanaRpcUrl: string | null
  /** Start chains of our own where none is given. For the sandbox and tests only. */
  embedded?: boolean
}

export interface Chains {
  adapters: Record<ChainKey, ChainAdapter>
  /** Why a wanted chain is absent, for the start's log. */
  notes: string[]
  stop(): Promise<void>
}

const TESTNETS = { ethereum: 11155111, polygon: 80002 } as const

/**
 * The three chains as configured. Without settings everything pure works and the rest answers `chain_not_configured`.
 * Throws when an endpoint serves another chain than it was given for. An endpoint that does not answer is only noted:
 * it may come back, and no decision waits for it.
 */
export async function connectChains(settings: ChainSettings): Promise<Chains> {
  const notes: string[] = []
  const running: Anvil[] = []
  const evm = async (key: 'ethereum' | 'polygon'): Promise<ChainAdapter> => {
    const known = [MAINNET_IDS[key], TESTNETS[key], EMBEDDED_CHAIN_IDS[key]].find((id) => settings.evmRpcUrls[id])
    const urls = known === undefined ? [] : settings.evmRpcUrls[known]!.split(/[\s,]+/).filter(Boolean)
    if (known !== undefined && urls.length > 0) {
      await assertOrNote(key, known, urls, notes)
      return createEvmAdapter({ key, chainId: known, mode: 'rpc', urls })
    }
    const anvil = settings.embedded ? await startAnvil({ chainId: EMBEDDED_CHAIN_IDS[key] }) : null
    if (anvil) {
      running.push(anvil)
      return createEvmAdapter({ key, chainId: anvil.chainId, mode: 'embedded', urls: [anvil.url] })
    }
    if (settings.embedded) notes.push(`${key}: no embedded chain, the optional package for this machine is not installed`)
    return createEvmAdapter({ key, chainId: MAINNET_IDS[key], mode: 'none', urls: [] })
  }
  const stop = async () => {
    await Promise.all(running.map((anvil) => anvil.stop()))
  }
  try {
    const [ethereum, polygon] = await Promise.all([evm('ethereum'), evm('polygon')])
    return { adapters: { ethereum, polygon, solana: createSolanaAdapter({ url: settings.solanaRpcUrl }) }, notes, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function assertOrNote(key: string, chainId: number, urls: string[], notes: string[]): Promise<void> {
  for (const url of urls) {
    try {
      await assertChainId({ chainId, urls: [url] })
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('the endpoint given')) throw error
      notes.push(`${key}: an endpoint does not answer now`)
    }
  }
}
