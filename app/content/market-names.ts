/** Names only, for parts that run in the browser. */
export const marketNames: Record<string, string> = {
  securities: 'Securities',
  stablecoins: 'Stablecoins',
  nfts: 'NFTs',
  defi: 'DeFi',
  gaming: 'Gaming',
}
