import type { Rows } from '#core/kernel/rows.ts'
import type { FeeRow } from '#core/securities/fees/list-entries.ts'
import { money } from '../../../lib/format.ts'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { DataTable } from '../../dashboard/data-table.tsx'
import { LimitBar } from '../../dashboard/limit-bar.tsx'
import { useEnvironment } from '../frame.tsx'
import { feeTable, withLooks } from '../tables.ts'
import type { Figures } from './overview.tsx'

/** The fee ledger: what each accepted investment added, against the cap. */
export function FeesView({ figures, found }: { figures: Figures; found: Rows<FeeRow> }) {
  const { offering } = figures
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LimitBar
        kind="goal"
        label="Fee so far"
        value={offering.fee.accrued}
        limit={offering.fee.cap}
        shown={money(offering.fee.accrued)}
        shownLimit={money(offering.fee.cap)}
        note={`1 % of the raise, rounded once on the running total. Fully raised it comes to ${money(offering.fee.estimated_at_maximum)}.`}
      />
      <DataTable
        label="Fee ledger"
        columns={withLooks<FeeRow>(feeTable.columns, [], { investor: { className: 'min-w-36' } })}
        rows={found.rows}
        total={found.total}
        page={found.page}
        pageSize={found.page_size}
        csvHref={`/issuer/export/fees?offering=${offering.id}`}
        empty={{ title: 'No fee yet', text: 'A fee arises with each accepted investment; there is no set-up or monthly fee.' }}
      />
      <AsApiCall
        environment={useEnvironment()}
        label="Read the fee ledger"
        call={{ method: 'GET', path: `/v1/offerings/${offering.id}/fees` }}
      />
    </div>
  )
}
