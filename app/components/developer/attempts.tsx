import { ChevronRight } from 'lucide-react'
import { dateTime } from '../../lib/dates.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { BodyView, Headers } from './exchange.tsx'

export interface AttemptRow {
  id: string
  event_id: string
  type: string
  attempt: number
  status: number | null
  error: string | null
  duration_ms: number | null
  created_at: string
  request: { headers: Record<string, string> | null; body: string | null }
  response: { headers: Record<string, string> | null; body: string | null }
}

/** Tries of an endpoint, newest first; each opens to what was sent and what came back. */
export function Attempts({ rows, busy, onReplay }: { rows: AttemptRow[]; busy: boolean; onReplay: (eventId: string) => void }) {
  return (
    <ul className="border-rule border-t">
      {rows.map((row) => {
        const good = row.status !== null && row.status >= 200 && row.status < 300
        return (
          <li key={row.id} className="border-rule border-b">
            <details className="group">
              <summary className="grid min-h-12 cursor-pointer grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2 hover:bg-sunk sm:grid-cols-[1rem_6.5rem_minmax(0,1fr)_auto_auto]">
                <ChevronRight className="size-4 text-soft transition-transform group-open:rotate-90" aria-hidden />
                <span className="max-sm:order-1 max-sm:col-start-2">
                  <Status tone={good ? 'good' : 'bad'}>{row.status ?? 'no answer'}</Status>
                </span>
                <code className="truncate text-[0.8438rem] max-sm:col-span-2">{row.type}</code>
                <span className="tabular text-[0.875rem] text-soft max-sm:hidden">
                  try {row.attempt} · {row.duration_ms ?? 0} ms
                </span>
                <span className="tabular text-[0.875rem] text-soft max-sm:order-2">{dateTime(row.created_at)}</span>
              </summary>
              <div className="grid gap-6 pt-2 pb-6 sm:pl-7">
                <p className="flex flex-wrap items-center gap-x-5 gap-y-2 text-[0.9375rem]">
                  <code className="break-all text-[0.8125rem]">{row.event_id}</code>
                  <Button variant="outline" size="sm" busy={busy} onClick={() => onReplay(row.event_id)}>
                    Send this event again
                  </Button>
                </p>
                {row.error ? <p className="text-[0.9375rem] text-madder">{row.error}</p> : null}
                <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
                  <BodyView label="Request body" body={row.request.body} />
                  <BodyView label="Response body" body={row.response.body} />
                  <Headers label="Request headers" headers={row.request.headers} />
                  <Headers label="Response headers" headers={row.response.headers} />
                </div>
              </div>
            </details>
          </li>
        )
      })}
    </ul>
  )
}
