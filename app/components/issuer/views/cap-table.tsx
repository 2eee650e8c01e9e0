import { Form } from 'react-router'
import type { CapTable, CapTableRow } from '#core/securities/holdings/cap-table.ts'
import { shortDate } from '../../../lib/dates.ts'
import { amount, countryName, shortAddress } from '../../../lib/format.ts'
import { Status } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { type Column, DataTable } from '../../dashboard/data-table.tsx'
import { Stat, StatRow } from '../../dashboard/stat.tsx'
import { HolderActs } from '../../holdings/holder-acts.tsx'
import { useEnvironment } from '../frame.tsx'
import { capTable, withLooks } from '../tables.ts'
import type { Figures } from './overview.tsx'

/** Who holds what at the end of any day. */
export function CapTableView({ figures, table, sort, at }: { figures: Figures; table: CapTable; sort: string; at: string | null }) {
  const { offering } = figures
  const environment = useEnvironment()
  // What can be done is done now, not on a day that is past.
  const acts: Column<CapTableRow>[] =
    at && at < figures.now.slice(0, 10)
      ? []
      : [
          {
            key: 'acts',
            label: 'Acts',
            text: () => '',
            cell: (row) => <HolderActs row={row} offeringId={offering.id} environment={environment} />,
          },
        ]
  const whole = table.outstanding === table.issued
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Form method="get" className="no-print flex flex-wrap items-end gap-3" preventScrollReset>
        <input type="hidden" name="view" value="cap-table" />
        <Field label="As of the end of">
          <Input type="date" name="at" defaultValue={at ?? figures.now.slice(0, 10)} max={figures.now.slice(0, 10)} key={at} />
        </Field>
        <Button type="submit" variant="outline" size="sm" className="h-11">
          Show
        </Button>
      </Form>
      <StatRow>
        <Stat label="Outstanding" value={amount(table.outstanding)} note={`as of ${shortDate(table.as_of)}`} />
        <Stat
          label="Issued until then"
          value={amount(table.issued)}
          note={<Status tone={whole ? 'good' : 'waiting'}>{whole ? 'sums to it' : 'less burned'}</Status>}
        />
        {table.pending !== '0' && <Stat label="Waiting for their mint" value={amount(table.pending)} note="held by nobody until then" />}
        <Stat label="Locked" value={amount(table.locked)} note={table.frozen === '0' ? undefined : `${amount(table.frozen)} frozen`} />
        <Stat label="Holders" value={table.total} />
      </StatRow>
      <DataTable
        label="Cap table"
        columns={[
          ...withLooks<CapTableRow>(capTable.columns, capTable.state.sorts, {
            name: { className: 'min-w-36 font-semibold' },
            wallets: {
              cell: (row) => (
                <code className="text-[0.8125rem]" title={row.wallets.join(' ')}>
                  {row.wallets.slice(0, 2).map(shortAddress).join(' ')}
                  {row.wallets.length > 2 ? ` +${row.wallets.length - 2}` : ''}
                </code>
              ),
            },
          }),
          ...acts,
        ]}
        rows={table.rows}
        total={table.total}
        page={table.page}
        pageSize={table.page_size}
        sort={sort}
        filters={[
          {
            name: 'country',
            label: 'Country',
            options: figures.countries.flatMap((each) => (each.country ? [{ value: each.country, label: countryName(each.country) }] : [])),
          },
        ]}
        csvHref={`/issuer/export/cap-table?offering=${offering.id}`}
        empty={{ title: 'Nobody held tokens then', text: 'The table fills when the mints of issued tokens are confirmed.' }}
      />
      <AsApiCall
        environment={environment}
        label="Holders at a date"
        call={{ method: 'GET', path: `/v1/offerings/${offering.id}/cap-table?as_of=${table.as_of.slice(0, 10)}` }}
      />
    </div>
  )
}
