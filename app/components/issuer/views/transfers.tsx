import type { Rows } from '#core/kernel/rows.ts'
import type { TransactionRow } from '#core/markets/transactions/list-rows.ts'
import { shortAddress } from '../../../lib/format.ts'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { DataTable } from '../../dashboard/data-table.tsx'
import { DecisionLink } from '../../decision/link.tsx'
import { StateBadge } from '../../state-badge.tsx'
import { useEnvironment } from '../frame.tsx'
import { transferTable, withLooks } from '../tables.ts'
import type { Figures } from './overview.tsx'

const address = (value: string | null) =>
  value ? (
    <code className="text-[0.8125rem]" title={value}>
      {shortAddress(value)}
    </code>
  ) : (
    ''
  )

/** Transfers between holders: what was decided, and what waits for a signature or a person. */
export function TransfersView({ figures, found, sort }: { figures: Figures; found: Rows<TransactionRow>; sort: string }) {
  const { offering } = figures
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <DataTable
        label="Transfers"
        columns={withLooks<TransactionRow>(transferTable.columns, transferTable.state.sorts, {
          status: {
            cell: (row) => (
              <>
                <StateBadge of="transaction" state={row.status} />
                <DecisionLink id={row.decision_id} />
              </>
            ),
          },
          from: { cell: (row) => address(row.from_address) },
          to: { cell: (row) => address(row.to_address) },
          detail: { className: 'min-w-64 max-w-96 whitespace-normal text-soft' },
        })}
        rows={found.rows}
        total={found.total}
        page={found.page}
        pageSize={found.page_size}
        sort={sort}
        filters={transferTable.filters}
        csvHref={`/issuer/export/transfers?offering=${offering.id}`}
        empty={{ title: 'No transfer yet', text: 'Every movement between holders is checked before it is made; the answer is kept here.' }}
        note="approved: waits for the holder’s signature"
      />
      <AsApiCall
        environment={useEnvironment()}
        label="Check a transfer"
        call={{
          method: 'POST',
          path: '/v1/transactions',
          body: { offering_id: offering.id, from_address: '0x…', to_address: '0x…', amount: '100', dry_run: true },
        }}
      />
    </div>
  )
}
