import { type Abi, encodeAbiParameters, encodeFunctionData, encodeFunctionResult, keccak256, toHex } from 'viem'
import type { Fixture } from '#chains/evm/anvil-fixture.ts'

type Hex = `0x${string}`

/**
 * A contract that answers each question, by the hash of its calldata, with what its storage holds for it: the length, then the words. What
 * it was not told it answers with nothing, as an address without code.
 */
const ANSWERS = '0x365f5f37365f2080545f5b81811015602457806005 1c60010183015481526020016 00a565b505ff3'.replaceAll(' ', '') as Hex

/** Lets `address` answer a question of another's interface, from the next blocks on. */
export async function answers(chain: Fixture, address: Hex, abi: Abi, functionName: string, args: readonly unknown[], result: unknown) {
  await chain.node.setCode({ address, bytecode: ANSWERS })
  const question = encodeFunctionData({ abi, functionName, args } as never)
  const answer = encodeFunctionResult({ abi, functionName, result } as never).slice(2)
  const base = BigInt(keccak256(question))
  const set = (slot: bigint, value: Hex) =>
    chain.node.setStorageAt({ address, index: toHex(slot & ((1n << 256n) - 1n), { size: 32 }), value })
  await set(base, toHex(answer.length / 2, { size: 32 }))
  for (let i = 0; i < answer.length / 64; i++) await set(base + 1n + BigInt(i), `0x${answer.slice(i * 64, i * 64 + 64).padEnd(64, '0')}`)
}

/** Lets what was set be final. */
export const finalise = (chain: Fixture) => chain.node.mine({ blocks: 4 })

/** How ONCHAINID names a key and a claim. */
export const keyOfAddress = (address: Hex): Hex => keccak256(encodeAbiParameters([{ type: 'address' }], [address]))
export const claimIdOf = (issuer: Hex, topic: bigint): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [issuer, topic]))
