export const ruleMarkets: Record<string, string> = {
  securities: 'Securities',
  kyc: 'Identity and owners',
  sanctions: 'Sanctions',
  payments: 'Stablecoins and payments',
  nfts: 'NFTs',
  defi: 'DeFi',
  gaming: 'Gaming',
  credential: 'Credentials',
  monitoring: 'Monitoring',
}
export const severityWords: Record<string, string> = {
  block: 'When it does not hold, the answer is deny.',
  ask: 'When it does not hold, the answer asks for what is missing.',
  hold: 'When it does not hold, a person looks at the case.',
  warn: 'When it does not hold, the answer carries a warning.',
  info: 'It adds information and changes nothing.',
}
export const certaintyWords: Record<string, string> = {
  V: 'The figure was checked against a source.',
  K: 'Stable, well-known law.',
  R: 'An interpretation or a choice of the product: counsel should review it.',
}
