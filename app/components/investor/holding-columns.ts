import { shortDate } from '../../lib/dates.ts'
import { amount, money, REGULATIONS } from '../../lib/format.ts'
import type { TextColumn } from '../../lib/table-state.ts'

export interface Holding {
  id: string
  organization: string
  environment: string
  offering: string
  regulation: string
  quantity: string
  pending: boolean
  price: string | null
  currency: string
  acquired_at: string
  wallet_address: string
  lockup_until: string | null
  free_on: string | null
  free_because: string
  locked: boolean
  closed_at: string | null
}

const MICRO = 1_000_000n
const scale = (text: string) => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * MICRO + BigInt(part.padEnd(6, '0').slice(0, 6))
}

/** Quantity times price, exact to a millionth. */
function costOf(row: Pick<Holding, 'quantity' | 'price'>): string | null {
  if (!row.price) return null
  const product = (scale(row.quantity) * scale(row.price)) / MICRO
  const fraction = (product % MICRO).toString().padStart(6, '0').replace(/0+$/, '')
  return `${product / MICRO}${fraction && `.${fraction}`}`
}

/** How lots may be filtered and ordered, in the address. */
export const lotState = {
  filters: ['status'],
  sort: '-acquired_at',
  sorts: ['acquired_at', 'quantity', 'offering', 'lockup_until'],
} as const

export const holdingColumns: TextColumn<Holding>[] = [
  { key: 'offering', label: 'Security', text: (row) => row.offering },
  { key: 'quantity', label: 'Tokens', text: (row) => amount(row.quantity) },
  { key: 'cost', label: 'Cost', text: (row) => (costOf(row) ? money(costOf(row)!, row.currency) : '') },
  { key: 'acquired_at', label: 'Acquired', text: (row) => shortDate(row.acquired_at) },
  { key: 'free_on', label: 'First free day', text: (row) => (row.free_on ? shortDate(row.free_on) : 'not set') },
  { key: 'state', label: 'State', text: (row) => (row.pending ? 'waits for its mint' : row.locked ? 'locked' : 'free') },
]

/** What a tax return asks for, one lot a line; plain numbers and ISO dates. The view and its file are these columns. */
export const taxLotColumns: TextColumn<Holding>[] = [
  { key: 'offering', label: 'Security', text: (row) => row.offering },
  { key: 'organization', label: 'Issuer', text: (row) => row.organization },
  { key: 'environment', label: 'Environment', text: (row) => row.environment },
  { key: 'quantity', label: 'Quantity', text: (row) => row.quantity },
  { key: 'price', label: 'Cost per token', text: (row) => row.price ?? '' },
  { key: 'cost', label: 'Cost basis', text: (row) => costOf(row) ?? '' },
  { key: 'currency', label: 'Currency', text: (row) => row.currency },
  { key: 'acquired_at', label: 'Acquired on', text: (row) => row.acquired_at.slice(0, 10) },
  { key: 'regulation', label: 'Acquired under', text: (row) => REGULATIONS[row.regulation] ?? row.regulation },
  { key: 'free_on', label: 'First free day', text: (row) => row.free_on ?? '' },
  { key: 'closed_at', label: 'Closed on', text: (row) => row.closed_at?.slice(0, 10) ?? '' },
  { key: 'wallet_address', label: 'Wallet', text: (row) => row.wallet_address },
  { key: 'id', label: 'Lot', text: (row) => row.id },
]
