import { Fingerprint } from 'lucide-react'
import { forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { CaseView } from '#core/cases/case.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { callBackEnd, messageOf } from '../../lib/back-end.ts'
import { dateTime } from '../../lib/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { useStepUp } from '../step-up.tsx'
import { askedKinds } from './case-words.ts'
import { Refusal } from './refusal.tsx'

type Choice = 'approve' | 'deny' | 'request_info' | 'escalate'
export interface CaseDecisionHandle {
  choose: (choice: Choice) => void
}

/** The person's word on a case: what to do, why, and with which proof. A release is proposed by one and confirmed by another. */
export const CaseDecision = forwardRef<CaseDecisionHandle, { row: CaseView; self: string; hasPasskey: boolean; onDone: () => void }>(
  function CaseDecision({ row, self, hasPasskey, onDone }, ref) {
    const stepUp = useStepUp()
    const form = useAct({ stepUp, onDone })
    const reason = useRef<HTMLTextAreaElement>(null)
    const second = row.status === 'awaiting_second'
    const own = second && row.first_approval?.by === self
    const [choice, setChoice] = useState<Choice>(second ? 'approve' : 'deny')
    const [problem, setProblem] = useState<string | null>(null)
    const [signing, setSigning] = useState(false)
    useImperativeHandle(ref, () => ({
      choose: (next) => {
        if (options(row).some((one) => one.value === next)) setChoice(next)
        reason.current?.focus()
      },
    }))
    const wrong = errorAt(form.refusal, 'reason')
    useEffect(() => {
      if (wrong) reason.current?.focus()
    }, [wrong])
    if (row.status === 'decided') return <Decided row={row} />
    if (row.status === 'awaiting_info')
      return <Alert tone="info">An answer is waited for. Decide when it is there, or when its time is over.</Alert>
    const two = row.needs_two && choice === 'approve'
    const body = (extra: Record<string, string> = {}) => ({
      intent: second
        ? 'release'
        : choice === 'escalate'
          ? 'escalate'
          : choice === 'request_info' && !row.kind.startsWith('verification_')
            ? 'ask'
            : 'decide',
      outcome: choice,
      reason: reason.current?.value ?? '',
      ...extra,
    })
    const sign = async () => {
      setSigning(true)
      setProblem(null)
      try {
        const [{ startAuthentication }, { options: asked }] = await Promise.all([
          import('@simplewebauthn/browser'),
          callBackEnd<{ options: Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'] }>(
            `/api/admin/cases/${row.id}/approval-options`,
            { reason: reason.current?.value ?? '' },
          ),
        ])
        const assertion = await startAuthentication({ optionsJSON: asked })
        void form.submit(body({ assertion: JSON.stringify(assertion) }), { method: 'post' })
      } catch (error) {
        setProblem(
          error instanceof Error && error.name === 'NotAllowedError' ? 'The passkey was not used. Nothing was decided.' : messageOf(error),
        )
      } finally {
        setSigning(false)
      }
    }
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 [overflow-wrap:anywhere]">
        {second && row.first_approval ? (
          <Alert
            tone="warning"
            title={
              askedKinds[row.kind]
                ? own
                  ? 'You asked for this'
                  : 'This waits for a second person'
                : own
                  ? 'You proposed this release'
                  : 'A release waits for a second person'
            }
          >
            <p>
              {row.first_approval.email ?? row.first_approval.by}, {dateTime(row.first_approval.at)} UTC: {row.first_approval.reason}
            </p>
            {own ? (
              <p className="mt-1">
                {askedKinds[row.kind]
                  ? 'Another admin has to agree. Until then nothing more happens.'
                  : 'Another admin has to confirm it. Until then the block stays.'}
              </p>
            ) : null}
          </Alert>
        ) : null}
        {own ? null : (
          <form
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              void form.submit(body(), { method: 'post' })
            }}
          >
            <fieldset>
              <legend className="mb-1.5 font-semibold text-[0.9375rem]">
                {second ? (askedKinds[row.kind] ? 'Do you agree?' : 'Confirm the release?') : 'Decision'}
              </legend>
              {options(row).map((option) => (
                <label key={option.value} className="flex min-h-11 items-start gap-2.5 py-1.5">
                  <input
                    type="radio"
                    name="choice"
                    value={option.value}
                    checked={choice === option.value}
                    onChange={() => setChoice(option.value)}
                    className="mt-1 size-4 shrink-0 accent-seal"
                  />
                  <span>
                    <span className="font-semibold">{option.label}</span>
                    <span className="block text-[0.9375rem] text-soft">{option.text}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            <Field
              label="Reason"
              error={wrong}
              hint={two && !askedKinds[row.kind] ? 'Kept with the exception this makes. The log keeps its hash.' : 'Kept with the case.'}
            >
              <Textarea
                ref={reason}
                name="reason"
                maxLength={2000}
                className="min-h-24"
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
                }}
              />
            </Field>
            <Refusal refusal={form.refusal} fields={['reason']} />
            {problem ? <Alert tone="error">{problem}</Alert> : null}
            <div className="flex flex-wrap gap-3">
              {two && hasPasskey ? (
                <Button busy={signing || form.busy} busyLabel="Waiting for the passkey" onClick={() => void sign()}>
                  <Fingerprint className="size-4" aria-hidden />{' '}
                  {second ? (askedKinds[row.kind] ? 'Agree with a passkey' : 'Confirm with a passkey') : 'Propose with a passkey'}
                </Button>
              ) : null}
              <Button
                type="submit"
                variant={two && hasPasskey ? 'outline' : choice === 'deny' ? 'destructive' : 'primary'}
                busy={form.busy}
              >
                {label(choice, second, two, row.kind)}
              </Button>
            </div>
            {two ? (
              <p className="text-[0.9375rem] text-soft">
                {hasPasskey ? 'The passkey signs exactly this act. Without it your ' : 'Your '}
                second factor of the last five minutes counts.
              </p>
            ) : null}
          </form>
        )}
        {stepUp.dialog}
      </div>
    )
  },
)

function options(row: CaseView): { value: Choice; label: string; text: string }[] {
  const asked = askedKinds[row.kind]
  if (asked)
    return [
      {
        value: 'approve',
        label: 'Agree',
        text: row.status === 'awaiting_second' ? asked.agree : `${asked.agree} A second admin has to agree as well.`,
      },
      { value: 'deny', label: 'Decline', text: asked.decline },
    ]
  if (row.status === 'awaiting_second')
    return [
      {
        value: 'approve',
        label: 'Confirm',
        text:
          row.kind === 'transaction_review' || row.kind === 'investment_review'
            ? 'The rules decide again; if they allow, it goes on.'
            : row.kind === 'identity_appeal'
              ? 'The identity is pending again and can be verified anew.'
              : row.kind === 'unapproved_transfer'
                ? 'What was sent is accepted. Without a chain to ask, it is settled and its units move.'
                : 'The match is set aside for 180 days; the person can go on.',
      },
      { value: 'deny', label: 'Send back', text: 'The block stays and the case is open again, with your reason.' },
    ]
  if (row.kind.startsWith('verification_'))
    return [
      {
        value: 'approve',
        label: 'Approve',
        text: row.needs_two ? 'Held because of a possible match: a second admin confirms.' : 'The evidence holds; the person is told.',
      },
      { value: 'deny', label: 'Reject', text: 'The evidence does not hold; the person is told why.' },
      { value: 'request_info', label: 'Ask for more', text: 'The person sees your reason and sends more.' },
      { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
    ]
  if (row.kind === 'offering_cancellation')
    return [
      { value: 'approve', label: 'Agree', text: 'The offering is cancelled for good. Refused while an investment stands.' },
      { value: 'deny', label: 'Refuse', text: 'The offering goes on; the issuer may ask again.' },
      {
        value: 'request_info',
        label: 'Ask for more',
        text: 'The person or the organisation is asked; the deadline stands still until the answer, 30 days at most.',
      },
      { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
    ]
  if (row.kind !== 'sanctions_match')
    return [
      row.kind === 'identity_appeal'
        ? {
            value: 'approve',
            label: 'Uphold',
            text: 'The identity is pending again and can be verified anew. A second admin has to confirm.',
          }
        : { value: 'approve', label: 'Release', text: 'The rules decide again without what held it. A second admin has to confirm.' },
      { value: 'deny', label: 'Refuse', text: 'It ends here; the organisation is told.' },
      {
        value: 'request_info',
        label: 'Ask for more',
        text: 'The person or the organisation is asked; the deadline stands still until the answer, 30 days at most.',
      },
      { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
    ]
  return [
    { value: 'approve', label: 'Release', text: 'Not the listed person. A second admin has to confirm.' },
    { value: 'deny', label: 'Confirm the match', text: 'The listed person. The block stays.' },
    {
      value: 'request_info',
      label: 'Ask for more',
      text: 'The person or the organisation is asked; the deadline stands still until the answer, 30 days at most.',
    },
    { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
  ]
}

function label(choice: Choice, second: boolean, two: boolean, kind: string): string {
  if (askedKinds[kind] && (second || choice !== 'approve')) return choice === 'approve' ? 'Agree' : 'Decline'
  if (second) return choice === 'approve' ? 'Confirm the release' : 'Send it back'
  if (choice === 'escalate') return 'Escalate'
  if (choice === 'request_info') return 'Ask for more'
  if (choice === 'deny') return kind === 'sanctions_match' ? 'Keep the block' : kind.startsWith('verification_') ? 'Reject' : 'Refuse'
  return two ? 'Propose the release' : 'Approve'
}

const methods = { passkey: ' by a passkey that signed the act', second_factor: ' by a second factor', none: '' }

function Decided({ row }: { row: CaseView }) {
  return (
    <Alert tone="info" title={`Decided: ${row.outcome?.replaceAll('_', ' ')}`}>
      {[row.first_approval, row.second_approval].map((one) =>
        one ? (
          <p key={one.at} className="mt-1">
            {one.email ?? one.by}, {dateTime(one.at)} UTC{methods[one.method]}: {one.reason}
          </p>
        ) : null,
      )}
    </Alert>
  )
}
