/** An id of the product, an EVM address, or what may be an address of Solana. */
const NAMED = /\b[a-z]{2,6}_[0-9a-zA-Z]{10,40}\b|\b0x[0-9a-fA-F]{40}\b|\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g

/** The ids and wallets a text names: kept beside it where it is sealed, so that an erasure finds it. They name nobody by themselves. */
export const mentionsIn = (text: string): string[] => [...new Set(text.match(NAMED) ?? [])].slice(0, 200)
