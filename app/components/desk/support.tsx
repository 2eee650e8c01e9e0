import type { SupportView } from '#core/access/support/grants.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { plural } from '../../lib/format.ts'
import { useSession } from '../../lib/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { StateBadge } from '../state-badge.tsx'
import { useStepUp } from '../step-up.tsx'

const HOURS = [1, 4, 8, 24, 48, 72]

/** Asks for sight of an organisation's data, or allows it without being asked. */
export function SupportForm({ asks }: { asks: boolean }) {
  const stepUp = useStepUp()
  const { refresh } = useSession()
  // The banner of every page is known by the session.
  const form = useAct({ stepUp, onDone: () => void refresh() })
  return (
    <form.Form method="post" className="grid max-w-2xl gap-4">
      <input type="hidden" name="intent" value={asks ? 'ask' : 'grant'} />
      {asks ? (
        <Field label="Id of the organisation" error={errorAt(form.refusal, 'organization_id')}>
          <Input name="organization_id" required maxLength={60} autoComplete="off" spellCheck={false} className="font-mono" />
        </Field>
      ) : null}
      <Field label="Why" error={errorAt(form.refusal, 'reason')} hint="Both sides read it. No names of people it is about.">
        <Textarea name="reason" maxLength={500} className="min-h-20" />
      </Field>
      <Field label="For how long" error={errorAt(form.refusal, 'hours')}>
        <Select name="hours" defaultValue="1">
          {HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {plural(hours, 'hour')}
            </option>
          ))}
        </Select>
      </Field>
      <Refusal refusal={form.refusal} fields={['organization_id', 'reason', 'hours']} />
      <div>
        <Button type="submit" busy={form.busy}>
          {asks ? 'Ask to look' : 'Let support look'}
        </Button>
      </div>
      {stepUp.dialog}
    </form.Form>
  )
}

/** What was asked for and allowed, with what this side can do about each. */
export function SupportTable({ rows, platform }: { rows: SupportView[]; platform: boolean }) {
  if (rows.length === 0)
    return (
      <EmptyState title="Nobody looked">
        {platform ? 'What you ask organisations for is here.' : 'What Sealwright asks to look at, and what you allow, is here.'}
      </EmptyState>
    )
  return (
    <Table label="What was asked for and allowed" className="row-cards">
      <thead>
        <tr>
          <Th>Why</Th>
          <Th>State</Th>
          <Th>Asked by</Th>
          <Th>Allowed by</Th>
          <Th>Until (UTC)</Th>
          <Th>Acts</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          return (
            <tr key={row.id}>
              <RowTh className="min-w-56 whitespace-normal">
                {platform ? <span className="block text-[0.8125rem] text-soft">{row.organization.name}</span> : null}
                <span className="break-words">{row.reason}</span>
              </RowTh>
              <Td data-label="State">
                <StateBadge of="support" state={row.status} />
              </Td>
              <Td data-label="Asked by" className="[overflow-wrap:anywhere]">
                {row.asked?.by ?? ''}
              </Td>
              <Td data-label="Allowed by" className="[overflow-wrap:anywhere]">
                {row.granted?.by ?? ''}
              </Td>
              <Td data-label="Until (UTC)" className="tabular">
                {row.granted ? dateTime(row.ended?.at ?? row.granted.until) : plural(row.hours, 'hour')}
              </Td>
              <Td data-label="Acts">
                <Acts row={row} platform={platform} />
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function Acts({ row, platform }: { row: SupportView; platform: boolean }) {
  const stepUp = useStepUp()
  const { refresh } = useSession()
  const form = useAct({ stepUp, onDone: () => void refresh() })
  const first = platform ? (row.status === 'active' ? ['begin', 'Look'] : null) : row.status === 'asked' ? ['grant', 'Allow'] : null
  const open = row.status === 'asked' || row.status === 'active'
  if (!open) return null
  return (
    <form.Form method="post" className="flex flex-wrap gap-2">
      <input type="hidden" name="id" value={row.id} />
      {first ? (
        <Button type="submit" name="intent" value={first[0]} size="sm" busy={form.busy}>
          {first[1]}
        </Button>
      ) : null}
      <Button type="submit" name="intent" value="end" size="sm" variant="outline" busy={form.busy}>
        {row.status === 'asked' && !platform ? 'Decline' : 'End'}
      </Button>
      <Refusal refusal={form.refusal} />
      {stepUp.dialog}
    </form.Form>
  )
}
