// What a form offers to choose from; apart from the schemas, so that showing a form needs no validator.
export const SOLUTION_INTERESTS = ['securities', 'stablecoins', 'nfts', 'defi', 'gaming', 'exploring'] as const
export const COUNTRIES = [
  'United States',
  'Canada',
  'United Kingdom',
  'Germany',
  'France',
  'Australia',
  'Japan',
  'Singapore',
  'Other',
] as const
