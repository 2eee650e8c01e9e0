import { egress } from '#egress/gate.ts'

/** The few JSON-RPC calls of a Solana node that we make. */
export type SolanaRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

const TIMEOUT_MS = 10_000
const ask = egress.fetch('chain')

/** Throws on transport errors and on error answers alike: the caller turns either into `rpc_error`. */
export function solanaRpc(url: string): SolanaRpc {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      timeoutMs: TIMEOUT_MS,
    })
    if (!response.ok) throw new Error(`the node answered ${response.status}`)
    const answer = (await response.json()) as { result?: unknown; error?: { message?: string } }
    // `null` is a result: the node knows no such thing.
    if (answer.error || answer.result === undefined) throw new Error(answer.error?.message ?? 'the node gave no result')
    return answer.result
  }
}

export interface Account {
  /** The program that the account belongs to: only its bytes are what it says they are. */
  owner: string
  data: Uint8Array
}

/** Accounts by address; null where there is none. */
export async function readAccounts(rpc: SolanaRpc, addresses: readonly string[]): Promise<{ slot: number; accounts: (Account | null)[] }> {
  const answer = (await rpc('getMultipleAccounts', [addresses, { encoding: 'base64', commitment: 'confirmed' }])) as {
    context: { slot: number }
    value: ({ owner: string; data: [string, string] } | null)[]
  }
  return {
    slot: answer.context.slot,
    accounts: answer.value.map((one) => one && { owner: one.owner, data: new Uint8Array(Buffer.from(one.data[0], 'base64')) }),
  }
}

/** Genesis hashes of the public clusters. */
const CLUSTERS: Record<string, string> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet-beta',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
}

/** Which cluster a node serves, by its genesis: its name, or as CAIP-2 writes one that has none. */
export async function readCluster(rpc: SolanaRpc): Promise<string> {
  const genesis = (await rpc('getGenesisHash', [])) as string
  return CLUSTERS[genesis] ?? `solana:${genesis.slice(0, 32)}`
}

export async function latestBlockhash(rpc: SolanaRpc): Promise<{ blockhash: string; lastValidBlockHeight: number }> {
  const answer = (await rpc('getLatestBlockhash', [{ commitment: 'confirmed' }])) as {
    value: { blockhash: string; lastValidBlockHeight: number }
  }
  return answer.value
}
