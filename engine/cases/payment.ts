/** A plain stablecoin payment on which the worked cases of the limits are laid. */
import type { Json } from '../canonical.ts'

export const VELOCITY_CASE: { readonly [path: string]: Json } = {
  'tx.market': 'stablecoins',
  'tx.type': 'transfer',
  'tx.direction': 'outbound',
  'tx.amount': { amount: '500', currency: 'USD' },
  'from.kind': 'natural',
  'from.credential.levels': ['basic'],
  'from.places': [{ source: 'residence', country: 'US', region: 'none', proven: true }],
}
