import type { VenueView } from '#core/securities/venues/read.ts'
import { errorAt } from '../../lib/act.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { ActDialog } from '../act-dialog.tsx'

type Outcome = 'approve' | 'refuse' | 'withdraw' | 'keep'

const words: Record<Outcome, { button: string; title: (name: string) => string; text: (row: VenueView) => string; act: string }> = {
  approve: {
    button: 'Approve',
    title: (name) => `Approve ${name}?`,
    text: () =>
      'You are the second of two people. From then on trades there are allowed for offerings whose issuer names it, as long as its registration runs. Compare it with the regulator’s register first.',
    act: 'Approve it',
  },
  refuse: {
    button: 'Refuse',
    title: (name) => `Refuse ${name}?`,
    text: () => 'It never counts. The same venue can be proposed again.',
    act: 'Refuse it',
  },
  withdraw: {
    button: 'Withdraw',
    title: (name) => `Withdraw ${name}?`,
    text: (row) =>
      row.asked
        ? 'You are the second of two people: it is withdrawn for good. What was decided before stays as it is.'
        : 'From now on no trade there is allowed. A second administrator withdraws it for good, or keeps it.',
    act: 'Withdraw it',
  },
  keep: {
    button: 'Keep',
    title: (name) => `Keep ${name}?`,
    text: () => 'You are the second of two people, and say otherwise than the first: trades there are allowed again.',
    act: 'Keep it',
  },
}

function possible(row: VenueView): Outcome[] {
  if (row.status === 'proposed') return row.proposed.own ? ['refuse'] : ['approve', 'refuse']
  if (row.status === 'active') return ['withdraw']
  return row.status === 'withdrawing' && !row.asked?.own ? ['withdraw', 'keep'] : []
}

/** What can be done with a record of a venue, by whom. */
export function VenueActs({ row, environment }: { row: VenueView; environment: string }) {
  const outcomes = possible(row)
  const waits = row.status === 'withdrawing' ? row.asked?.own : row.status === 'proposed' && row.proposed.own
  return (
    <span className="grid gap-2">
      {waits ? <span className="text-[0.8125rem] text-soft">another person decides</span> : null}
      <span className="flex flex-wrap gap-2">
        {outcomes.map((outcome) => (
          <ActDialog
            key={outcome}
            label={words[outcome].button}
            ariaLabel={`${words[outcome].button} ${row.name}`}
            title={words[outcome].title(row.name)}
            text={words[outcome].text(row)}
            action={words[outcome].act}
            destructive={outcome === 'withdraw' || outcome === 'refuse'}
            values={{ intent: outcome, id: row.id }}
            fields={['reason']}
            environment={environment}
          >
            {(refusal) => (
              <Field label="Reason" hint="Kept in the log: no names." error={errorAt(refusal, 'reason')}>
                <Textarea name="reason" required minLength={10} maxLength={1000} className="min-h-20" />
              </Field>
            )}
          </ActDialog>
        ))}
      </span>
    </span>
  )
}
