import { type Abi, createPublicClient, encodeFunctionData, formatEther, http, type PublicClient, parseEther } from 'viem'
import contract from '../contracts/PermitVault.json' with { type: 'json' }

/** The pool's contract: who has a permit puts coins in; leaving needs none. Its source is contracts/PermitGate.sol. */
export const CONTRACT = contract as unknown as { abi: Abi; bytecode: `0x${string}` }

export interface Pool {
  /** The name that permits carry: the contract compares its hash. */
  name: string
  address: `0x${string}`
  chainId: number
  rpcUrl: string
  /** On a chain of this machine: coins are given away, and the page may ask the chain through this server. */
  local: boolean
}

let current: Pool | null = null
let reader: PublicClient | null = null

export function usePool(pool: Pool): void {
  current = pool
  reader = createPublicClient({ transport: http(pool.rpcUrl) })
}

export function pool(): Pool {
  if (!current) throw new Error('The pool was not prepared.')
  return current
}

const chain = () => reader!

/** What the wallet has in the pool, in coins. */
export async function deposited(wallet: string): Promise<string> {
  const sum = await chain().readContract({ address: pool().address, abi: CONTRACT.abi, functionName: 'deposits', args: [wallet] })
  return formatEther(sum as bigint)
}

/** The call that puts coins in, with the permit in it. */
export const depositCall = (permit: { message: Record<string, unknown>; signature: string }): string =>
  encodeFunctionData({
    abi: CONTRACT.abi,
    functionName: 'deposit',
    args: [permit.message.level, permit.message.expires, permit.signature],
  })

/** The call that takes coins out again. */
export const withdrawCall = (amount: string): string =>
  encodeFunctionData({ abi: CONTRACT.abi, functionName: 'withdraw', args: [parseEther(amount)] })

export const weiOf = (amount: string): string => `0x${parseEther(amount).toString(16)}`

/** Whether this wallet's call to the pool went through; null while the chain does not know it. */
export async function wentThrough(hash: `0x${string}`, wallet: string): Promise<boolean | null> {
  const receipt = await chain()
    .waitForTransactionReceipt({ hash, pollingInterval: 200, timeout: 10_000 })
    .catch(() => null)
  if (!receipt) return null
  return receipt.status === 'success' && receipt.from.toLowerCase() === wallet && receipt.to?.toLowerCase() === pool().address.toLowerCase()
}

/** What a page may ask of the local chain: enough to send a transaction that it has signed. */
const ASKED = new Set([
  ...['eth_chainId', 'eth_blockNumber', 'eth_getTransactionCount', 'eth_estimateGas', 'eth_gasPrice', 'eth_maxPriorityFeePerGas'],
  ...['eth_feeHistory', 'eth_getBlockByNumber', 'eth_sendRawTransaction', 'eth_getTransactionReceipt', 'eth_fillTransaction'],
])

export async function askLocalChain(method: string, params: unknown): Promise<Record<string, unknown>> {
  if (!ASKED.has(method)) return { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: `${method} is not asked here.` } }
  return send(method, params)
}

/** Coins to try with, on the local chain. */
export async function giveCoins(wallet: string): Promise<void> {
  if (pool().local) await send('anvil_setBalance', [wallet, `0x${(10n ** 24n).toString(16)}`])
}

async function send(method: string, params: unknown): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(pool().rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await response.json()) as Record<string, unknown>
}
