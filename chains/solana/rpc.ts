/** The few JSON-RPC calls of a Solana node that we make. */
export type SolanaRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

const TIMEOUT_MS = 10_000

/** Throws on transport errors and on error answers alike: the caller turns either into `rpc_error`. */
export function solanaRpc(url: string): SolanaRpc {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`the node answered ${response.status}`)
    const answer = (await response.json()) as { result?: unknown; error?: { message?: string } }
    // `null` is a result: the node knows no such thing.
    if (answer.error || answer.result === undefined) throw new Error(answer.error?.message ?? 'the node gave no result')
    return answer.result
  }
}

/** Account data by address; null where there is no account. */
export async function readAccounts(rpc: SolanaRpc, addresses: readonly string[]): Promise<{ slot: number; data: (Uint8Array | null)[] }> {
  const answer = (await rpc('getMultipleAccounts', [addresses, { encoding: 'base64', commitment: 'confirmed' }])) as {
    context: { slot: number }
    value: ({ data: [string, string] } | null)[]
  }
  return { slot: answer.context.slot, data: answer.value.map((one) => (one ? new Uint8Array(Buffer.from(one.data[0], 'base64')) : null)) }
}

export async function latestBlockhash(rpc: SolanaRpc): Promise<{ blockhash: string; lastValidBlockHeight: number }> {
  const answer = (await rpc('getLatestBlockhash', [{ commitment: 'confirmed' }])) as {
    value: { blockhash: string; lastValidBlockHeight: number }
  }
  return answer.value
}
