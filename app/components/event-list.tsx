import { useState } from 'react'
import { fieldsOf, type ReferenceField } from '../lib/reference.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { FieldList } from './field-list.tsx'
import { JsonView } from './json-view.tsx'

const envelope = {
  id: 'evt_…',
  type: 'wallet.verified',
  timestamp: '2026-11-21T04:05:06.123Z',
  api_version: '2026-11-27',
  environment: 'sandbox',
  sequence: 7,
  resource: { type: 'wallet', id: 'wal_…' },
  request: { id: 'req_…', idempotency_key: null },
  actor: { type: 'api_key', id: 'key_…' },
  data: { object: {} },
}

/** What webhooks are sent for: the envelope, and every type with its fields, an example and its schema. */
export function EventList({ events }: { events: { type: string; when: string }[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <ul className="border-rule border-t">
        {events.map((event) => (
          <EventRow key={event.type} event={event} />
        ))}
      </ul>
      <aside className="lg:sticky lg:top-24">
        <h3 className="eyebrow">The envelope of each</h3>
        <JsonView
          value={envelope}
          className="mt-2 overflow-x-auto rounded-sm border border-rule bg-paper p-3.5 text-[0.8125rem] leading-relaxed"
        />
        <p className="mt-3 text-[0.9375rem] text-soft">
          How they are signed, ordered and tried again: <TextLink to="/documentation/webhooks">Webhooks</TextLink>. To receive one now, use{' '}
          <TextLink to="/developer/sandbox">the sandbox’s trigger</TextLink>.
        </p>
      </aside>
    </div>
  )
}

type Schema = NonNullable<Parameters<typeof fieldsOf>[0]>
interface EventSchema {
  properties?: { data?: { anyOf?: { properties?: { object?: Schema } }[] } }
  examples?: unknown[]
}

/** One type. Its fields and its example are read when it is opened. */
function EventRow({ event }: { event: { type: string; when: string } }) {
  const [shown, setShown] = useState<{ fields: ReferenceField[]; example: unknown } | 'failed' | null>(null)
  const address = `/api/v1/schemas/events/${event.type}`
  async function read() {
    setShown(null)
    try {
      const response = await fetch(address)
      if (!response.ok) throw new Error(`The schema was answered with ${response.status}`)
      const schema = (await response.json()) as EventSchema
      const object = schema.properties?.data?.anyOf?.find((each) => each.properties?.object)?.properties?.object
      setShown({ fields: fieldsOf(object, 'data.object.'), example: schema.examples?.[0] ?? null })
    } catch {
      setShown('failed')
    }
  }
  return (
    <li id={`event.${event.type}`} className="scroll-mt-24 border-rule border-b">
      <details onToggle={(toggle) => toggle.currentTarget.open && (shown === null || shown === 'failed') && void read()}>
        <summary className="grid min-h-11 cursor-pointer gap-x-6 gap-y-0.5 py-2.5 hover:text-seal sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <code className="break-all text-[0.8438rem]">{event.type}</code>
          <span className="text-[0.9375rem] text-soft leading-snug">{event.when}</span>
        </summary>
        <div className="pb-6">
          {shown === null ? <Skeleton className="h-48" /> : null}
          {shown === 'failed' ? (
            <p role="alert" className="text-madder">
              The schema could not be read.{' '}
              <Button variant="link" size="sm" className="h-8" onClick={() => void read()}>
                Try again
              </Button>
            </p>
          ) : null}
          {shown && shown !== 'failed' ? (
            <>
              {shown.fields.length > 0 ? <FieldList fields={shown.fields} /> : <p className="text-soft">Its object has no fixed fields.</p>}
              {shown.example ? (
                <JsonView
                  value={shown.example}
                  className="mt-4 max-h-96 overflow-auto rounded-sm border border-rule bg-paper p-3.5 text-[0.8125rem] leading-relaxed"
                />
              ) : null}
            </>
          ) : null}
          <p className="mt-3 flex flex-wrap gap-x-6 text-[0.9375rem]">
            <a href={address} className="link inline-flex min-h-6 items-center">
              JSON Schema<span className="sr-only"> of {event.type}</span>
            </a>
            <a href={`#event.${event.type}`} className="link inline-flex min-h-6 items-center">
              Link to this event<span className="sr-only">: {event.type}</span>
            </a>
          </p>
        </div>
      </details>
    </li>
  )
}
