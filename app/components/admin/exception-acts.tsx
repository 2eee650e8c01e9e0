import { useState } from 'react'
import type { ExceptionView } from '#core/screening/exceptions/search.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { shortDate } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { useStepUp } from '../step-up.tsx'
import { Refusal } from './refusal.tsx'

type Outcome = 'approve' | 'refuse' | 'take_back'

const words: Record<Outcome, { button: string; title: (row: ExceptionView) => string; text: (row: ExceptionView) => string; act: string }> =
  {
    approve: {
      button: 'Approve',
      title: (row) => `Set the match with ${row.entity_name} aside?`,
      text: (row) =>
        `You are the second of two people. Until ${shortDate(row.expires_at)}, checks of this subject no longer go to review for this entry. A change of either side’s facts ends it at once.`,
      act: 'Approve the exception',
    },
    refuse: {
      button: 'Refuse',
      title: (row) => `Refuse to set ${row.entity_name} aside?`,
      text: () => 'The match stays a match: the subject goes on being reviewed.',
      act: 'Refuse it',
    },
    take_back: {
      button: 'Revoke',
      title: (row) => `Revoke the exception for ${row.entity_name}?`,
      text: () => 'From the next check on the match is a review again. Decisions made meanwhile stay as they are.',
      act: 'Revoke it',
    },
  }

/** What can be done with an exception: decided by another person than the one who proposed it, or revoked. */
export function ExceptionActs({ row }: { row: ExceptionView }) {
  const [asked, setAsked] = useState<Outcome | null>(null)
  const stepUp = useStepUp()
  const form = useAct({ stepUp, onDone: () => setAsked(null) })
  const possible: Outcome[] =
    row.status === 'proposed' ? (row.own ? ['take_back'] : ['approve', 'refuse']) : row.status === 'active' ? ['take_back'] : []
  if (possible.length === 0) return null
  const shown = asked && words[asked]
  return (
    <>
      <span className="flex gap-2">
        {possible.map((outcome) => (
          <Button key={outcome} size="sm" variant="outline" onClick={() => setAsked(outcome)}>
            {words[outcome].button}
            <span className="sr-only"> the exception for {row.entity_name}</span>
          </Button>
        ))}
      </span>
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={shown?.title(row) ?? ''}
        description={shown?.text(row)}
      >
        <form.Form method="post" className="grid gap-4">
          <input type="hidden" name="id" value={row.id} />
          <p className="max-h-40 overflow-y-auto whitespace-pre-line border-rule-strong border-l-2 pl-3 text-[0.9375rem]">
            {row.reason}
            <span className="mt-1 block text-soft">{row.people.author}</span>
          </p>
          {asked === 'take_back' ? null : (
            <Field label="Note" optional hint="Kept in the log: no names." error={errorAt(form.refusal, 'note')}>
              <Textarea name="note" maxLength={1000} className="min-h-20" />
            </Field>
          )}
          <Refusal refusal={form.refusal} fields={['note']} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={() => setAsked(null)}>
              Cancel
            </Button>
            <Button
              type="submit"
              name="outcome"
              value={asked ?? ''}
              variant={asked === 'approve' ? 'primary' : 'destructive'}
              busy={form.busy}
            >
              {shown?.act}
            </Button>
          </div>
        </form.Form>
      </Dialog>
      {stepUp.dialog}
    </>
  )
}
