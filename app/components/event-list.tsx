import { TextLink } from '../ui/text-link.tsx'
import { JsonView } from './json-view.tsx'

const envelope = {
  id: 'evt_…',
  type: 'wallet.verified',
  timestamp: '2026-11-21T04:05:06.123Z',
  api_version: '2026-11-01',
  environment: 'sandbox',
  sequence: 7,
  resource: { type: 'wallet', id: 'wal_…' },
  request: { id: 'req_…', idempotency_key: null },
  actor: { type: 'api_key', id: 'key_…' },
  data: { object: {} },
}

/** What webhooks are sent for: the envelope, and every type with its schema. */
export function EventList({ events }: { events: { type: string; when: string }[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <ul className="border-rule border-t">
        {events.map((event) => (
          <li
            key={event.type}
            id={`event.${event.type}`}
            className="grid scroll-mt-24 gap-x-6 gap-y-0.5 border-rule border-b py-2.5 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
          >
            <a href={`#event.${event.type}`} className="break-all font-mono text-[0.8438rem] hover:text-seal">
              {event.type}
            </a>
            <span className="flex items-baseline justify-between gap-4 text-[0.9375rem] text-soft leading-snug">
              <span>{event.when}</span>
              <a
                href={`/api/v1/schemas/events/${event.type}`}
                aria-label={`JSON Schema of ${event.type}`}
                className="shrink-0 text-[0.8125rem] underline decoration-rule underline-offset-4 hover:text-seal"
              >
                Schema
              </a>
            </span>
          </li>
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
