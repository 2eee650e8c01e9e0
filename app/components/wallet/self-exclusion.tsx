import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import { longDate } from '../../lib/dates.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Panel } from '../dashboard/layout.tsx'

interface Exclusion {
  id: string
  scope: string
  until: string
}

const TERMS = [
  { value: '6_months', label: '6 months' },
  { value: '1_year', label: '1 year' },
  { value: '5_years', label: '5 years' },
]
const SCOPES = [
  { value: 'all', label: 'All play', text: 'Every game that checks you, with stakes or without.' },
  { value: 'gambling', label: 'Gambling only', text: 'Other games stay open to you.' },
]

/** A person keeps themselves from play: what it means, for how long, and that it cannot be undone. */
export function SelfExclusion({ exclusions }: { exclusions: Exclusion[] }) {
  const fetcher = useFetcher<{ refusal: PageRefusal | null }>()
  const busy = fetcher.state !== 'idle'
  const refusal = busy ? null : fetcher.data?.refusal
  const about = (pointer: string) => refusal?.fields.find((field) => field.pointer === pointer)?.detail
  const [understood, setUnderstood] = useState(false)
  const form = (
    <fetcher.Form method="post" className="grid max-w-xl gap-6" onSubmit={() => setUnderstood(false)}>
      {refusal && refusal.fields.length === 0 ? <Alert tone="error">{refusal.message}</Alert> : null}
      <Choice name="duration" legend="For how long, from today" options={TERMS} error={about('/duration') ?? about('/until')} />
      <Choice name="scope" legend="From what" options={SCOPES} chosen="all" error={about('/scope')} />
      <div>
        <CheckLine
          name="understood"
          required
          checked={understood}
          onChange={(event) => setUnderstood(event.target.checked)}
          label="I know that this cannot be undone before its last day, by me or by anybody else."
          className="items-start"
        />
        <FieldError id="understood-error" error={about('/understood')} />
      </div>
      <div>
        <Button type="submit" variant="destructive" busy={busy} busyLabel="One moment">
          {exclusions.length ? 'Make it longer' : 'Exclude myself'}
        </Button>
      </div>
    </fetcher.Form>
  )
  return (
    <Panel
      title="A break from play"
      note="You can keep yourself from games and gambling with every operator that checks players with Sealwright. It follows you and not a wallet: a second one is caught too. Operators learn that you are excluded when they ask, and nothing of why or how long."
      className="mt-14 border-rule border-t pt-8"
    >
      {exclusions.length ? (
        <Alert tone="info" title={`You are excluded ${exclusions.map(sentence).join(', and ')}.`} className="mb-6 max-w-xl">
          The exclusion ends by itself after that day. It is never shortened; you can make it longer.
        </Alert>
      ) : null}
      <details className="group">
        <summary className="inline-flex cursor-pointer items-center gap-2 rounded-md border border-rule-strong px-4 py-2 font-semibold text-[0.9375rem] hover:border-ink hover:bg-sunk">
          {exclusions.length ? 'Make it longer' : 'Exclude yourself from play'}
          <ChevronDown className="size-4 text-soft group-open:rotate-180" aria-hidden />
        </summary>
        <div className="mt-6">{form}</div>
      </details>
      <p className="mt-5 max-w-[68ch] text-[0.9375rem] text-soft">
        Play that is no longer a pleasure can be talked about, free and in confidence: in the United States at 1-800-522-4700, in Great
        Britain at 0808 8020 133, elsewhere with the service of your country.
      </p>
    </Panel>
  )
}

const sentence = ({ scope, until }: Exclusion) => `from ${scope === 'gambling' ? 'gambling' : 'play'} through ${longDate(until)}`

function Choice({
  name,
  legend,
  options,
  chosen,
  error,
}: {
  name: string
  legend: string
  options: { value: string; label: string; text?: string }[]
  chosen?: string
  error?: string
}) {
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="font-semibold text-[0.9375rem]">{legend}</legend>
      <div className="mt-2 border-rule border-t">
        {options.map(({ value, label, text }) => (
          <label key={value} className="flex gap-3 border-rule border-b py-2.5 hover:bg-sunk has-checked:bg-sunk">
            <input
              type="radio"
              name={name}
              value={value}
              required
              defaultChecked={value === chosen}
              className="mt-1 size-5 shrink-0 accent-seal"
            />
            <span>
              {label}
              {text ? <span className="block text-[0.9375rem] text-soft">{text}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${name}-error`} error={error} />
    </fieldset>
  )
}
