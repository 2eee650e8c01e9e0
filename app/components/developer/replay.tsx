import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'

/** Sends a period's events again: first a count, then the deed. */
export function Replay({
  busy,
  result,
  onSend,
}: {
  busy: boolean
  result: { dryRun: boolean; count: number; queued: number } | null
  onSend: (fields: Record<string, string>) => void
}) {
  const [which, setWhich] = useState('failed')
  const [since, setSince] = useState('')
  const [until, setUntil] = useState('')
  const [counted, setCounted] = useState(false)
  const change = (set: (value: string) => void) => (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    set(event.target.value)
    setCounted(false)
  }
  const ask = (dryRun: boolean) => {
    // Without a beginning: everything that is kept.
    const from = since || new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 16)
    onSend({ which, since: from, until, dry_run: String(dryRun) })
    setCounted(dryRun)
  }
  const count = counted && result?.dryRun && !busy ? result.count : null
  return (
    <section aria-labelledby="replay">
      <h2 id="replay" className="title-2 text-[1.75rem]!">
        Replay
      </h2>
      <p className="mt-2 text-soft">Sends events of a period again, with the ids they had. Receivers that remember ids apply none twice.</p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label="Which" className="sm:col-span-2">
          <Select value={which} onChange={change(setWhich)}>
            <option value="failed">Only those that were never accepted</option>
            <option value="all">All, also those accepted</option>
          </Select>
        </Field>
        <Field label="From (UTC)" hint="Empty: the last 30 days.">
          <Input type="datetime-local" value={since} onChange={change(setSince)} />
        </Field>
        <Field label="To (UTC)" hint="Empty: until now.">
          <Input type="datetime-local" value={until} onChange={change(setUntil)} />
        </Field>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-4" aria-live="polite">
        {count ? (
          <Button busy={busy} onClick={() => ask(false)}>
            Send {count} {count === 1 ? 'event' : 'events'} again
          </Button>
        ) : (
          <Button variant="outline" busy={busy} busyLabel="Working..." onClick={() => ask(true)}>
            Count them
          </Button>
        )}
        {count === 0 ? <span className="text-soft">No event matches.</span> : null}
        {!counted && result && !result.dryRun && !busy ? <span className="text-soft">{result.queued} queued.</span> : null}
      </div>
    </section>
  )
}
