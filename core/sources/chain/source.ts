/** The chains that the calls of a world are about. */
export interface ChainSource {
  /** Whether there is one to ask: hashes, contracts and links that a call names are real. */
  readonly real: boolean
  /** Whether who uses a wallet has to have proven that it is theirs. */
  readonly wantsProof: boolean
  /** Of a chain's ids (its own, its test network's, one of this machine) the one that is signed and sent with. */
  idAmong(ids: readonly number[], endpoints: Readonly<Record<string, string>>): number
}
