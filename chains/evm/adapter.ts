import type { Client } from 'viem'
import { readContract } from 'viem/actions'
import {
  type ChainAdapter,
  type ControlOperation,
  type ControlRequest,
  type Hex,
  type NotBuilt,
  notConfigured,
  rpcError,
  STANDARDS,
  type TokenRef,
  type Unsigned,
} from '../adapter.ts'
import { parseAddress } from '../address.ts'
import type { Unavailable } from '../sign-in.ts'
import { connect } from './client.ts'
import { ERC1404, encodeControl, encodeMint } from './standards.ts'

export interface EvmOptions {
  chainId: number
  /** Tried in order. Empty: no chain. */
  urls: readonly string[]
}

/** The adapter of one EVM chain. Makes no call until it is asked something. */
export function createEvmAdapter(options: EvmOptions): ChainAdapter {
  const client = options.urls.length > 0 ? connect(options.urls) : undefined
  const ask = async <T>(question: (client: Client) => Promise<T>): Promise<T | Unavailable> => {
    if (!client) return notConfigured
    try {
      return await question(client)
    } catch {
      return rpcError
    }
  }
  return {
    buildMint: async (request) => unsigned(options.chainId, request, () => encodeMint(checked(request))),
    buildControl: async (operation, request) => {
      const known = needsFrozen(operation, request) ? await ask((to) => withFrozen(to, request)) : request
      return 'unavailable' in known ? known : unsigned(options.chainId, known, () => control(operation, known))
    },
  }
}

function unsigned(chainId: number, request: TokenRef, encode: () => Hex | null): Unsigned | NotBuilt {
  if (STANDARDS[request.standard] !== 'evm') return { unavailable: 'operation_not_supported', retryable: false }
  if (request.token === null) return { unavailable: 'token_not_linked', retryable: false }
  const data = encode()
  if (data === null) return { unavailable: 'operation_not_supported', retryable: false }
  return { kind: 'evm', chain_id: chainId, from: evmAddress(request.issuer), to: evmAddress(request.token), data, value: '0x0' }
}

/** ERC-7943 sets what is frozen as a whole, so a further freeze has to know it. */
const needsFrozen = (operation: ControlOperation, request: ControlRequest): boolean =>
  request.standard === 'erc1404' &&
  (operation === 'freeze' || operation === 'unfreeze') &&
  request.amount !== undefined &&
  request.frozen === undefined &&
  request.token !== null &&
  request.account !== undefined

const withFrozen = async (client: Client, request: ControlRequest): Promise<ControlRequest> => ({
  ...request,
  frozen: await readContract(client, {
    address: evmAddress(request.token!),
    abi: ERC1404,
    functionName: 'getFrozenTokens',
    args: [evmAddress(request.account!)],
  }),
})

function control(operation: ControlOperation, request: ControlRequest): Hex | null {
  const { account, to } = request
  const addresses = { ...(account !== undefined && { account: evmAddress(account) }), ...(to !== undefined && { to: evmAddress(to) }) }
  return encodeControl(operation, request.standard as 'erc20', { ...request, ...addresses })
}

function checked<T extends { to: string; amount: bigint }>(request: T): T {
  if (request.amount <= 0n) throw new RangeError('an amount above zero is needed')
  return { ...request, to: evmAddress(request.to) }
}

/** Throws RangeError: calldata for a wrong address must never be built. */
function evmAddress(text: string): Hex {
  const parsed = parseAddress(text)
  if (!parsed.ok || parsed.family !== 'evm') throw new RangeError(`${text} is not an EVM address`)
  return parsed.canonical as Hex
}
