import { getAddress, isAddress } from 'viem'
import { decodeBase58 } from './base58.ts'
import type { ChainKey } from './chains.ts'

export type Family = 'evm' | 'solana'

export type ParsedAddress =
  | {
      ok: true
      family: Family
      /** EIP-55 for EVM; as sent for Solana, where every spelling is its own address. */
      canonical: string
      /** did:pkh. One identity holds for all EVM chains, so it names chain 1. */
      did: string
      /** EIP-55: `none` when the text carries no checksum (one case only) or the family has none. */
      checksum: 'valid' | 'none' | 'mismatch'
    }
  | { ok: false; code: 'invalid_address' | 'address_not_allowed' | 'address_checksum_invalid' }

const SOLANA_MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/**
 * Reads a wallet address of either family.
 * A mixed-case EVM address with a wrong EIP-55 checksum is accepted and marked `mismatch`; with `strictChecksum` it is refused.
 * All-zero addresses belong to nobody and are refused. Never throws.
 */
export function parseAddress(text: string, options: { strictChecksum?: boolean } = {}): ParsedAddress {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return parseEvm(text as `0x${string}`, options.strictChecksum === true)
  const bytes = text.length >= 32 && text.length <= 44 ? decodeBase58(text) : null
  if (bytes?.length !== 32) return { ok: false, code: 'invalid_address' }
  if (bytes.every((byte) => byte === 0)) return { ok: false, code: 'address_not_allowed' }
  return { ok: true, family: 'solana', canonical: text, did: didOf('solana', text), checksum: 'none' }
}

/** What was read last: a call's addresses are read by its schema, and again for what is to be said of them. */
const readLast = new Map<string, ParsedAddress>()
const MOST_READ = 256

function parseEvm(text: `0x${string}`, strict: boolean): ParsedAddress {
  let parsed = readLast.get(text)
  if (!parsed) {
    if (readLast.size >= MOST_READ) readLast.clear()
    parsed = readEvm(text)
    readLast.set(text, parsed)
  }
  return strict && parsed.ok && parsed.checksum === 'mismatch' ? { ok: false, code: 'address_checksum_invalid' } : parsed
}

function readEvm(text: `0x${string}`): ParsedAddress {
  if (/^0x0{40}$/.test(text)) return { ok: false, code: 'address_not_allowed' }
  const digits = text.slice(2)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const checksum = oneCase ? 'none' : isAddress(text) ? 'valid' : 'mismatch'
  const canonical = getAddress(text.toLowerCase() as `0x${string}`)
  return Object.freeze({ ok: true, family: 'evm', canonical, did: didOf('evm', canonical), checksum })
}

/** did:pkh of a canonical address. */
const didOf = (family: Family, canonical: string): string =>
  family === 'evm' ? `did:pkh:eip155:1:${canonical}` : `did:pkh:solana:${SOLANA_MAINNET}:${canonical}`

/** The chain meant when a call names none. */
export const defaultChain = (family: Family): ChainKey => (family === 'evm' ? 'ethereum' : 'solana')

/** Whether addresses of this family live on that chain. */
export const familyOf = (chain: ChainKey): Family => (chain === 'solana' ? 'solana' : 'evm')
