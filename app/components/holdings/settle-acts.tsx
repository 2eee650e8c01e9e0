import { useState } from 'react'
import type { ActView } from '#core/securities/holdings/list-act-rows.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { useStepUp } from '../step-up.tsx'
import { saysWhat } from './act-columns.ts'
import { GroundFields } from './ground-fields.tsx'
import { ACTS, FIELDS } from './holder-acts.tsx'

/** The second person's word on what waits, and the request to lift what is in force. */
export function SettleActs({ row, environment }: { row: ActView; environment: string }) {
  if (row.status === 'active')
    return (
      <ActDialog
        label="Lift"
        ariaLabel={`Ask to lift the freeze of ${saysWhat(row)}`}
        title="Ask to lift this freeze"
        text={`${saysWhat(row)}. The units stay frozen until another person approves.`}
        action="Ask for it"
        to={ACTS}
        values={{ intent: 'lift', freeze_id: row.id }}
        fields={FIELDS}
        environment={environment}
        call={{
          method: 'POST',
          path: '/v1/holdings/unfreeze',
          body: { freeze_id: row.id, legal_basis: 'court_order', document_sha256: row.document_sha256 },
        }}
      >
        {(refusal) => <GroundFields refusal={refusal} />}
      </ActDialog>
    )
  if (row.status === 'proposed' || row.status === 'approved') return <Word row={row} />
  return null
}

function Word({ row }: { row: ActView }) {
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null)
  const stepUp = useStepUp()
  const form = useAct({ stepUp, onDone: () => setAsked(null) })
  const approve = asked === 'approve'
  const mayApprove = row.status === 'proposed' && !row.own
  return (
    <span className="grid gap-1">
      {row.status === 'proposed' && row.own ? (
        <span className="whitespace-normal text-[0.8125rem] text-soft sm:max-w-36">waits for another person</span>
      ) : null}
      {row.status === 'approved' ? (
        <span className="whitespace-normal text-[0.8125rem] text-soft sm:max-w-36">moves {dateTime(row.effective_at!)} UTC</span>
      ) : null}
      <span className="flex gap-2">
        {mayApprove ? (
          <Button size="sm" variant="outline" onClick={() => setAsked('approve')} aria-label={`Approve: ${saysWhat(row)}`}>
            Approve
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="outline"
          onClick={() => setAsked('refuse')}
          aria-label={`${row.own ? 'Withdraw' : 'Refuse'}: ${saysWhat(row)}`}
        >
          {row.own ? 'Withdraw' : 'Refuse'}
        </Button>
      </span>
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={approve ? 'Approve this?' : row.own ? 'Take this back?' : 'Refuse this?'}
        description={
          approve
            ? `${saysWhat(row)}. You are the second of two people, and it cannot be undone by one.`
            : `${saysWhat(row)}. Nothing changes; it can be asked for again.`
        }
      >
        <form.Form method="post" action={ACTS} className="grid gap-4">
          <input type="hidden" name="id" value={row.id} />
          <input type="hidden" name="intent" value={asked ?? ''} />
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-rule-strong border-l-2 pl-3 text-[0.9375rem]">
            <dt className="text-soft">Asked by</dt>
            <dd className="break-words">{row.people.asker}</dd>
            {row.to_address ? (
              <>
                <dt className="text-soft">To</dt>
                <dd className="break-all font-mono text-[0.8125rem]">{row.to_address}</dd>
              </>
            ) : null}
            {row.document_sha256 ? (
              <>
                <dt className="text-soft">Document</dt>
                <dd className="break-all font-mono text-[0.8125rem]">{row.document_sha256}</dd>
              </>
            ) : null}
            {row.note ? (
              <>
                <dt className="text-soft">Note</dt>
                <dd className="whitespace-pre-line break-words">{row.note}</dd>
              </>
            ) : null}
          </dl>
          <Field label="Note" optional hint="Kept with the act: no names." error={errorAt(form.refusal, 'note')}>
            <Textarea name="note" maxLength={1000} className="min-h-20" />
          </Field>
          <Refusal refusal={form.refusal} fields={['note']} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={() => setAsked(null)}>
              Cancel
            </Button>
            <Button type="submit" variant={approve ? 'primary' : 'destructive'} busy={form.busy}>
              {approve ? 'Approve' : row.own ? 'Withdraw it' : 'Refuse it'}
            </Button>
          </div>
        </form.Form>
      </Dialog>
      {stepUp.dialog}
    </span>
  )
}
