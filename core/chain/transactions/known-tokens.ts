/**
 * Contracts that are a currency on their chain, as their issuers name them (circle.com and tether.to, with the bridged USDC of Polygon).
 * A chain that is not here knows no token by its currency alone.
 */
const TOKENS: Record<string, Record<string, readonly string[]>> = {
  1: {
    USDC: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    USDT: ['0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    EURC: ['0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c'],
  },
  137: {
    USDC: ['0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
    USDT: ['0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
  },
  'mainnet-beta': {
    USDC: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    USDT: ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
    EURC: ['HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr'],
  },
}

const PEGGED: Record<string, readonly string[]> = { USD: ['USDC', 'USDT'], EUR: ['EURC'] }

/** Whether an amount in this currency counts tokens, and not what they are worth. */
export const isToken = (currency: string | null): boolean => currency !== null && ['USDC', 'USDT', 'EURC'].includes(currency)

/** The contracts of a currency on a chain, by chain id or cluster; null where none is known. */
export const knownTokens = (chain: string, currency: string | null): readonly string[] | null =>
  (currency !== null && TOKENS[chain]?.[currency]) || null

/** The contracts of a coin on all chains. */
export const contractsOf = (coin: string): string[] => Object.values(TOKENS).flatMap((coins) => coins[coin] ?? [])

/** Which currency a contract is, on whichever chain; null for every other contract. */
export function coinAt(contract: string): string | null {
  const is = (one: string) => one.toLowerCase() === contract.toLowerCase()
  for (const coins of Object.values(TOKENS)) for (const [code, contracts] of Object.entries(coins)) if (contracts.some(is)) return code
  return null
}

/** Whether an amount in this currency counts coins of that one, one for one. */
export const isUnitOfCoin = (coin: string, currency: string): boolean => currency === coin || PEGGED[currency]?.includes(coin) === true

/** Whether one token of this contract is one unit of the currency. */
export const isUnitOf = (chain: string, contract: string, currency: string | null): boolean =>
  [currency ?? '', ...(PEGGED[currency ?? ''] ?? [])].some((code) =>
    knownTokens(chain, code)?.some((one) => one.toLowerCase() === contract.toLowerCase()),
  )
