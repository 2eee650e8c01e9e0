import type { Abi } from 'viem'
import artifacts from './artifacts.generated.json' with { type: 'json' }

type Hex = `0x${string}`
export type ContractName = Exclude<keyof typeof artifacts, 'compiler'>
export interface Artifact {
  abi: Abi
  bytecode: Hex
}

/** What `compile.mjs` made of the Solidity sources beside it. */
export const artifact = (name: ContractName): Artifact => artifacts[name] as unknown as Artifact
