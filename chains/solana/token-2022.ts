/** The instructions and account layouts of Token-2022 that we need, written down by hand; a mint whose new accounts are frozen. */

import { encodeBase58 } from '../base58.ts'
import type { Instruction } from './message.ts'
import { programAddress, publicKey } from './program-address.ts'

export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const SYSTEM = '11111111111111111111111111111111'

const TAG = { freeze: 10, thaw: 11, mintToChecked: 14, pausable: 44 } as const

/** The account in which a wallet holds this token. */
export const tokenAccount = (wallet: string, mint: string): string =>
  programAddress([publicKey(wallet), publicKey(TOKEN_2022), publicKey(mint)], ASSOCIATED)

/** Makes the wallet's token account unless it is there. */
export function createTokenAccount(payer: string, wallet: string, mint: string): Instruction {
  const accounts = [
    { address: payer, signer: true, writable: true },
    { address: tokenAccount(wallet, mint), writable: true },
    { address: wallet },
    { address: mint },
    { address: SYSTEM },
    { address: TOKEN_2022 },
  ]
  return { program: ASSOCIATED, accounts, data: Uint8Array.of(1) }
}

export function mintTo(mint: string, account: string, authority: string, amount: bigint, decimals: number): Instruction {
  if (amount <= 0n || amount >= 2n ** 64n) throw new RangeError('an amount of Token-2022 has 64 bits')
  const data = Buffer.alloc(10)
  data[0] = TAG.mintToChecked
  data.writeBigUInt64LE(amount, 1)
  data[9] = decimals
  return {
    program: TOKEN_2022,
    accounts: [
      { address: mint, writable: true },
      { address: account, writable: true },
      { address: authority, signer: true },
    ],
    data,
  }
}

export function setFrozen(frozen: boolean, mint: string, account: string, authority: string): Instruction {
  const accounts = [{ address: account, writable: true }, { address: mint }, { address: authority, signer: true }]
  return { program: TOKEN_2022, accounts, data: Uint8Array.of(frozen ? TAG.freeze : TAG.thaw) }
}

export function setPaused(paused: boolean, mint: string, authority: string): Instruction {
  return {
    program: TOKEN_2022,
    accounts: [
      { address: mint, writable: true },
      { address: authority, signer: true },
    ],
    data: Uint8Array.of(TAG.pausable, paused ? 1 : 2),
  }
}

export interface MintState {
  /** In the smallest unit. */
  supply: bigint
  decimals: number
  /** Who may mint; null once nobody may any more. */
  mintAuthority: string | null
  /** Who freezes and thaws accounts. */
  freezeAuthority: string | null
  startsFrozen: boolean
  paused: boolean
  /** Who pauses it; null where it cannot be paused. */
  pauseAuthority: string | null
}
export interface HoldingState {
  mint: string
  owner: string
  amount: bigint
  frozen: boolean
}

const EXTENSION = { defaultAccountState: 6, pausable: 26 } as const
const BASE_BYTES = 165 // mints are padded to the size of an account, then a type byte and the extensions follow
const FROZEN = 2

/** Reads the data of a mint's account, once its owner is known to be Token-2022; null when it is none. */
export function readMint(data: Uint8Array): MintState | null {
  if (data.length < 82 || data[45] !== 1) return null
  const found = extensions(data)
  const state = found.get(EXTENSION.defaultAccountState)
  const pausable = found.get(EXTENSION.pausable)
  return {
    supply: viewOf(data).getBigUint64(36, true),
    decimals: data[44]!,
    mintAuthority: optionalKey(data, 0),
    freezeAuthority: optionalKey(data, 46),
    startsFrozen: state?.[0] === FROZEN,
    paused: pausable?.[32] === 1,
    pauseAuthority: pausable?.subarray(0, 32).some((byte) => byte !== 0) ? encodeBase58(pausable.subarray(0, 32)) : null,
  }
}

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** Four bytes say whether a key follows. */
const optionalKey = (data: Uint8Array, at: number): string | null =>
  viewOf(data).getUint32(at, true) === 1 ? encodeBase58(data.subarray(at + 4, at + 36)) : null

/** Reads a token account's data; null when it is none. */
export function readHolding(data: Uint8Array): HoldingState | null {
  const state = data[108]
  if (data.length < BASE_BYTES || (state !== 1 && state !== FROZEN)) return null
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    amount: viewOf(data).getBigUint64(64, true),
    frozen: state === FROZEN,
  }
}

/** Type, length, value, one after another. */
function extensions(data: Uint8Array): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  const view = viewOf(data)
  for (let at = BASE_BYTES + 1; at + 4 <= data.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (type === 0) break
    found.set(type, data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}
