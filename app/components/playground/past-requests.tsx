import { dateTime } from '../../lib/dates.ts'
import type { PastRequest } from '../../lib/playground-history.ts'
import { statusTone } from '../../lib/tones.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

/** What was sent from this browser, newest first. Keys are never kept. */
export function PastRequests({
  list,
  onChoose,
  onForget,
}: {
  list: PastRequest[]
  onChoose: (request: PastRequest) => void
  onForget: () => void
}) {
  if (list.length === 0) return null
  return (
    <details className="mt-8">
      <summary className="link inline-flex min-h-8 items-center text-[0.9688rem]">History ({list.length})</summary>
      <ul className="mt-2 border-rule border-t">
        {list.map((request) => (
          <li key={request.at} className="border-rule border-b">
            <button
              type="button"
              onClick={() => onChoose(request)}
              className="grid min-h-11 w-full grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-3 text-left hover:bg-sunk"
            >
              <Status tone={statusTone(request.status)} className="justify-center [&_svg]:hidden">
                {request.status}
              </Status>
              <code className="truncate text-[0.8438rem]">
                {request.operation}
                {request.scenario ? ` · ${request.scenario}` : ''}
              </code>
              <span className="tabular text-[0.875rem] text-soft">{dateTime(request.at)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button variant="link" size="sm" className="mt-2 h-8" onClick={onForget}>
        Forget them
      </Button>
    </details>
  )
}
