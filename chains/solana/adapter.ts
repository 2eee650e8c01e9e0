import {
  type ChainAdapter,
  type ControlOperation,
  type ControlRequest,
  type MintRequest,
  type Moved,
  type NotBuilt,
  notConfigured,
  rpcError,
  type Unsigned,
} from '../adapter.ts'
import { parseAddress } from '../address.ts'
import { decodeBase58 } from '../base58.ts'
import type { Unavailable } from '../sign-in.ts'
import { buildTransaction, type Instruction } from './message.ts'
import { isOnCurve, publicKey } from './program-address.ts'
import { type Account, latestBlockhash, readAccounts, readCluster, type SolanaRpc, solanaRpc } from './rpc.ts'
import {
  createTokenAccount,
  type MintState,
  mintTo,
  readHolding,
  readMint,
  setFrozen,
  setPaused,
  TOKEN_2022,
  tokenAccount,
} from './token-2022.ts'

const notSupported: NotBuilt = { unavailable: 'operation_not_supported', retryable: false }

type Movements =
  | { state: 'pending' | 'confirmed'; block: bigint; confirmations: number }
  | { state: 'finalized'; block: bigint; confirmations: number; moved: Moved[]; cluster: string }
  | { state: 'reverted'; block: bigint; confirmations: number }
  | { state: 'not_found' }

export interface SolanaAdapter extends ChainAdapter {
  /** What became of a transaction, and once it is finalized what it moved, as the balances before and after it say. */
  movements(hash: string): Promise<Movements | Unavailable>
  /** What a mint says of itself: `none` where no account is, `other` where something else than a Token-2022 mint is. */
  mintAt(address: string): Promise<MintState | 'none' | 'other' | Unavailable>
}

/**
 * The adapter of Solana. A transaction holds a recent block hash and lives about a minute, so building one needs a node;
 * without, it answers `chain_not_configured`.
 */
export function createSolanaAdapter(options: { url: string | null; rpc?: SolanaRpc }): SolanaAdapter {
  const rpc = options.rpc ?? (options.url ? solanaRpc(options.url) : null)
  const ask = async <T>(question: (rpc: SolanaRpc) => Promise<T>): Promise<T | Unavailable> => {
    if (!rpc) return notConfigured
    try {
      return await question(rpc)
    } catch (error) {
      if (error instanceof RangeError) throw error
      return rpcError
    }
  }
  const finish = async (to: SolanaRpc, payer: string, instructions: Instruction[]): Promise<Unsigned> => {
    const [{ blockhash, lastValidBlockHeight }, cluster] = await Promise.all([latestBlockhash(to), readCluster(to)])
    const wire = buildTransaction(payer, blockhash, instructions)
    return {
      kind: 'solana',
      cluster,
      fee_payer: payer,
      transaction_base64: Buffer.from(wire).toString('base64'),
      expires_at_block_height: lastValidBlockHeight,
    }
  }
  return {
    buildMint: async (request) => {
      const refused = unfit(request)
      if (refused) return refused
      return ask(async (to) => {
        const instructions = await mintInstructions(to, request)
        return 'unavailable' in instructions ? instructions : finish(to, request.issuer, instructions)
      })
    },
    buildControl: async (operation, request) => {
      const instruction = unfit(request) ?? controlInstruction(operation, request)
      return 'unavailable' in instruction ? instruction : ask((to) => finish(to, request.issuer, [instruction]))
    },
    movements: (hash) =>
      decodeBase58(hash)?.length === 64 ? ask((to) => readMovements(to, hash)) : Promise.resolve({ state: 'not_found' }),
    mintAt: (address) =>
      ask(async (to) => {
        const [account] = (await readAccounts(to, [checked(address)])).accounts
        return account ? (mintIn(account) ?? 'other') : 'none'
      }),
  }
}

function unfit(request: { standard: string; token: string | null }): NotBuilt | null {
  if (request.standard !== 'spl_token_2022') return notSupported
  return request.token === null ? { unavailable: 'token_not_linked', retryable: false } : null
}

/** Anybody can make an account whose bytes look like a mint: only those of the program itself count. */
const mintIn = (account: Account | null | undefined): MintState | null => (account?.owner === TOKEN_2022 ? readMint(account.data) : null)
const holdingIn = (account: Account | null | undefined) => (account?.owner === TOKEN_2022 ? readHolding(account.data) : null)

/**
 * Account, thaw and mint in one transaction with one signature, the issuer's. Refused when the account exists, is frozen, and
 * thawing was not asked for: an account may have been frozen for a reason.
 */
async function mintInstructions(rpc: SolanaRpc, r: MintRequest): Promise<Instruction[] | NotBuilt> {
  const no = (unavailable: Exclude<NotBuilt, Unavailable>['unavailable']): NotBuilt => ({ unavailable, retryable: false })
  const [mint, issuer, holder] = [checked(r.token!), checked(r.issuer), checked(r.to)]
  const account = tokenAccount(holder, mint)
  const { accounts } = await readAccounts(rpc, [mint, account])
  const state = mintIn(accounts[0])
  if (!state) return no('not_a_mint')
  if (state.decimals !== r.decimals) throw new RangeError(`the mint has ${state.decimals} decimals, not ${r.decimals}`)
  // A program's address has no key: it signs through its program, which is not ours to call.
  if (state.mintAuthority !== issuer || !isOnCurve(publicKey(issuer))) return no('not_the_authority')
  if (state.paused) return no('token_paused')
  const holding = holdingIn(accounts[1])
  const frozen = holding ? holding.frozen : state.startsFrozen
  if (frozen && ((holding && r.thaw !== true) || state.freezeAuthority !== issuer)) return no('account_frozen')
  return [
    createTokenAccount(issuer, holder, mint),
    ...(frozen ? [setFrozen(false, mint, account, issuer)] : []),
    mintTo(mint, account, issuer, r.amount, r.decimals),
  ]
}

function controlInstruction(operation: ControlOperation, r: ControlRequest): Instruction | NotBuilt {
  const [mint, issuer] = [checked(r.token!), checked(r.issuer)]
  if (!isOnCurve(publicKey(issuer))) return { unavailable: 'not_the_authority', retryable: false }
  switch (operation) {
    case 'pause':
    case 'unpause':
      return setPaused(operation === 'pause', mint, issuer)
    case 'freeze':
    case 'unfreeze':
      // Token-2022 freezes whole accounts only, and our mints give nobody the power to move a holder's tokens.
      if (r.amount !== undefined) return notSupported
      return setFrozen(operation === 'freeze', mint, tokenAccount(checked(r.account ?? ''), mint), issuer)
    case 'force_transfer':
    case 'burn':
      return notSupported
  }
}

interface TokenBalance {
  mint: string
  owner?: string
  uiTokenAmount: { amount: string; decimals?: number }
}
interface TransactionAnswer {
  slot: number
  meta: {
    err: unknown
    preTokenBalances?: TokenBalance[]
    postTokenBalances?: TokenBalance[]
    preBalances?: number[]
    postBalances?: number[]
    loadedAddresses?: { writable?: string[]; readonly?: string[] }
  } | null
  transaction: { message: { accountKeys: string[] } }
}
interface StatusAnswer {
  value: ({
    slot: number
    confirmations: number | null
    err: unknown
    confirmationStatus: 'processed' | 'confirmed' | 'finalized'
  } | null)[]
}

async function readMovements(rpc: SolanaRpc, hash: string): Promise<Movements> {
  const status = ((await rpc('getSignatureStatuses', [[hash], { searchTransactionHistory: true }])) as StatusAnswer).value[0]
  if (!status) return { state: 'not_found' }
  const at = { block: BigInt(status.slot), confirmations: status.confirmations ?? 32 }
  // What only one node has processed may still be undone, a failure too.
  if (status.confirmationStatus === 'processed') return { state: 'pending', ...at, confirmations: status.confirmations ?? 0 }
  if (status.err !== null) return { state: 'reverted', ...at }
  if (status.confirmationStatus !== 'finalized') return { state: 'confirmed', ...at }
  const [found, cluster] = await Promise.all([
    rpc('getTransaction', [hash, { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 }]),
    readCluster(rpc),
  ])
  const { meta, transaction } = (found ?? {}) as Partial<TransactionAnswer>
  // A node that is behind knows the status before the transaction.
  if (!meta || !transaction) return { state: 'pending', ...at, confirmations: 0 }
  if (meta.err !== null) return { state: 'reverted', ...at }
  const mints = new Map<string, number>()
  for (const one of [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])])
    mints.set(one.mint, one.uiTokenAmount.decimals ?? 0)
  const moved = [...mints].flatMap(([mint, decimals]) => movesOf({ token: mint, decimals }, balanceChanges(meta, mint)))
  return { state: 'finalized', ...at, moved: [...moved, ...movesOf({ token: null, decimals: 9 }, coinChanges(meta, transaction))], cluster }
}

/** What each account gained or lost of the chain's own coin. What a version 0 transaction looks up in tables stands behind its own. */
function coinChanges(
  { preBalances, postBalances, loadedAddresses }: NonNullable<TransactionAnswer['meta']>,
  { message }: TransactionAnswer['transaction'],
): Map<string, bigint> {
  const keys = [...message.accountKeys, ...(loadedAddresses?.writable ?? []), ...(loadedAddresses?.readonly ?? [])]
  const changes = keys.map((key, at) => [key, BigInt(postBalances?.[at] ?? 0) - BigInt(preBalances?.[at] ?? 0)] as const)
  return new Map(changes.filter(([, change]) => change !== 0n))
}

/** Who gave and who got, from what each gained or lost: at most what both sides show. What is more or less in all was made, or ended. */
function movesOf(of: Pick<Moved, 'token' | 'decimals'>, changes: ReadonlyMap<string, bigint>): Moved[] {
  const sides = [...changes]
  const takers = sides.filter(([, change]) => change > 0n)
  const givers = sides.filter(([, change]) => change < 0n).map(([owner, change]) => [owner, -change] as const)
  const sum = sides.reduce((total, [, change]) => total + change, 0n)
  const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
  const move = (from: string | null, to: string | null, units: bigint): Moved => ({ ...of, id: null, from, to, units })
  return [
    ...givers.flatMap(([from, gave]) => takers.map(([to, got]) => move(from, to, smaller(gave, got)))),
    ...(of.token && sum > 0n ? takers.map(([to, got]) => move(null, to, smaller(got, sum))) : []),
    ...(of.token && sum < 0n ? givers.map(([from, gave]) => move(from, null, smaller(gave, -sum))) : []),
  ]
}

/** What each owner gained or lost of a mint. */
function balanceChanges(meta: NonNullable<TransactionAnswer['meta']>, mint: string): Map<string, bigint> {
  const changes = new Map<string, bigint>()
  const add = (balances: TokenBalance[] | undefined, sign: bigint) => {
    for (const one of balances ?? [])
      if (one.mint === mint && one.owner) changes.set(one.owner, (changes.get(one.owner) ?? 0n) + sign * BigInt(one.uiTokenAmount.amount))
  }
  add(meta.postTokenBalances, 1n)
  add(meta.preTokenBalances, -1n)
  for (const [owner, change] of changes) if (change === 0n) changes.delete(owner)
  return changes
}

function checked(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed.ok || parsed.family !== 'solana') throw new RangeError(`${address} is not a Solana address`)
  return parsed.canonical
}
