import { useEffect, useState } from 'react'
import { dateTime } from '../../lib/dates.ts'
import type { action } from '../../routes/developer/sandbox.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { useShownFetcher } from '../../ui/shown-form.tsx'
import { ShownOnce } from './shown-once.tsx'

const lives = [
  { hours: '1', label: '1 hour' },
  { hours: '24', label: '1 day' },
  { hours: '168', label: '7 days' },
]

interface Forked {
  label: string
  key: string
  rows: number
  expires_at: string
}

/** Copies the sandbox into a throw-away one with a key of its own, which is shown once. */
export function Fork() {
  const fetcher = useShownFetcher<typeof action>()
  const [dismissed, setDismissed] = useState<unknown>(null)
  const busy = fetcher.state !== 'idle'
  const data = busy ? undefined : fetcher.data
  const fork = data !== dismissed ? (data?.done as { fork?: Forked } | undefined)?.fork : undefined
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    if (data) setChanged(false)
  }, [data])
  return (
    <section aria-labelledby="fork">
      <h2 id="fork" className="title-2 text-[1.75rem]!">
        Fork
      </h2>
      <p className="mt-2 text-soft">
        Copies the sandbox as it is into a throw-away one with its own key, so that each run of your tests has a world to itself. Ids are
        new; decisions, screenings, cases and logs stay behind.
      </p>
      <fetcher.Form
        method="post"
        action="/developer/sandbox"
        className="mt-4 grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]"
        onChange={() => setChanged(true)}
      >
        <input type="hidden" name="intent" value="fork" />
        <Field label="Name of the fork">
          <Input name="label" maxLength={100} placeholder="CI run" autoComplete="off" />
        </Field>
        <Field label="Lives for">
          <Select name="ttl_hours" defaultValue="24">
            {lives.map(({ hours, label }) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="outline" busy={busy} busyLabel="Copying...">
          Fork
        </Button>
      </fetcher.Form>
      {data?.refused !== undefined && !changed ? (
        <p role="alert" className="mt-3 text-madder">
          {data.refused}
        </p>
      ) : null}
      {fork ? (
        <div className="mt-6">
          <ShownOnce
            title={`The key of “${fork.label}”`}
            note={`It opens ${fork.rows.toLocaleString('en-US')} ${fork.rows === 1 ? 'row' : 'rows'} of your own until ${dateTime(fork.expires_at)} UTC, then both are gone. It is shown this once.`}
            value={fork.key}
            onDismiss={() => setDismissed(data)}
          />
        </div>
      ) : null}
    </section>
  )
}
