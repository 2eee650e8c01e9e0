import { AdminFrame } from '../../components/admin/frame.tsx'
import { VenueActs } from '../../components/admin/venue-acts.tsx'
import { VenueForm } from '../../components/admin/venue-form.tsx'
import { useFocusKept } from '../../components/dashboard/data-table.tsx'
import { act, textOf } from '../../lib/act.ts'
import { countryCodes } from '../../lib/countries.ts'
import { dateTime } from '../../lib/dates.ts'
import { countryName, plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { VENUE_KINDS } from '../../lib/venue-words.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status, type Tone } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/venues.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Venues', description: 'The register of venues at which securities may be traded.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, environment } = requireSession(context, request, ['admin'])
  return { venues: await readOr404(verbs.readVenues()), environment }
}

const done: Record<string, string> = {
  approve: 'The venue is in the register',
  refuse: 'The venue is refused',
  withdraw: 'Your word is noted: no trade is allowed there',
  keep: 'The venue is kept',
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const intent = textOf(form, 'intent') ?? ''
  if (intent === 'propose') return act('The venue waits for a second person', () => verbs.proposeVenue(proposed(form)))
  return act(done[intent] ?? 'Done', () =>
    verbs.settleVenue({ id: textOf(form, 'id'), outcome: intent, reason: textOf(form, 'reason') ?? '' }),
  )
}

const proposed = (form: FormData) => {
  const optional = (name: string) => (textOf(form, name) ? { [name]: textOf(form, name) } : {})
  return {
    name: textOf(form, 'name') ?? '',
    kind: textOf(form, 'kind'),
    registration: textOf(form, 'registration') ?? '',
    regulator: textOf(form, 'regulator') ?? '',
    jurisdictions: countryCodes(textOf(form, 'jurisdictions') ?? ''),
    valid_from: textOf(form, 'valid_from') ?? '',
    ...optional('valid_until'),
    evidence_url: textOf(form, 'evidence_url') ?? '',
    ...optional('evidence_sha256'),
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Row = Route.ComponentProps['loaderData']['venues'][number]

/** How a record stands, as a word and a colour. */
function standing(row: Row): [word: string, tone: Tone] {
  if (row.live) return ['live', 'good']
  if (row.status === 'proposed') return ['waits for a second person', 'waiting']
  if (row.status === 'withdrawing') return ['withdrawal asked', 'bad']
  return row.status === 'active' ? ['not valid today', 'bad'] : [row.status, 'neutral']
}

export default function Venues({ loaderData: { venues, environment } }: Route.ComponentProps) {
  const { place, ...focus } = useFocusKept(venues)
  const live = venues.filter((row) => row.live).length
  return (
    <AdminFrame
      title="Venues"
      lead={`Where securities may be traded: ${plural(live, 'venue')} live. A trade is allowed only at one of these, and only where the issuer named it for the offering. Two people approve, and two withdraw.`}
      environment={environment}
      action={<VenueForm environment={environment} />}
    >
      {venues.length === 0 ? (
        <EmptyState title="No venue is registered">
          Until one is, every trade of securities is refused; transfers between holders go on. Add a venue from its regulator’s register.
        </EmptyState>
      ) : (
        <div ref={place} {...focus}>
          <Table label="Venues" className="row-cards">
            <thead>
              <tr>
                <Th>Venue</Th>
                <Th>Registration</Th>
                <Th>Valid</Th>
                <Th>State</Th>
                <Th>Kept by</Th>
                <Th>Acts</Th>
              </tr>
            </thead>
            <tbody>
              {venues.map((row) => (
                <VenueRow key={row.id} row={row} environment={environment} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </AdminFrame>
  )
}

function VenueRow({ row, environment }: { row: Row; environment: string }) {
  const [word, tone] = standing(row)
  return (
    <tr>
      <Td className="min-w-52 whitespace-normal [overflow-wrap:anywhere]">
        <span className="font-semibold">{row.name}</span>
        <span className="block text-[0.8125rem] text-soft">{VENUE_KINDS[row.kind]}</span>
        <TextLink to={`/admin/audit?q=${row.id}`} className="block w-fit font-mono text-[0.8125rem] leading-6">
          {row.id}
        </TextLink>
      </Td>
      <Td data-label="Registration" className="min-w-40 whitespace-normal [overflow-wrap:anywhere]">
        <a href={row.evidence_url} className="link inline-flex min-h-6 items-center" rel="noreferrer" target="_blank">
          {row.registration}
        </a>
        <span className="block text-[0.8125rem] text-soft">
          {row.regulator}, {row.jurisdictions.map(countryName).join(', ')}
        </span>
      </Td>
      <Td data-label="Valid" className="tabular min-w-32 whitespace-normal text-soft">
        from {row.valid_from}
        <span className="block">{row.valid_until ? `until ${row.valid_until}` : 'no last day set'}</span>
      </Td>
      <Td data-label="State" className="min-w-36 whitespace-normal">
        <Status tone={tone}>{word}</Status>
        {row.status === 'active' && row.not_live_because ? (
          <span className="block text-[0.8125rem] text-soft">{row.not_live_because}</span>
        ) : null}
      </Td>
      <Td data-label="Kept by" data-wide="" className="min-w-48 max-w-72 whitespace-normal text-[0.875rem] [overflow-wrap:anywhere]">
        {row.proposed.own ? 'You' : row.proposed.by} <span className="text-soft">proposed, {dateTime(row.proposed.at)} UTC</span>
        {row.approved ? (
          <span className="block">
            {row.approved.by} <span className="text-soft">approved, {dateTime(row.approved.at)} UTC</span>
          </span>
        ) : null}
        {row.asked ? (
          <span className="block">
            {row.asked.own ? 'You' : row.asked.by} <span className="text-soft">asked to withdraw it: {row.asked.reason}</span>
          </span>
        ) : null}
        {row.decided ? (
          <span className="block">
            {row.decided.by}{' '}
            <span className="text-soft">
              {row.status === 'refused' ? 'refused' : 'withdrew'} it, {dateTime(row.decided.at)} UTC: {row.reason}
            </span>
          </span>
        ) : null}
      </Td>
      <Td data-label="Acts">
        <VenueActs row={row} environment={environment} />
      </Td>
    </tr>
  )
}
