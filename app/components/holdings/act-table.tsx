import type { Rows } from '#core/kernel/rows.ts'
import type { ActView } from '#core/securities/holdings/list-act-rows.ts'
import { shortAddress } from '../../lib/format.ts'
import { type Column, DataTable } from '../dashboard/data-table.tsx'
import { StateBadge } from '../state-badge.tsx'
import { actColumns, actFilters } from './act-columns.ts'
import { SettleActs } from './settle-acts.tsx'

const textOf = (key: string, row: ActView) => actColumns.find((column) => column.key === key)!.text(row)

/** Freezes, forced transfers and moves of wallets, with the word that each still waits for. */
export function ActTable({
  found,
  without,
  environment,
  empty,
}: {
  found: Rows<ActView>
  /** The column this reader does not need. */
  without: 'holder' | 'organization'
  environment: string
  empty: { title: string; text?: React.ReactNode }
}) {
  const looks: Record<string, Partial<Column<ActView>>> = {
    kind: {
      className: 'min-w-32',
      cell: (row) => (
        <>
          <span className="font-semibold">{textOf('kind', row)}</span>
          <span className="block text-soft">{textOf('ground', row)}</span>
        </>
      ),
    },
    status: {
      cell: (row) => <StateBadge of="holding_act" state={row.status} />,
    },
    organization: {
      className: 'min-w-36 whitespace-normal',
      cell: (row) => (
        <>
          {row.organization.name}
          <span className="block text-[0.8125rem] text-soft">{row.environment}</span>
        </>
      ),
    },
    wallet: {
      cell: (row) => (
        <>
          <code className="text-[0.8125rem]" title={row.wallet_address ?? undefined}>
            {row.wallet_address ? shortAddress(row.wallet_address) : 'every wallet'}
          </code>
          {row.to_address ? (
            <code className="block text-[0.8125rem] text-soft" title={row.to_address}>
              → {shortAddress(row.to_address)}
            </code>
          ) : null}
        </>
      ),
    },
    units: { align: 'right' },
    people: {
      className: 'min-w-44 max-w-64 whitespace-normal [overflow-wrap:anywhere]',
      cell: (row) => (
        <>
          {row.people.asker}
          <span className="block text-soft">{row.people.second ?? (row.status === 'proposed' ? 'nobody yet' : '')}</span>
        </>
      ),
    },
    created_at: { className: 'tabular text-soft' },
  }
  const columns: Column<ActView>[] = [
    ...actColumns
      .filter((column) => column.key !== without && column.key !== 'ground')
      .map((column) => ({ ...column, ...looks[column.key] })),
    { key: 'acts', label: 'Acts', text: () => '', cell: (row) => <SettleActs row={row} environment={environment} /> },
  ]
  return (
    <DataTable
      label="Freezes and forced transfers"
      columns={columns}
      rows={found.rows}
      total={found.total}
      page={found.page}
      pageSize={found.page_size}
      filters={actFilters}
      empty={empty}
    />
  )
}
