// What was asked for and done to holdings: the same columns on an offering's page and at the desk.
import { stateWord } from '#core/kernel/states.ts'
import type { ActView } from '#core/securities/holdings/list-act-rows.ts'
import { dateTime } from '../../lib/dates.ts'
import { amount, shortAddress, words } from '../../lib/format.ts'
import type { TextColumn } from '../../lib/table-state.ts'

const KINDS: Record<string, string> = {
  freeze: 'Freeze',
  unfreeze: 'Lift a freeze',
  force_transfer: 'Forced transfer',
  wallet_move: 'Replace a wallet',
}

/** An act in one line. */
export const saysWhat = (row: Pick<ActView, 'kind' | 'quantity' | 'wallet_address' | 'holder'>): string =>
  [
    KINDS[row.kind] ?? row.kind,
    row.kind === 'wallet_move' ? '' : row.quantity ? `${amount(row.quantity)} units` : 'everything',
    row.wallet_address ? shortAddress(row.wallet_address) : 'every wallet',
    row.holder ?? '',
  ]
    .filter(Boolean)
    .join(', ')

export const actState = { filters: ['status', 'kind'], sort: '-created_at', sorts: ['created_at'] } as const
export const actFilters = [
  {
    name: 'status',
    label: 'State',
    options: [
      { value: 'waiting', label: 'waiting' },
      { value: 'in_force', label: 'freezes in force' },
      { value: 'over', label: 'over' },
    ],
  },
  { name: 'kind', label: 'What', options: Object.entries(KINDS).map(([value, label]) => ({ value, label })) },
]

export const actColumns: TextColumn<ActView>[] = [
  { key: 'kind', label: 'What', text: (row) => KINDS[row.kind] ?? row.kind },
  { key: 'status', label: 'State', text: (row) => stateWord('holding_act', row.status), data: (row) => row.status },
  { key: 'holder', label: 'Holder', text: (row) => row.holder ?? '' },
  { key: 'organization', label: 'Organisation', text: (row) => row.organization.name },
  { key: 'wallet', label: 'Wallet', text: (row) => row.wallet_address ?? 'every wallet' },
  {
    key: 'units',
    label: 'Units',
    text: (row) => (row.kind === 'wallet_move' ? 'everything' : row.quantity ? amount(row.quantity) : 'everything'),
  },
  { key: 'ground', label: 'Ground', text: (row) => words(row.legal_basis) },
  { key: 'people', label: 'Asked, approved by', text: (row) => [row.people.asker, row.people.second].filter(Boolean).join(', ') },
  { key: 'created_at', label: 'Asked (UTC)', text: (row) => dateTime(row.created_at) },
]
