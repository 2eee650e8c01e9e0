/** One spelling of a wallet address: EVM lower-case hex, every other chain as it is written, because case carries meaning there. */
export function normaliseAddress(address: string): string {
  const text = address.trim()
  return /^0[xX][0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : text
}
