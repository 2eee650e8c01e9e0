import { randomBytes } from 'node:crypto'
import type { Client } from 'viem'
import { parseAddress } from './address.ts'
import { encodeBase58 } from './base58.ts'
import { type ChainKey, EVM_CHAINS } from './chains.ts'
import { verifyEvmMessage } from './evm/verify-message.ts'
import { checkSignIn, formatSignIn, type SignInExpectation, type SignInProblem } from './sign-in-message.ts'
import { verifySolanaMessage } from './solana/verify-message.ts'

export type ControlMethod = 'eoa' | 'eip1271' | 'eip6492' | 'ed25519'
export interface Unavailable {
  unavailable: 'chain_not_configured' | 'rpc_error'
  retryable: boolean
}

export type SignatureVerdict =
  | { result: 'valid'; method: ControlMethod }
  | { result: 'invalid' }
  /** It could not be told. `recovered` is the plain account whose key made the signature, if one did. */
  | { result: 'unavailable'; code: Unavailable['unavailable']; retryable: boolean; recovered: string | null }

export type SignInVerdict =
  /** `chainId`: where the contract stands that said so. What stands at its address on another chain may be somebody else's. */
  | (Extract<SignatureVerdict, { result: 'valid' }> & { chainId?: number })
  | Extract<SignatureVerdict, { result: 'unavailable' }>
  | { result: 'invalid'; problem: SignInProblem | 'signature_invalid' }

export interface SignInParams {
  address: string
  chain?: ChainKey
  /** EVM chain id to name instead of the main network's, for embedded chains. */
  chainId?: number
  /** The address people use, for example https://sealwright.example. Gives domain and URI. */
  publicUrl: string
  statement: string
  nonce: string
  /** ms since 1970 */
  issuedAt: number
  expiresAt: number
  requestId?: string
  resources?: readonly string[]
}

/** 24 letters and digits from 17 random bytes. */
export const newNonce = (): string => encodeBase58(randomBytes(18)).padStart(24, '1').slice(0, 24)

/** The message to sign. Throws RangeError when the address is not one. */
export function buildSignIn(p: SignInParams): string {
  const address = parseAddress(p.address)
  if (!address.ok) throw new RangeError(`${address.code}: a sign-in needs a wallet address`)
  return formatSignIn({
    family: address.family,
    domain: new URL(p.publicUrl).host,
    address: address.canonical,
    statement: p.statement,
    uri: p.publicUrl,
    chainId:
      address.family === 'solana'
        ? 'mainnet'
        : String(p.chainId ?? EVM_CHAINS[p.chain && p.chain !== 'solana' ? p.chain : 'ethereum'].ids[0]),
    nonce: p.nonce,
    issuedAt: new Date(p.issuedAt).toISOString(),
    expirationTime: new Date(p.expiresAt).toISOString(),
    ...(p.requestId !== undefined && { requestId: p.requestId }),
    ...(p.resources !== undefined && { resources: p.resources }),
  })
}

/**
 * Whether the expected wallet signed this message for us, now. Plain accounts and Solana need no chain.
 * `clientFor` gives an RPC client for the message's chain id; without one, smart wallets answer `unavailable`.
 * The caller must also see that the nonce is used once.
 */
export async function verifySignIn(p: {
  message: string
  signature: string
  expected: SignInExpectation
  clientFor?: (chainId: number) => Client | undefined
}): Promise<SignInVerdict> {
  const checked = checkSignIn(p.message, p.expected)
  if (!checked.ok) return { result: 'invalid', problem: checked.problem }
  const { message } = checked
  const verdict =
    message.family === 'solana'
      ? verifySolanaMessage({ address: message.address, message: p.message, signature: p.signature })
      : await verifyEvmMessage({
          address: canonicalEvm(message.address),
          message: p.message,
          signature: p.signature,
          client: p.clientFor?.(Number(message.chainId)),
        })
  if (verdict.result === 'invalid') return { result: 'invalid', problem: 'signature_invalid' }
  const byContract = verdict.result === 'valid' && (verdict.method === 'eip1271' || verdict.method === 'eip6492')
  return byContract ? { ...verdict, chainId: Number(message.chainId) } : verdict
}

function canonicalEvm(text: string): `0x${string}` {
  const parsed = parseAddress(text)
  if (!parsed.ok) throw new Error('the message was checked before')
  return parsed.canonical as `0x${string}`
}
