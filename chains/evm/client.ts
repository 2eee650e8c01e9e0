import { BaseError, createPublicClient, fallback, http, type PublicClient } from 'viem'
import { egress } from '#egress/gate.ts'

const ask = egress.fetch('chain')

/**
 * A client of the endpoints an operator gave for one chain, tried in order. It asks them and nobody else: a contract that answers
 * `OffchainLookup` (EIP-3668) names addresses to fetch from, and anybody can deploy one, so such an answer is a refusal.
 */
export function connect(
  urls: readonly string[],
  { timeoutMs = 10_000, retryCount = 1, batch = false }: { timeoutMs?: number; retryCount?: number; batch?: boolean } = {},
): PublicClient {
  const transports = urls.map((url) =>
    http(url, {
      timeout: timeoutMs,
      retryCount,
      batch,
      fetchFn: (address, init) =>
        ask(address as string, {
          method: init?.method ?? 'POST',
          headers: new Headers(init?.headers),
          body: init?.body as string,
          signal: init?.signal ?? null,
        }),
    }),
  )
  return createPublicClient({ ccipRead: false, transport: transports.length === 1 ? transports[0]! : fallback(transports) })
}

/** Whether an error is the contract's "no", or that nothing fitting stands there, and not a failure to ask. */
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
