import type { WireRevocationList } from '#core/identity/revocations/shape.ts'
import { dateTime } from '../../lib/dates.ts'
import { Table, Td, Th } from '../../ui/table.tsx'
import { StateBadge } from '../state-badge.tsx'

const FAILURES: Record<string, string> = {
  unreachable: 'its address does not answer',
  unreadable: 'what is there is no list',
  delta: 'what is there only says what changed',
  indirect: 'what is there is about other issuers as well',
  partial: 'what is there leaves something out',
  unsupported: 'what is there is bound to something unknown',
  no_next_update: 'what is there does not say when the next one is due',
  wrong_signer: 'what is there is signed by somebody else',
  older: 'what is there is older than what is kept',
}

/** In which lists certificates below trusted issuers are looked for, and how current each is. */
export function RevocationLists({ lists, more }: { lists: WireRevocationList[]; more: boolean }) {
  if (lists.length === 0)
    return (
      <p className="max-w-prose text-soft">
        None is kept yet. A list is fetched when somebody first shows a document whose certificate names one; others are imported with{' '}
        <code>POST /v1/identity/revocation-lists</code>.
      </p>
    )
  return (
    <>
      <Table label="Lists of revoked certificates" className="row-cards">
        <thead>
          <tr>
            <Th>Of</Th>
            <Th>State</Th>
            <Th>Published</Th>
            <Th>Next one due</Th>
            <Th>Revoked</Th>
          </tr>
        </thead>
        <tbody>
          {lists.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </tbody>
      </Table>
      {more ? <p className="mt-3 text-soft">These are the newest 100. The API lists all of them.</p> : null}
    </>
  )
}

function Row({ one }: { one: WireRevocationList }) {
  const day = (time: string | null) => (time ? `${dateTime(time)} UTC` : 'unknown')
  return (
    <tr>
      <Td className="min-w-52 whitespace-normal">
        <span className="font-semibold">{one.issuer_name}</span>
        <span className="block text-[0.875rem] text-soft [overflow-wrap:anywhere]">
          {one.url ?? 'imported by hand'}
          {one.number ? `, number ${one.number}` : ''}
        </span>
      </Td>
      <Td data-label="State" className="whitespace-normal">
        <StateBadge of="revocation_list" state={one.state} />
        {one.failure ? (
          <span className="block text-[0.875rem] text-soft">
            {FAILURES[one.failure] ?? one.failure}, {dateTime(one.tried_at)} UTC
          </span>
        ) : null}
      </Td>
      <Td data-label="Published">{day(one.this_update)}</Td>
      <Td data-label="Next one due">{day(one.next_update)}</Td>
      <Td data-label="Revoked">{one.revoked ?? 'unknown'}</Td>
    </tr>
  )
}
