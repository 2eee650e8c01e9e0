import { type PublicClient, parseAbi } from 'viem'
import { isUnavailable, type Moved } from '#chains/adapter.ts'
import { EXPLORERS, LOCAL_CHAIN_IDS } from '#chains/chains.ts'
import { isRefusal } from '#chains/evm/client.ts'
import { movedBy } from '#chains/evm/moved.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { type AskedChain, chainsOf, type Found, findReceipt, isPending, solanaOf } from '#core/record/chain-receipts.ts'
import type { transactions } from '#db/schema.ts'
import { isToken, isUnitOf, knownTokens } from './known-tokens.ts'

export interface OnChain {
  confirmations: number
  block: number
  explorer_url: string | null
}

/** How many reported transactions are looked at in one go, and how many at the same time. */
export const BATCH = 200
export const AT_ONCE = 8
/** What no chain knows after this long was never sent, or lost. */
const LOST_MS = 24 * 3_600_000

/** Whether something reported as sent under this hash waits for its chain; null for whichever has it. The sandbox has none. */
export const awaitsChain = (ctx: Pick<Ctx, 'services' | 'world'>, hash: string, chain: string | null): boolean =>
  ctx.world.chain.real && canAsk(ctx, hash, chain)

/** What a chain said against something reported as sent, by the code that events tell. */
export const FAILURES = {
  reverted: 'The chain reverted it.',
  mismatch: 'It did not move this amount of this token between these wallets.',
  dropped: 'No chain knows it a day after it was reported as sent.',
} as const
export type Failure = keyof typeof FAILURES

/** The block something was found in, by which its leaving the chain is noticed. */
export interface SettledBlock {
  chain_id: string
  number: string
  hash: string
}

/** What of a transaction its chain could tell, and was the same. */
export const COMPARED = ['sender', 'recipient', 'token', 'amount'] as const
export type Compared = (typeof COMPARED)[number]

export interface Ending {
  failed: Failure | null
  compared: Compared[]
  block: SettledBlock | null
  /** Where it stands on its chain: what came first is written first. */
  place: number
}

/** What became of something reported as sent this long ago: null while nobody can say for good. */
export function whatEnded(found: Awaited<ReturnType<typeof lookUp>>, ageMs: number): Ending | null {
  if (typeof found === 'object')
    return found.onChain.confirmations < found.needs
      ? null
      : { failed: found.failed, compared: found.compared, block: found.failed ? null : found.block, place: found.place }
  return found === 'unknown' && ageMs > LOST_MS ? { failed: 'dropped', compared: [], block: null, place: 0 } : null
}

/** Whether a chain can be asked about this hash at all. */
const canAsk = ({ services: { config } }: Pick<Ctx, 'services'>, hash: string, chain: string | null): boolean =>
  hash.startsWith('0x')
    ? chainsOf(
        Object.keys(config.evmRpcUrls).map((chainId) => ({ chainId })),
        chain,
      ).length > 0
    : config.solanaRpcUrl !== null

/** The sender of what is made. */
export const NOBODY = 'nobody'

/** What a transaction was to do on its chain. What is null was not said, and is not compared. */
export interface Expected {
  /** Whichever knows its hash, where none was named. */
  chain: string | null
  token: string | null
  /** Which one of an NFT's contract. */
  tokenId: string | null
  from: string | null
  to: string | null
  /** In whole tokens, or in `currency`; null for what has no amount, as an NFT. */
  amount: string | null
  /** Of the amount, when it does not simply count tokens of `token`. */
  currency: string | null
}

/** Where a transaction stands on its chain. `block` is null where it can leave no more. */
export interface LookedUp {
  onChain: OnChain
  needs: number
  failed: Failure | null
  compared: Compared[]
  block: SettledBlock | null
  place: number
}

/**
 * What the chains know of a transaction: where it stands, and whether it failed or did something else than said; without `expected`
 * only where it stands. `unknown` and `unanswered` as `findReceipt` says.
 */
export async function lookUp(
  services: Services,
  chains: readonly AskedChain[],
  hash: string,
  expected: Expected | null,
): Promise<LookedUp | 'unknown' | 'unanswered'> {
  if (!hash.startsWith('0x')) return lookUpOnSolana(services, hash, expected)
  const asked = chainsOf(chains, expected?.chain ?? null)
  const found = await findReceipt(asked, hash)
  // What waits to be mined is not lost, however long it waits.
  if (found === 'unknown' && (await isPending(asked, hash))) return 'unanswered'
  if (typeof found === 'string') return found
  const { chainId, receipt, client } = found
  const head = await client.getBlockNumber({ cacheTime: 0 }).catch(() => receipt.blockNumber)
  // Chains on one machine make no block that nobody asks for, and finalize late or never.
  const final = LOCAL_CHAIN_IDS.includes(Number(chainId)) || (await isFinal(client, receipt.blockNumber))
  const verdict: Verdict = receipt.status === 'success' ? await compareOnEvm(found, expected) : 'reverted'
  if (verdict === 'unanswered') return verdict
  const explorer = EXPLORERS[Number(chainId)]
  return {
    onChain: {
      confirmations: Math.max(1, Number(head - receipt.blockNumber) + 1),
      block: Number(receipt.blockNumber),
      explorer_url: explorer ? `${explorer}/tx/${hash}` : null,
    },
    needs: final ? 1 : Number.POSITIVE_INFINITY,
    ...outcomeOf(verdict),
    block: { chain_id: chainId, number: String(receipt.blockNumber), hash: receipt.blockHash },
    place: Number(receipt.blockNumber) * 100_000 + receipt.transactionIndex,
  }
}

/** Whether the chain calls this block final, by its own rule. A node that does not say so says no. */
const isFinal = (client: PublicClient, block: bigint): Promise<boolean> =>
  client.getBlock({ blockTag: 'finalized' }).then(
    ({ number }) => number >= block,
    () => false,
  )

type Verdict = Compared[] | Exclude<Failure, 'dropped'> | 'unanswered'
const outcomeOf = (verdict: Compared[] | Failure): Pick<LookedUp, 'failed' | 'compared'> =>
  typeof verdict === 'string' ? { failed: verdict, compared: [] } : { failed: null, compared: verdict }

/** Solana settles what is finalized, which leaves it no more; until then it waits. */
async function lookUpOnSolana(services: Services, hash: string, expected: Expected | null): Promise<LookedUp | 'unknown' | 'unanswered'> {
  const found = await solanaOf(services).movements(hash)
  if (isUnavailable(found)) return 'unanswered'
  if (found.state === 'not_found') return 'unknown'
  const final = found.state === 'finalized'
  const verdict: Verdict =
    found.state === 'reverted'
      ? found.state
      : final && expected
        ? await compare(found.moved, expected, found.cluster, async (one) => one.decimals)
        : []
  if (verdict === 'unanswered') return verdict
  const slot = Number(found.block)
  return {
    onChain: { confirmations: found.confirmations, block: slot, explorer_url: null },
    needs: final || found.state === 'reverted' ? 0 : Number.POSITIVE_INFINITY,
    ...outcomeOf(verdict),
    block: null,
    place: slot * 100_000,
  }
}

async function compareOnEvm({ client, receipt, chainId }: Found, expected: Expected | null): Promise<Verdict> {
  if (!expected) return []
  const moved = movedBy(receipt.logs)
  // A chain's own coin is told by the transaction alone, and asked for only where it may be what was meant.
  if (!expected.token && !inTokens(expected.currency)) {
    const sent = await client.getTransaction({ hash: receipt.transactionHash }).catch(() => null)
    if (!sent) return 'unanswered'
    if (sent.to && sent.value > 0n) moved.push({ token: null, id: null, from: sent.from, to: sent.to, units: sent.value, decimals: 18 })
  }
  return compare(moved, expected, chainId, (one) => decimalsOf(client, one.token!))
}

/** What of a transaction is the same on its chain: at least that something moved between its wallets, else it is a mismatch. */
async function compare(
  moved: readonly Moved[],
  expected: Expected,
  chain: string,
  decimalsOf: (moved: Moved) => Promise<number | null>,
): Promise<Verdict> {
  const { token, tokenId, from, to, amount, currency } = expected
  const known = token ? [token] : knownTokens(chain, currency)
  // The amount counts tokens: those of an offering, a currency that is one, or one that stands for the currency's unit.
  const counts = amount !== null && (token && currency !== null ? countsTokens(chain, token, currency) : inTokens(currency))
  const found = moved.filter(
    (one) =>
      (from === NOBODY ? one.from === null : same(one.from, from)) &&
      same(one.to, to) &&
      (known ? known.some((each) => same(one.token, each)) : one.token !== null || !inTokens(currency)) &&
      (tokenId === null || one.id === null || String(one.id) === numberOf(tokenId)),
  )
  if (!found.length) return 'mismatch'
  if (currency === null && !stayed(moved, found)) return 'mismatch'
  const compared = COMPARED.filter((what) => ({ sender: from, recipient: to, token: known, amount: counts })[what])
  if (!counts) return compared
  for (const one of found) {
    const decimals = one.decimals ?? (await decimalsOf(one))
    if (decimals === null) return 'unanswered'
    if (inUnits(amount, decimals) === one.units) return compared
  }
  return 'mismatch'
}

/** Whether units that came in the transaction were still there at its end: what goes back in the same breath has not moved. */
const stayed = (moved: readonly Moved[], found: readonly Moved[]): boolean =>
  found.some((one) => {
    const net = (who: string | null) =>
      moved
        .filter((each) => same(each.token, one.token))
        .reduce((sum, each) => sum + (same(each.to, who) ? each.units : 0n) - (same(each.from, who) ? each.units : 0n), 0n)
    return (one.to === null || net(one.to) >= one.units) && (one.from === null || net(one.from) <= -one.units)
  })

/** Whether what moves is some token and no coin: units of an offering, or a currency that is one. */
const inTokens = (currency: string | null) => currency === null || isToken(currency)

/** A token named beside a currency is priced in it, unless it is that currency, or nobody knows the currency's own token there. */
const countsTokens = (chain: string, token: string, currency: string): boolean =>
  isUnitOf(chain, token, currency) || (isToken(currency) && knownTokens(chain, currency) === null)

const same = (a: string | null, b: string | null) => b === null || a === b || (b.startsWith('0x') && a?.toLowerCase() === b.toLowerCase())

/** As it is written in decimal digits, also where it was named in hexadecimal. Text that is no number names none. */
const numberOf = (tokenId: string): string | null => (/^(0x[0-9a-f]+|\d+)$/i.test(tokenId) ? String(BigInt(tokenId)) : null)

/** The chain a transaction was named for, if any. */
export const chainOf = (asset: { chain?: unknown } | null | undefined, offering: { chain: string | null } | null): string | null =>
  (asset?.chain as string | undefined) ?? offering?.chain ?? null

/** Throws where a hash cannot be one of the chain that was named, or of the wallets it is about. */
export function refuseHash(hash: string, chain: string | null, address: string | null): void {
  const evm = chain === null ? address?.startsWith('0x') : chain !== 'solana'
  if (evm !== undefined && evm !== hash.startsWith('0x'))
    throw invalidField('/transaction_hash', 'invalid_format', `This is no hash of ${chain ?? 'the chain of these wallets'}.`)
}

type Row = Pick<typeof transactions.$inferSelect, 'type' | 'asset' | 'from_address' | 'to_address' | 'amount' | 'currency' | 'offering_id'>

/** What a recorded transaction was to do, with what its offering says of the token. */
export function expectedOf(row: Row, offering: { chain: string | null; token: string | null } | null): Expected {
  const asset = row.asset as { chain: string; contract: string; token_id?: string } | null
  const token = offering?.token ?? asset?.contract ?? null
  const tokenId = row.offering_id ? null : (asset?.token_id ?? null)
  return {
    chain: offering?.chain ?? chainOf(asset, offering),
    token,
    tokenId,
    from: row.from_address ?? (row.type === 'mint' ? NOBODY : null),
    to: row.to_address,
    // One NFT has no amount: what is said is its price.
    amount: tokenId === null ? row.amount : null,
    currency: row.offering_id ? null : row.currency,
  }
}

const DECIMALS = parseAbi(['function decimals() view returns (uint8)'])

/** Digits after the point of a token's unit, as its contract says; 0 where it says nothing, null when its chain does not answer. */
export async function decimalsOf(client: PublicClient, token: string): Promise<number | null> {
  try {
    return await client.readContract({ address: token as `0x${string}`, abi: DECIMALS, functionName: 'decimals' })
  } catch (error) {
    return isRefusal(error) ? 0 : null
  }
}

/** An amount in the token's smallest unit; null when the unit is not small enough for it. */
function inUnits(amount: string, decimals: number): bigint | null {
  const [whole, part = ''] = amount.split('.')
  const digits = part.replace(/0+$/, '')
  return digits.length > decimals ? null : BigInt(whole! + digits.padEnd(decimals, '0'))
}

/**
 * Whether a block is still on its chain: `final` when the chain will keep it for good, `here` while it may still leave, `gone` when
 * another block stands in its place. A node that does not answer, or is behind, says nothing.
 */
export async function askBlock(chains: readonly AskedChain[], block: SettledBlock): Promise<'final' | 'here' | 'gone' | 'unanswered'> {
  const chain = chains.find((each) => each.chainId === block.chain_id)
  if (!chain) return 'unanswered'
  const number = BigInt(block.number)
  try {
    const [there, finalized] = await Promise.all([
      chain.client.getBlock({ blockNumber: number }),
      chain.client.getBlock({ blockTag: 'finalized' }).catch(() => null),
    ])
    if (there.hash !== block.hash) return 'gone'
    return finalized && finalized.number >= number ? 'final' : 'here'
  } catch {
    // A chain that was rewritten may be shorter for a moment, and so is a node that is behind: its next blocks tell.
    return 'unanswered'
  }
}
