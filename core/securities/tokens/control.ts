import { keccak256, parseAbi, toBytes } from 'viem'
import { isUnavailable } from '#chains/adapter.ts'
import { isRefusal } from '#chains/evm/client.ts'
import { decimalsOf } from '#core/chain/transactions/chain.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { askedChains, chainIdOf, solanaOf } from '#core/record/chain-receipts.ts'

type Hex = `0x${string}`
export const CONTROL = parseAbi([
  'function owner() view returns (address)',
  'function isAgent(address account) view returns (bool)',
  'function hasRole(bytes32 role, address account) view returns (bool)',
  'function totalSupply() view returns (uint256)',
])
/** DEFAULT_ADMIN_ROLE of AccessControl. */
export const ADMIN: Hex = `0x${'0'.repeat(64)}`
const MINTER = keccak256(toBytes('MINTER_ROLE'))

/** What makes a wallet the contract's: `not_asked` in the sandbox, which has no chain. */
const ROLES = ['owner', 'agent', 'admin', 'minter', 'mint_authority', 'not_asked'] as const
export interface Control {
  role: (typeof ROLES)[number]
  decimals: number | null
  /** In the smallest unit. */
  supply: bigint | null
}

const SILENT = 'The chain did not answer, so its contract cannot be asked now. Try again in a moment.'
const notConfigured = (chain: string) =>
  new AppError('chain_not_configured', `No endpoint for ${chain} is configured, so its contract cannot be asked.`)
const noContract = (chain: string, field = '/token_address') =>
  invalidField(field, 'no_contract', `There is no contract at this address on ${chain}.`)

/** A contract on its chain, and how to ask it: what it refuses to say, or does not know, is null. Throws as `readControl`. */
export async function askContract(ctx: Ctx, p: { chainId: string; called: string; address: string; field?: string }) {
  const chain = askedChains(ctx.services).find((each) => each.chainId === p.chainId)
  if (!chain) throw notConfigured(p.called)
  const silent = () => new AppError('not_ready', SILENT)
  const ask = <T>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((error: unknown) => {
      if (isRefusal(error)) return null
      throw silent()
    })
  if (!(await ask(chain.client.getCode({ address: p.address as Hex })))) throw noContract(p.called, p.field)
  return { chain, ask, silent }
}

/**
 * Asks a token's contract whether this wallet controls it: as its owner, its agent (ERC-3643), or with the role of admin or minter;
 * on Solana, whether it is the authority that mints it.
 * Throws `signer_mismatch` when it does not, `validation_failed` where there is no contract, `chain_not_configured`, `not_ready`.
 */
export async function readControl(ctx: Ctx, p: { chain: string; token: string; wallet: string }): Promise<Control> {
  if (!ctx.world.chain.real) return { role: 'not_asked', decimals: null, supply: null }
  if (p.chain === 'solana') return readMintControl(ctx, p)
  const id = String(chainIdOf(ctx, p.chain))
  const [address, wallet] = [p.token as Hex, p.wallet as Hex]
  const { chain, ask, silent } = await askContract(ctx, { chainId: id, called: p.chain, address })
  const { client } = chain
  const has = (role: Hex) => ask(client.readContract({ address, abi: CONTROL, functionName: 'hasRole', args: [role, wallet] }))
  const [owner, agent, admin, minter, supply, decimals] = await Promise.all([
    ask(client.readContract({ address, abi: CONTROL, functionName: 'owner' })),
    ask(client.readContract({ address, abi: CONTROL, functionName: 'isAgent', args: [wallet] })),
    has(ADMIN),
    has(MINTER),
    ask(client.readContract({ address, abi: CONTROL, functionName: 'totalSupply' })),
    decimalsOf(client, address),
  ])
  if (decimals === null) throw silent()
  const role = owner?.toLowerCase() === wallet.toLowerCase() ? 'owner' : agent ? 'agent' : admin ? 'admin' : minter ? 'minter' : null
  if (!role) throw new AppError('signer_mismatch', 'This wallet is neither owner nor agent of the contract, and has no role to mint in it.')
  return { role, decimals, supply }
}

async function readMintControl(ctx: Ctx, p: { chain: string; token: string; wallet: string }): Promise<Control> {
  const mint = await solanaOf(ctx.services).mintAt(p.token)
  if (mint === 'none') throw noContract(p.chain)
  if (mint === 'other')
    throw invalidField('/token_address', 'no_contract', 'This account is no mint of Token-2022. Tokens of other programs cannot be linked.')
  if (isUnavailable(mint)) throw mint.retryable ? new AppError('not_ready', SILENT) : notConfigured(p.chain)
  if (mint.mintAuthority !== p.wallet) throw new AppError('signer_mismatch', 'This wallet is not the authority that mints this token.')
  return { role: 'mint_authority', decimals: mint.decimals, supply: mint.supply }
}
