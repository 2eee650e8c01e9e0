import { useEffect, useRef, useState } from 'react'
import { dateTime } from '../../lib/dates.ts'
import type { action } from '../../routes/developer/sandbox.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useShownFetcher } from '../../ui/shown-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'

export interface SnapshotRow {
  id: string
  label: string
  rows: number
  created_at: string
}

const rowsOf = (snapshot: SnapshotRow) => `${snapshot.rows.toLocaleString('en-US')} ${snapshot.rows === 1 ? 'row' : 'rows'}`

/** States of the sandbox that were kept: take one, go back to one, delete one. */
export function Snapshots({ snapshots }: { snapshots: SnapshotRow[] }) {
  const fetcher = useShownFetcher<typeof action>()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<{ intent: 'restore' | 'delete-snapshot'; snapshot: SnapshotRow } | null>(null)
  const [seen, setSeen] = useState<unknown>(null)
  const intent = fetcher.state === 'idle' ? '' : String(fetcher.formData?.get('intent') ?? '')
  const data = fetcher.state === 'idle' ? fetcher.data : undefined
  const refused = data?.refused !== undefined && data !== seen ? data : null
  useEffect(() => {
    if (!data) return
    setAsked(null)
    if (data.done) {
      toast.success(data.done.said)
      form.current?.reset()
    }
  }, [data])
  return (
    <section aria-labelledby="snapshots">
      <h2 id="snapshots" className="title-2 text-[1.75rem]!">
        Snapshots
      </h2>
      <p className="mt-2 max-w-[70ch] text-soft">
        A snapshot keeps every row of the sandbox and its clock, to come back to after a test. Decisions, events and logs are history and
        stay. Twenty at most.
      </p>
      <fetcher.Form
        ref={form}
        method="post"
        action="/developer/sandbox"
        className="mt-5 flex max-w-2xl flex-wrap items-end gap-3"
        onChange={() => setSeen(data)}
      >
        <input type="hidden" name="intent" value="snapshot" />
        <Field label="Name of the snapshot" className="min-w-56 flex-1">
          <Input name="label" maxLength={100} placeholder="Two investors, one offering" autoComplete="off" />
        </Field>
        <Button type="submit" variant="outline" busy={intent === 'snapshot'} busyLabel="Taking...">
          Take a snapshot
        </Button>
      </fetcher.Form>
      {refused ? (
        <p role="alert" className="mt-3 text-madder">
          {refused.refused}
        </p>
      ) : null}
      {snapshots.length === 0 ? (
        <div className="mt-6">
          <EmptyState title="No snapshot yet">Bring the sandbox into the state your tests begin from, then take one.</EmptyState>
        </div>
      ) : (
        <ul className="mt-6 border-rule border-t">
          {snapshots.map((snapshot) => (
            <li key={snapshot.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-b py-3">
              <div className="min-w-0">
                <p className="break-words font-semibold leading-snug">{snapshot.label}</p>
                <p className="text-[0.9063rem] text-soft">
                  <time dateTime={snapshot.created_at} className="tabular">
                    {dateTime(snapshot.created_at)} UTC
                  </time>{' '}
                  · {rowsOf(snapshot)} · <code className="break-all text-[0.75rem]">{snapshot.id}</code>
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Restore ${snapshot.label}`}
                  onClick={() => setAsked({ intent: 'restore', snapshot })}
                >
                  Restore
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Delete ${snapshot.label}`}
                  onClick={() => setAsked({ intent: 'delete-snapshot', snapshot })}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Confirm
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={asked?.intent === 'restore' ? `Restore “${asked.snapshot.label}”` : `Delete “${asked?.snapshot.label}”`}
        action={asked?.intent === 'restore' ? 'Restore' : 'Delete'}
        busy={intent === asked?.intent}
        onConfirm={() =>
          asked && void fetcher.submit({ intent: asked.intent, id: asked.snapshot.id }, { method: 'post', action: '/developer/sandbox' })
        }
      >
        {asked?.intent === 'restore'
          ? `The sandbox and its clock become what they were: ${rowsOf(asked.snapshot)} of ${dateTime(asked.snapshot.created_at)} UTC, for everybody in your organisation. What was made since is removed; take a snapshot first to keep it.`
          : 'The snapshot is removed and cannot be brought back. The sandbox stays as it is.'}
      </Confirm>
    </section>
  )
}
