import type { ChainSource } from './source.ts'

/**
 * None: hashes and contracts may be made up, and nobody can sign for a magic wallet. What is signed is signed for the test network, so
 * that it is worth nothing elsewhere.
 */
export const noChain: ChainSource = { real: false, wantsProof: false, idAmong: (ids) => ids[1]! }
