/**
 * One shape for every chain of what changes a token: returned unsigned, for the issuer's own wallet to sign. Nothing here can move
 * an asset. Chains are outputs: no decision needs one.
 */
import type { Family } from './address.ts'
import type { Unavailable } from './sign-in.ts'

export type Hex = `0x${string}`
export type StandardId = 'erc3643' | 'erc1404' | 'erc20' | 'spl_token_2022'
export const STANDARDS: Record<StandardId, Family> = { erc3643: 'evm', erc1404: 'evm', erc20: 'evm', spl_token_2022: 'solana' }

export type Unsigned =
  | { kind: 'evm'; chain_id: number; from: Hex; to: Hex; data: Hex; value: '0x0' }
  | { kind: 'solana'; cluster: string; fee_payer: string; transaction_base64: string; expires_at_block_height: number }

/**
 * `operation_not_supported`: this standard has no such act. `token_not_linked`: the token's address is not known yet.
 * `account_frozen`: the holder's account is frozen, and thawing it was not asked for, or is not the issuer's to do.
 * `not_a_mint`: what stands at the token's address is none of this standard. `not_the_authority`: the issuer may not mint it.
 * `token_paused`: the token itself takes no mint now.
 */
export type NotBuilt =
  | Unavailable
  | {
      unavailable: 'operation_not_supported' | 'token_not_linked' | 'account_frozen' | 'not_a_mint' | 'not_the_authority' | 'token_paused'
      retryable: false
    }

export interface TokenRef {
  /** Contract or mint; null before it is deployed. */
  token: string | null
  standard: StandardId
  /** The issuer's wallet: it signs and pays. */
  issuer: string
  /** Digits after the point of the token's unit. */
  decimals: number
}
export interface MintRequest extends TokenRef {
  to: string
  /** In the token's smallest unit. */
  amount: bigint
  /** Solana: a frozen account of the holder may be thawed, because the decision found no freeze. A new account always is. */
  thaw?: boolean
}
export type ControlOperation = 'pause' | 'unpause' | 'freeze' | 'unfreeze' | 'force_transfer' | 'burn'
export interface ControlRequest extends TokenRef {
  /** Whose tokens are frozen or moved. */
  account?: string
  /** Where a forced transfer goes. */
  to?: string
  amount?: bigint
  /** What the token holds frozen of the account already; asked of the chain when left out and needed. */
  frozen?: bigint
}

/** One movement that a transaction made. */
export interface Moved {
  /** The contract or mint; null for the chain's own coin. */
  token: string | null
  /** Which one of an NFT's contract. */
  id: bigint | null
  /** Null where it was made, or ended. */
  from: string | null
  to: string | null
  /** In the smallest unit. */
  units: bigint
  /** Digits after the point; null where the transaction does not say it. */
  decimals: number | null
}

export interface ChainAdapter {
  /** EVM: needs no chain once the token's address is known. */
  buildMint(request: MintRequest): Promise<Unsigned | NotBuilt>
  buildControl(operation: ControlOperation, request: ControlRequest): Promise<Unsigned | NotBuilt>
}

export const notConfigured: Unavailable = { unavailable: 'chain_not_configured', retryable: false }
export const rpcError: Unavailable = { unavailable: 'rpc_error', retryable: true }
export const isUnavailable = (value: unknown): value is Unavailable | NotBuilt =>
  typeof value === 'object' && value !== null && 'unavailable' in value
