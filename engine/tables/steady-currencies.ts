/** Money of states and coins pegged to it whose rate of the day is good enough for a threshold; every other price floats by the minute. */
export const STEADY_CURRENCIES = ['USD', 'USDC', 'USDT', 'EUR', 'EURC', 'GBP', 'CHF']
