import type { WireTrustList } from '#core/identity/trust/shape.ts'
import { dateTime } from '../../lib/dates.ts'
import { Table, Td, Th } from '../../ui/table.tsx'
import { StateBadge } from '../state-badge.tsx'
import { SaidBy } from './said-by.tsx'

const AS = {
  pid: 'Providers of identification data',
  iaca: 'Authorities of mobile documents',
  accreditation: 'Providers of attestations',
} as const
const FORMATS = { ts_119_612: 'ETSI TS 119 612', ts_119_602: 'ETSI TS 119 602' } as const

/** Lists of trust services that were imported: of each the issue that counts, and until when. */
export function TrustLists({ lists, names }: { lists: WireTrustList[]; names: Record<string, string> }) {
  return (
    <Table label="Trust lists" className="row-cards">
      <thead>
        <tr>
          <Th>List</Th>
          <Th>State</Th>
          <Th>Next one due</Th>
          <Th>Imported</Th>
        </tr>
      </thead>
      <tbody>
        {lists.map((one) => (
          <tr key={one.id}>
            <Td className="min-w-52 whitespace-normal">
              <span className="font-semibold">
                {one.operator}, {one.territory}
              </span>
              <span className="block text-[0.875rem] text-soft">
                {AS[one.kind]}, {FORMATS[one.format]}, number {one.sequence}
              </span>
              <code className="block text-[0.8125rem] text-soft [overflow-wrap:anywhere]">{one.digest}</code>
            </Td>
            <Td data-label="State" className="whitespace-normal">
              <StateBadge of="trust_list" state={one.state} told />
            </Td>
            <Td data-label="Next one due">{dateTime(one.next_update)} UTC</Td>
            <Td data-label="Imported" className="min-w-48 whitespace-normal text-[0.875rem] [overflow-wrap:anywhere]">
              <SaidBy id={one.imported_by} names={names} />, {dateTime(one.imported_at)} UTC
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
