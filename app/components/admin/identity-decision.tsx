import { useState } from 'react'
import type { CaseFile } from '#core/review/cases/get.ts'
import { errorAt, textOf, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, Textarea } from '../../ui/input.tsx'
import { useStepUp } from '../step-up.tsx'
import { outcomeWord } from './case-words.ts'
import { Refusal } from './refusal.tsx'

type Choice = 'release' | 'refuse' | 'send_back' | 'ask' | 'escalate'

/** Why documents are refused. The person reads it in words of ours; the codes are those of `POST /v1/cases/{id}/decide`. */
const REASONS: Record<string, string> = {
  document_unreadable: 'The pictures cannot be read',
  document_expired: 'The document has expired',
  document_not_accepted: 'A document of this kind is not accepted',
  pictures_incomplete: 'A side of the document is missing',
  address_not_proven: 'The address is not proven',
  data_mismatch: 'The document names somebody else',
  face_mismatch: 'The document shows somebody else',
  document_altered: 'The document was altered or made up',
}
const ABOUT_PERSON = new Set(['data_mismatch', 'face_mismatch', 'document_altered'])

/** What the form below says: what was decided of somebody's documents, and what was looked at. */
export const identitySaid = (form: FormData) => ({
  outcome: textOf(form, 'outcome'),
  ...(form.get('reason_code') && { reason_code: form.get('reason_code') }),
  ...(form.get('outcome') === 'release' && {
    identity: Object.fromEntries(
      ['differences_seen', 'other_holder_compared', 'face_compared', 'address_proven', 'revocation_checked'].map((name) => [
        name,
        form.get(name) === 'on',
      ]),
    ),
  }),
})

/** A reviewer's word on somebody's documents. Nothing is chosen beforehand, and what was looked at is said one by one. */
export function IdentityDecision({ row, self, issuer = false }: { row: CaseFile; self: string; issuer?: boolean }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  const [choice, setChoice] = useState<Choice | null>(null)
  const [reason, setReason] = useState('')
  if (row.status === 'decided') return <Done row={row} />
  if (row.status === 'awaiting_info')
    return <Alert tone="info">The person was asked for more. Decide when it is there, or when its time is over.</Alert>
  const second = row.status === 'awaiting_second'
  const [accepted, against] = second ? row.words : []
  if (accepted?.by === self && !against)
    return (
      <Alert tone="warning" title="You accepted it">
        Another person has to look as well. Until then nothing happens.
      </Alert>
    )
  if (against?.by === self)
    return (
      <Alert tone="warning" title="You refused it">
        Another person had accepted it. A third one decides, or whoever accepted agrees with you. Until then nothing happens.
      </Alert>
    )
  const all = choices(row, { by: self, issuer })
  const { refusal } = form
  const asks = choice === 'ask'
  const intent = choice === 'escalate' ? 'escalate' : asks ? 'ask' : 'identity'
  return (
    <form.Form method="post" className="grid grid-cols-[minmax(0,1fr)] gap-5 [overflow-wrap:anywhere]">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="proposal" value={(against ?? accepted)?.act_hash ?? ''} />
      {accepted ? <SaidBefore accepted={accepted} against={against} /> : null}
      <fieldset>
        <legend className="mb-1.5 font-semibold text-[0.9375rem]">Decision</legend>
        {all.map((one) => (
          <label key={one.value} className="flex min-h-11 items-start gap-2.5 py-1.5">
            <input
              type="radio"
              name="outcome"
              value={one.value}
              required
              checked={choice === one.value}
              onChange={() => setChoice(one.value)}
              className="mt-1 size-4 shrink-0 accent-seal"
            />
            <span>
              <span className="font-semibold">{one.label}</span>
              <span className="block text-[0.9375rem] text-soft">{one.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Looked row={row} shown={choice === 'release'} error={errorAt(refusal, 'identity')} />
      {choice === 'refuse' ? <Why reason={reason} onChoose={setReason} error={errorAt(refusal, 'reason_code')} /> : null}
      <Texts asks={asks} error={errorAt(refusal, 'note') ?? errorAt(refusal, 'question')} />
      <Refusal refusal={refusal} fields={['note', 'question', 'reason_code', 'identity']} />
      <div>
        <Button type="submit" busy={form.busy} disabled={choice === null} variant={choice === 'refuse' ? 'destructive' : 'primary'}>
          {choice === null ? 'Decide' : all.find((one) => one.value === choice)?.label}
        </Button>
      </div>
      {stepUp.dialog}
    </form.Form>
  )
}

/** Two texts, since the person reads one of them. Neither is lost where the arrow keys pass over the other's choice. */
function Texts({ asks, error }: { asks: boolean; error: string | undefined }) {
  return [false, true].map((toPerson) => (
    <Field
      key={String(toPerson)}
      className={toPerson === asks ? undefined : 'hidden'}
      label={toPerson ? 'What the person should send, and why' : 'What you base it on'}
      hint={toPerson ? 'The person reads this on the page of the session.' : 'Kept with the case; at least 10 characters.'}
      error={error}
    >
      <Textarea name="note" required disabled={toPerson !== asks} minLength={10} maxLength={2000} className="min-h-24" />
    </Field>
  ))
}

/** The reason of a refusal, of which the person reads the words. */
function Why({ reason, onChoose, error }: { reason: string; onChoose: (reason: string) => void; error: string | undefined }) {
  return (
    <Field
      label="Why"
      error={error}
      hint={
        reason === ''
          ? 'The person reads it in words.'
          : ABOUT_PERSON.has(reason)
            ? 'Kept as evidence that they are not who they say.'
            : 'Says only that this try failed.'
      }
    >
      <Select name="reason_code" required value={reason} onChange={(event) => onChoose(event.target.value)}>
        <option value="">Choose</option>
        {Object.entries(REASONS).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** What was looked at, said one by one. What was ticked is still there when the arrow keys have passed over another choice. */
function Looked({ row, shown, error }: { row: CaseFile; shown: boolean; error: string | undefined }) {
  const file = row.identity!
  const has = (kind: string) => file.pictures.some((one) => one.kind === kind)
  const differs = file.fields.some(({ result }) => result === 'differs')
  return (
    <fieldset hidden={!shown} disabled={!shown} className="grid gap-1 [&[hidden]]:hidden">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">You looked at</legend>
      <CheckLine name="documents_read" required label="the document: it is valid, and nothing of it was altered" />
      {differs || file.conflict?.names_other ? (
        <CheckLine name="differences_seen" label="what differs: it is one person all the same" />
      ) : null}
      {file.document_elsewhere.length ? (
        <CheckLine name="other_holder_compared" label="whom else the document counts for: it belongs to the person of this case" />
      ) : null}
      {file.conflict?.unchecked ? (
        <CheckLine name="revocation_checked" label="whether the certificate was revoked, in another way: it was not. The note says how" />
      ) : null}
      {has('portrait') ? <CheckLine name="face_compared" label="both faces: they are of one person" /> : null}
      {has('proof_of_address') ? <CheckLine name="address_proven" label="the proof of address: it has the name and the address" /> : null}
      {error ? (
        <p role="alert" className="text-[0.9375rem] text-madder">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

type Word = CaseFile['words'][number]

/** That others looked before. Whoever looks second reads what the first thought once they said their own; whoever decides between two reads both. */
function SaidBefore({ accepted, against }: { accepted: Word; against: Word | undefined }) {
  if (!against)
    return (
      <Alert tone="warning" title="This waits for a second person">
        {accepted.email} accepted it on {dateTime(accepted.at)} UTC. What they base it on is shown once you have decided: look for yourself.
      </Alert>
    )
  return (
    <Alert tone="warning" title="Two people read it otherwise">
      <p>
        {accepted.email}, {dateTime(accepted.at)} UTC, accepted it: {accepted.note}
      </p>
      <p className="mt-1">
        {against.email}, {dateTime(against.at)} UTC, refused it ({REASONS[against.reason_code]?.toLowerCase()}): {against.note}
      </p>
    </Alert>
  )
}

interface Choosing {
  value: Choice
  label: string
  text: string
}
const HOLDS = 'It holds: it is kept as evidence, and what waits for it goes on.'
const ENDS = 'It does not hold: the session ends, and the person reads why.'
const BACK: Choosing = { value: 'send_back', label: 'Send back', text: 'The case is open again, with your reason.' }

/** What somebody may say of a case that waits: of what others said before them, and of what they said themselves. */
function choices(row: CaseFile, { by, issuer }: { by: string; issuer: boolean }): Choosing[] {
  const [accepted, against] = row.status === 'awaiting_second' ? row.words : []
  if (against && accepted?.by === by)
    return [{ value: 'refuse', label: 'Refuse', text: 'You agree: it does not hold. The session ends, and the person reads why.' }]
  if (accepted)
    return [
      { value: 'release', label: 'Accept', text: HOLDS },
      {
        value: 'refuse',
        label: 'Refuse',
        text: against
          ? ENDS
          : 'It does not hold. Where your reason speaks against the person, a third one decides, or whoever accepted agrees with you.',
      },
      BACK,
    ]
  return [
    {
      value: 'release',
      label: 'Accept',
      text: row.needs_second_person ? 'It holds. A second person has to look before it counts.' : HOLDS,
    },
    { value: 'refuse', label: 'Refuse', text: ENDS },
    ...(row.kind === 'identity_review'
      ? [{ value: 'ask' as const, label: 'Ask for more', text: 'The person reads what and why, and sends it; the deadline stands still.' }]
      : []),
    ...(issuer ? [] : [{ value: 'escalate' as const, label: 'Escalate', text: 'To the head of the queue, for somebody else.' }]),
  ]
}

function Done({ row }: { row: CaseFile }) {
  return (
    <Alert tone="info" title={`Decided: ${outcomeWord(row)}`}>
      {row.words.map((one) => (
        <p key={one.at} className="mt-1">
          {one.email}, {dateTime(one.at)} UTC{one.note ? `: ${one.note}` : ''}
        </p>
      ))}
    </Alert>
  )
}
