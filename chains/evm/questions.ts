/** Reading from a token: would it let a transfer pass, and did a transaction do what was decided. */
import {
  type Address,
  type Client,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from 'viem'
import { getBlock, getTransaction, getTransactionReceipt, readContract, simulateContract } from 'viem/actions'
import type { Confirmation, Expectation, Hex, TransferAnswer, TransferQuestion } from '../adapter.ts'
import { COMPLIANCE, ERC20, ERC1404, ERC3643, IDENTITY_REGISTRY } from './standards.ts'

const UNEXPLAINED = 250

/** Asks the token at one block, so that all parts of the answer belong together. */
export async function askToken(client: Client, q: TransferQuestion): Promise<TransferAnswer> {
  const block = (await getBlock(client)).number!
  const [token, from, to] = [q.token as Address, q.from as Address, q.to as Address]
  const at = { address: token, blockNumber: block } as const
  const answer = (code: number, reasons: string[]): TransferAnswer => ({ allowed: code === 0, code, reasons, block })
  if (q.standard === 'erc1404') {
    const code = await readContract(client, { ...at, abi: ERC1404, functionName: 'detectTransferRestriction', args: [from, to, q.amount] })
    return code === 0
      ? answer(0, [])
      : answer(code, [await readContract(client, { ...at, abi: ERC1404, functionName: 'messageForTransferRestriction', args: [code] })])
  }
  const found = q.standard === 'erc3643' ? await askErc3643(client, token, from, to, q.amount, block) : []
  if (found.length > 0)
    return answer(
      found[0]!.code,
      found.map((one) => one.reason),
    )
  const passes = await simulates(client, token, from, to, q.amount, block)
  return passes ? answer(0, []) : answer(UNEXPLAINED, ['the token refuses without a reason'])
}

/** ERC-3643 gives one text for every refusal, so each part is asked by itself. Codes are the API's. */
async function askErc3643(client: Client, token: Address, from: Address, to: Address, amount: bigint, blockNumber: bigint) {
  const at = { address: token, abi: ERC3643, blockNumber } as const
  const [paused, senderFrozen, recipientFrozen, frozen, registry, compliance, held] = await Promise.all([
    readContract(client, { ...at, functionName: 'paused' }),
    readContract(client, { ...at, functionName: 'isFrozen', args: [from] }),
    readContract(client, { ...at, functionName: 'isFrozen', args: [to] }),
    readContract(client, { ...at, functionName: 'getFrozenTokens', args: [from] }),
    readContract(client, { ...at, functionName: 'identityRegistry' }),
    readContract(client, { ...at, functionName: 'compliance' }),
    readContract(client, { address: token, blockNumber, abi: ERC20, functionName: 'balanceOf', args: [from] }),
  ])
  const [verified, complies] = await Promise.all([
    readContract(client, { address: registry, blockNumber, abi: IDENTITY_REGISTRY, functionName: 'isVerified', args: [to] }),
    readContract(client, { address: compliance, blockNumber, abi: COMPLIANCE, functionName: 'canTransfer', args: [from, to, amount] }),
  ])
  const checks: [boolean, number, string][] = [
    [paused, 2, 'token paused'],
    [senderFrozen, 3, 'sender frozen'],
    [recipientFrozen, 4, 'recipient frozen'],
    [!verified, 21, 'recipient unverified'],
    [amount > held - frozen, 6, 'insufficient unlocked balance'],
    [!complies, UNEXPLAINED, 'the token’s compliance contract refuses'],
  ]
  return checks.filter(([fails]) => fails).map(([, code, reason]) => ({ code, reason }))
}

async function simulates(
  client: Client,
  token: Address,
  account: Address,
  to: Address,
  amount: bigint,
  blockNumber: bigint,
): Promise<boolean> {
  try {
    const { result } = await simulateContract(client, {
      address: token,
      abi: ERC20,
      functionName: 'transfer',
      args: [to, amount],
      account,
      blockNumber,
    })
    return result
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}

/** Whether an error is the contract's "no" and not a failure to ask. */
export function isRevert(error: unknown): boolean {
  const names = new Set(['ExecutionRevertedError', 'ContractFunctionRevertedError', 'ContractFunctionZeroDataError'])
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) if (names.has(cause.name)) return true
  return false
}

/** Compares one transaction with what was decided. Throws what the RPC throws. */
export async function confirmTransfer(client: Client, hash: Hex, expected: Expectation): Promise<Confirmation> {
  const receipt = await receiptOf(client, hash)
  if (receipt === null) return (await isWaiting(client, hash)) ? { state: 'pending', block: 0n, confirmations: 0 } : { state: 'not_found' }
  if (receipt.status === 'reverted') return { state: 'reverted' }
  if (expected.sender && !isAddressEqual(receipt.from, expected.sender as Address)) return { state: 'mismatch', problem: 'other_sender' }
  const logs = receipt.logs.filter((log) => isAddressEqual(log.address, expected.token as Address))
  if (logs.length === 0) return { state: 'mismatch', problem: 'other_contract' }
  const [from, to] = [(expected.from ?? zeroAddress) as Address, (expected.to ?? zeroAddress) as Address]
  const transfers = parseEventLogs({ abi: ERC20, eventName: 'Transfer', logs })
  const found = transfers.some(
    ({ args }) => isAddressEqual(args.from, from) && isAddressEqual(args.to, to) && args.value === expected.amount,
  )
  if (!found) return { state: 'mismatch', problem: 'no_such_transfer' }
  const [head, finalized] = await Promise.all([getBlock(client), getBlock(client, { blockTag: 'finalized' }).catch(() => null)])
  const confirmations = Number(head.number! - receipt.blockNumber) + 1
  const state =
    finalized && finalized.number! >= receipt.blockNumber
      ? 'finalized'
      : confirmations >= (expected.confirmations ?? 1)
        ? 'confirmed'
        : 'pending'
  return { state, block: receipt.blockNumber, confirmations }
}

async function receiptOf(client: Client, hash: Hex): Promise<TransactionReceipt | null> {
  try {
    return await getTransactionReceipt(client, { hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

const isWaiting = (client: Client, hash: Hex): Promise<boolean> =>
  getTransaction(client, { hash }).then(
    () => true,
    (error: Error) => {
      if (error.name === 'TransactionNotFoundError') return false
      throw error
    },
  )
