import type { ChainSource } from './source.ts'

/** The chains themselves, by the endpoints that are configured. */
export const realChains: ChainSource = {
  real: true,
  wantsProof: true,
  idAmong: (ids, endpoints) => ids.find((id) => endpoints[id]) ?? ids[0]!,
}
