import { defi } from './markets/defi.ts'
import { gaming } from './markets/gaming.ts'
import { nfts } from './markets/nfts.ts'
import { securities } from './markets/securities.ts'
import { stablecoins } from './markets/stablecoins.ts'
import type { Market, MarketId } from './markets/types.ts'

/** The five markets in the order of the product, with all their copy. Read it in loaders: it is too much for a browser. */
export const markets: Record<MarketId, Market> = { securities, stablecoins, nfts, defi, gaming }
export const allMarkets: readonly Market[] = Object.values(markets)
export const isMarketId = (value: string | undefined): value is MarketId => value !== undefined && Object.hasOwn(markets, value)
