import type { Client } from 'viem'
import { getBalance, getChainId } from 'viem/actions'
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
import { type Unavailable, verifySignIn } from '../sign-in.ts'
import { connect } from './client.ts'
import { askToken, confirmTransfer } from './questions.ts'
import { encodeControl, encodeMint } from './standards.ts'
import { readTransfers } from './transfers.ts'

export interface EvmOptions {
  key: 'ethereum' | 'polygon'
  chainId: number
  mode: ChainAdapter['mode']
  /** Tried in order. Empty: no chain. */
  urls: readonly string[]
  /** How far behind the head transfers are read. */
  depth?: number
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
    key: options.key,
    mode: options.mode,
    chainId: options.chainId,
    verifySignIn: (p) => verifySignIn({ ...p, clientFor: (chainId) => (chainId === options.chainId ? client : undefined) }),
    buildMint: async (request) => unsigned(options.chainId, request, () => encodeMint(checked(request))),
    buildControl: async (operation, request) => unsigned(options.chainId, request, () => control(operation, request)),
    checkTransfer: (question) => ask((to) => askToken(to, question)),
    confirm: (hash, expected) =>
      /^0x[0-9a-fA-F]{64}$/.test(hash) ? ask((to) => confirmTransfer(to, hash as Hex, expected)) : Promise.resolve({ state: 'not_found' }),
    balance: (address) => ask((to) => getBalance(to, { address: address as Hex })),
    readTransfers: (tokens, cursor) => ask((to) => readTransfers(to, tokens, cursor, options.depth ?? 0)),
  }
}

/** Throws when an endpoint answers for another chain: writing down its events as this chain's would be a lie. */
export async function assertChainId(adapterOptions: Pick<EvmOptions, 'chainId' | 'urls'>): Promise<void> {
  for (const url of adapterOptions.urls) {
    const actual = await getChainId(connect([url]))
    if (actual !== adapterOptions.chainId) throw new Error(`the endpoint given for chain ${adapterOptions.chainId} serves chain ${actual}`)
  }
}

function unsigned(chainId: number, request: TokenRef, encode: () => Hex | null): Unsigned | NotBuilt {
  if (STANDARDS[request.standard] !== 'evm') return { unavailable: 'operation_not_supported', retryable: false }
  if (request.token === null) return { unavailable: 'token_not_linked', retryable: false }
  const data = encode()
  if (data === null) return { unavailable: 'operation_not_supported', retryable: false }
  return { kind: 'evm', chain_id: chainId, from: evmAddress(request.issuer), to: evmAddress(request.token), data, value: '0x0' }
}

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
