import { useState } from 'react'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

const steps = ['1h', '1d', '7d', '30d', '90d', '365d']
const words: Record<string, string> = {
  '1h': '1 hour',
  '1d': '1 day',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '365d': '1 year',
}
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' })

/** The sandbox's clock: what it says, and how to move, stop and release it. */
export function Clock({
  clock,
  busy,
  onSend,
}: {
  clock: { now: string; offset_seconds: number; frozen: boolean }
  /** The intent being carried out. */
  busy: string | null
  onSend: (fields: Record<string, string>) => void
}) {
  const [by, setBy] = useState('')
  const [at, setAt] = useState('')
  const real = !clock.frozen && clock.offset_seconds === 0
  return (
    <section aria-labelledby="clock">
      <h2 id="clock" className="title-2 text-[1.75rem]!">
        Clock
      </h2>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2" aria-live="polite">
        <time dateTime={clock.now} className="tabular font-display text-[1.5rem] leading-tight">
          {format.format(new Date(clock.now))} UTC
        </time>
        <Status tone={real ? 'good' : 'waiting'}>{clock.frozen ? 'stands still' : real ? 'real time' : 'moved'}</Status>
      </p>
      <p className="mt-2 max-w-[70ch] text-soft">
        Expiries, lock-ups, deadlines and retries in the sandbox obey it. The audit log keeps the real time.
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        {steps.map((step) => (
          <Button key={step} variant="outline" size="sm" disabled={busy !== null} onClick={() => onSend({ intent: 'advance', by: step })}>
            +{words[step]}
          </Button>
        ))}
        {real ? null : (
          <Button variant="outline" size="sm" busy={busy === 'resume'} onClick={() => onSend({ intent: 'resume' })}>
            Back to the real time
          </Button>
        )}
      </div>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <form
          noValidate
          className="flex items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            onSend({ intent: 'advance', by })
          }}
        >
          <Field label="Move on by" className="flex-1">
            <Input value={by} onChange={(event) => setBy(event.target.value)} placeholder="1h 30m" autoComplete="off" />
          </Field>
          <Button type="submit" variant="outline" busy={busy === 'advance'} disabled={!by.trim()}>
            Move
          </Button>
        </form>
        <form
          noValidate
          className="flex items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            onSend({ intent: 'set', at })
          }}
        >
          <Field label="Stand still at (UTC)" className="flex-1">
            <Input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
          </Field>
          <Button type="submit" variant="outline" busy={busy === 'set'} disabled={!at}>
            Set
          </Button>
        </form>
      </div>
    </section>
  )
}
