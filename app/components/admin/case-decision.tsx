import { Fingerprint } from 'lucide-react'
import { forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { CaseView } from '#core/review/cases/case.ts'
import type { CaseFile } from '#core/review/cases/get.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { callBackEnd, messageOf, Refusal as Refused } from '../../lib/back-end.ts'
import { dateTime } from '../../lib/dates.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { useStepUp } from '../step-up.tsx'
import { askedKinds, outcomeWord, readsEvidence } from './case-words.ts'
import { Refusal } from './refusal.tsx'
import { allMatches, evidenceIn, ReleaseEvidence, StatedEvidence, saidInForm, toTellApart } from './release-evidence.tsx'
import { asSent, TypedWords, typedOf } from './typed-words.tsx'

type Choice = 'release' | 'refuse' | 'send_back' | 'request_info' | 'escalate'
export interface CaseDecisionHandle {
  choose: (choice: Choice) => void
}

/** The person's word on a case: what to do, why, and with which proof. A release is proposed by one and confirmed by another. */
export const CaseDecision = forwardRef<CaseDecisionHandle, { row: CaseFile; self: string; hasPasskey: boolean; onDone: () => void }>(
  function CaseDecision({ row, self, hasPasskey, onDone }, ref) {
    const stepUp = useStepUp()
    const form = useAct({ stepUp, onDone })
    const reason = useRef<HTMLTextAreaElement>(null)
    const second = row.status === 'awaiting_second'
    const own = second && row.proposal?.by === self
    // Nothing is chosen beforehand: a decision that nobody made must not be one Enter away.
    const [choice, setChoice] = useState<Choice | null>(null)
    const [problem, setProblem] = useState<string | null>(null)
    const [signing, setSigning] = useState(false)
    const choose = (next: Choice) => {
      setProblem(null)
      setChoice(next)
      const box = reason.current
      // A sentence to complete stands in the box until something of one's own does.
      if (box && (box.value.trim() === '' || TEMPLATES.has(box.value))) box.value = template(row, next)
    }
    useImperativeHandle(ref, () => ({
      choose: (next) => {
        if (options(row).some((one) => one.value === next)) choose(next)
        toGap(reason.current)
      },
    }))
    /** Why the passkey was not even asked, and the entries of the differences that were sent, in their order. */
    const [unsigned, setUnsigned] = useState<PageRefusal | null>(null)
    const [sent, setSent] = useState<string[]>([])
    const refusal = unsigned ?? form.refusal
    useEffect(() => {
      if (refusal) reason.current?.form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }, [refusal])
    if (row.status === 'decided') return <Decided row={row} />
    if (row.status === 'awaiting_info')
      return <Alert tone="info">An answer is waited for. Decide when it is there, or when its time is over.</Alert>
    const two = row.needs_second_person && choice === 'release'
    const words = typedOf(row, choice)
    const matches = row.needs_second_person && !second ? toTellApart(row.evidence) : []
    const apart = two ? matches : []
    const stated = () => {
      const evidence = apart.length ? evidenceIn(reason.current?.form ?? null) : {}
      setSent(evidence.differences?.map((one) => one.entity_id) ?? [])
      return evidence
    }
    const body = (extra: Record<string, string> = {}) => ({
      intent: choice === 'escalate' ? 'escalate' : choice === 'request_info' && !row.kind.startsWith('verification_') ? 'ask' : 'decide',
      proposal: second ? (row.words[0]?.act_hash ?? '') : '',
      outcome: choice ?? '',
      note: reason.current?.value ?? '',
      ...(apart.length && { evidence: JSON.stringify(stated()) }),
      ...asSent(words?.in(reason.current) ?? {}),
      ...extra,
    })
    const ready = () => {
      const gap = (reason.current?.value ?? '').indexOf(GAP)
      if (choice !== null && gap < 0) return true
      setProblem(choice === null ? 'Choose a decision first.' : `Complete the reason where it says “${GAP}”.`)
      if (choice !== null) toGap(reason.current)
      return false
    }
    const sign = async () => {
      if (!ready()) return
      setSigning(true)
      setProblem(null)
      setUnsigned(null)
      try {
        const [{ startAuthentication }, { options: asked }] = await Promise.all([
          import('@simplewebauthn/browser'),
          callBackEnd<{ options: Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'] }>(
            `/api/admin/cases/${row.id}/approval-options`,
            { note: reason.current?.value ?? '', ...stated(), ...words?.in(reason.current) },
          ),
        ])
        const assertion = await startAuthentication({ optionsJSON: asked })
        void form.submit(body({ assertion: JSON.stringify(assertion) }), { method: 'post' })
      } catch (error) {
        if (error instanceof Refused && error.fields.length) setUnsigned(error)
        setProblem(
          error instanceof Refused && error.fields.length
            ? null
            : error instanceof Error && error.name === 'NotAllowedError'
              ? 'The passkey was not used. Nothing was decided.'
              : messageOf(error),
        )
      } finally {
        setSigning(false)
      }
    }
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 [overflow-wrap:anywhere]">
        <Proposed row={row} own={own} />
        {own ? null : (
          <form
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              if (!ready()) return
              setUnsigned(null)
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
                    required
                    onChange={() => choose(option.value)}
                    className="mt-1 size-4 shrink-0 accent-seal"
                  />
                  <span>
                    <span className="font-semibold">{option.label}</span>
                    <span className="block text-[0.9375rem] text-soft">{option.text}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            <TypedWords row={row} choice={choice} refusal={refusal} />
            {matches.length ? <ReleaseEvidence matches={matches} shown={two} refusal={refusal} sent={sent} /> : null}
            <Field
              label="Reason"
              error={errorAt(refusal, 'note') ?? errorAt(refusal, 'question')}
              hint={two && !askedKinds[row.kind] ? 'Kept with the exception this makes. The log keeps its hash.' : 'Kept with the case.'}
            >
              <Textarea
                ref={reason}
                name="note"
                maxLength={2000}
                className="min-h-24"
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
                }}
              />
            </Field>
            <Refusal refusal={refusal} fields={['note', 'question', ...saidInForm(refusal, apart), ...(words?.fields ?? [])]} />
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
                variant={two && hasPasskey ? 'outline' : choice === 'refuse' ? 'destructive' : 'primary'}
                busy={form.busy}
              >
                {choice === null ? 'Decide' : label(choice, second, two, row.kind)}
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

/** What the first of two people proposed. */
function Proposed({ row, own }: { row: CaseFile; own: boolean }) {
  if (!row.proposal) return null
  return (
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
        {row.words[0]?.email ?? row.proposal.by}, {dateTime(row.proposal.at)} UTC: {row.proposal.note}
      </p>
      {row.proposal.differences?.length || row.proposal.document_sha256 ? (
        <StatedEvidence evidence={row.proposal} matches={allMatches(row.evidence)} />
      ) : null}
      {own ? (
        <p className="mt-1">
          {askedKinds[row.kind]
            ? 'Another person has to agree. Until then nothing more happens.'
            : 'Another person has to confirm it. Until then the block stays.'}
        </p>
      ) : null}
    </Alert>
  )
}

/** What a second person's yes does, by the kind of the case. */
function confirmedWords(kind: string): string {
  if (kind === 'transaction_review' || kind === 'investment_review') return 'The rules decide again; if they allow, it goes on.'
  if (kind === 'identity_appeal') return 'The identity is pending again and can be verified anew.'
  if (kind === 'unapproved_transfer') return 'What was sent is accepted. Without a chain to ask, it is settled and its units move.'
  if (kind === 'monitoring_review') return 'Two people looked: nothing is to be done. What was decided of the movement stays.'
  if (readsEvidence(kind)) return 'The evidence holds; the person is told.'
  return 'The match is set aside for 180 days; the person can go on.'
}

interface Option {
  value: Choice
  label: string
  text: string
}
const REJECT: Option = { value: 'refuse', label: 'Reject', text: 'The evidence does not hold; the person is told why.' }

function options(row: CaseView): Option[] {
  const asked = askedKinds[row.kind]
  if (asked)
    return [
      {
        value: 'release',
        label: 'Agree',
        text: row.status === 'awaiting_second' ? asked.agree : `${asked.agree} A second person has to agree as well.`,
      },
      { value: 'refuse', label: 'Decline', text: asked.decline },
    ]
  if (row.status === 'awaiting_second')
    return [
      { value: 'release', label: 'Confirm', text: confirmedWords(row.kind) },
      ...(readsEvidence(row.kind) ? [REJECT] : []),
      { value: 'send_back', label: 'Send back', text: 'The block stays and the case is open again, with your reason.' },
    ]
  if (readsEvidence(row.kind))
    return [
      {
        value: 'release',
        label: 'Approve',
        text: row.needs_second_person
          ? row.kind === 'accreditation_review'
            ? 'The evidence holds. A second person has to read it before it counts.'
            : 'Held because of a possible match: a second person confirms.'
          : 'The evidence holds; the person is told.',
      },
      REJECT,
      { value: 'request_info', label: 'Ask for more', text: 'The person sees your reason and sends more.' },
      { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
    ]
  if (row.kind === 'offering_terms')
    return [
      { value: 'release', label: 'Record the terms', text: 'Terms were agreed: the offering becomes a draft, which its issuer opens.' },
      { value: 'refuse', label: 'Refuse', text: 'No terms: the issuer lowers the maximum, or cancels the offering.' },
      { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
    ]
  if (row.kind === 'offering_cancellation')
    return [
      { value: 'release', label: 'Agree', text: 'The offering is cancelled for good. Refused while an investment stands.' },
      { value: 'refuse', label: 'Refuse', text: 'The offering goes on; the issuer may ask again.' },
      {
        value: 'request_info',
        label: 'Ask for more',
        text: 'The person or the organisation is asked; the deadline stands still until the answer, 30 days at most.',
      },
      { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
    ]
  if (row.kind === 'monitoring_review')
    return [
      { value: 'release', label: 'Nothing to do', text: 'It is not what it seemed. A second person has to confirm.' },
      {
        value: 'refuse',
        label: 'Confirm',
        text: 'It is so: what the law wants is done by the day of the case. What was decided of the movement stays.',
      },
      { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
    ]
  if (row.kind !== 'sanctions_match')
    return [
      row.kind === 'identity_appeal'
        ? {
            value: 'release',
            label: 'Uphold',
            text: 'The identity is pending again and can be verified anew. A second person has to confirm.',
          }
        : { value: 'release', label: 'Release', text: 'The rules decide again without what held it. A second person has to confirm.' },
      { value: 'refuse', label: 'Refuse', text: 'It ends here; the organisation is told.' },
      {
        value: 'request_info',
        label: 'Ask for more',
        text: 'The person or the organisation is asked; the deadline stands still until the answer, 30 days at most.',
      },
      { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
    ]
  return [
    { value: 'release', label: 'Release', text: 'Not the listed person. A second person has to confirm.' },
    { value: 'refuse', label: 'Confirm the match', text: 'The listed person. The block stays.' },
    {
      value: 'request_info',
      label: 'Ask for more',
      text: 'The person or the organisation is asked; the deadline stands still until the answer, 30 days at most.',
    },
    { value: 'escalate', label: 'Escalate', text: 'To the head of the queue, for somebody else.' },
  ]
}

/** Stands in a template for what only the reviewer knows. */
const GAP = '…'

/** The hands go on where the sentence is not complete: what is typed takes the place of the first gap. */
function toGap(box: HTMLTextAreaElement | null) {
  box?.focus()
  const gap = box?.value.indexOf(GAP) ?? -1
  if (gap >= 0) box?.setSelectionRange(gap, gap + GAP.length)
}

/** How a reason for this outcome begins. */
function template(row: CaseView, choice: Choice): string {
  const kind = askedKinds[row.kind] ? 'asked' : readsEvidence(row.kind) ? 'evidence' : row.kind
  return REASONS[kind]?.[choice] ?? REASONS.other![choice]!
}

const REASONS: Record<string, Partial<Record<Choice, string>>> = {
  sanctions_match: {
    release: 'Not the listed person: … differs from the entry, as shown by ….',
    refuse: 'The listed person: … agrees with the entry, as shown by ….',
    request_info: 'To tell this person from the entry, please send ….',
  },
  evidence: {
    release: 'The evidence holds: I read … and compared it with ….',
    refuse: 'The evidence does not hold: ….',
    request_info: 'Please send …, because ….',
  },
  asked: { release: 'Agreed: ….', refuse: `Declined: ….` },
  other: {
    release: 'Released, because ….',
    refuse: 'Refused, because ….',
    send_back: 'Sent back, because ….',
    request_info: 'Please send …, because ….',
    escalate: 'Somebody else should look, because ….',
  },
}
const TEMPLATES = new Set(Object.values(REASONS).flatMap((one) => Object.values(one)))

function label(choice: Choice, second: boolean, two: boolean, kind: string): string {
  if (askedKinds[kind] && (second || choice !== 'release')) return choice === 'release' ? 'Agree' : 'Decline'
  if (second && choice !== 'refuse') return choice === 'release' ? 'Confirm the release' : 'Send it back'
  if (choice === 'escalate') return 'Escalate'
  if (choice === 'request_info') return 'Ask for more'
  if (choice === 'refuse') return kind === 'sanctions_match' ? 'Keep the block' : readsEvidence(kind) ? 'Reject' : 'Refuse'
  return two ? 'Propose the release' : 'Approve'
}

const methods = { passkey: ' by a passkey that signed the act', second_factor: ' by a second factor', none: '' }

function Decided({ row }: { row: CaseFile }) {
  return (
    <Alert tone="info" title={`Decided: ${outcomeWord(row)}`}>
      {row.words.map((one) => (
        <p key={one.at} className="mt-1">
          {one.email}, {dateTime(one.at)} UTC{methods[one.method]}
          {one.note ? `: ${one.note}` : ''}
        </p>
      ))}
    </Alert>
  )
}
