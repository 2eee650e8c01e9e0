import type { OwnVerification } from '#core/holders/verification.ts'
import { dateTime } from '../../lib/dates.ts'
import { words } from '../../lib/format.ts'
import { Status } from '../../ui/badge.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { toneOf } from './words.ts'

const explained: Record<string, string> = {
  identity: 'Decided by the rules at once; a possible match is looked at by two people.',
  accreditation: 'A reviewer reads the evidence. A letter counts for 90 days.',
  documents: 'A reviewer reads each document.',
}

/** Where each part stands, and how it came there. */
export function VerificationHistory({ data }: { data: OwnVerification }) {
  return (
    <div className="grid gap-10">
      <Panel title="State">
        <ul>
          {Object.entries(data.statuses).map(([name, state]) => (
            <li key={name} className="border-rule border-b py-3">
              <div className="flex items-center justify-between gap-4">
                <span className="font-semibold capitalize">{name}</span>
                <Status tone={toneOf(state)}>{state}</Status>
              </div>
              <p className="mt-1 text-[0.9375rem] text-soft">{explained[name]}</p>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="History">
        {data.history.length === 0 ? (
          <p className="text-soft">Every change is kept here once you have sent it.</p>
        ) : (
          <ol className="border-rule border-l pl-4">
            {data.history.map((each) => (
              <li key={`${each.at}${each.field}${each.to}`} className="pb-4">
                <p>
                  <span className="capitalize">{each.field}</span>: {each.from} → <strong>{each.to}</strong>
                </p>
                <p className="text-[0.875rem] text-soft">
                  <time dateTime={each.at}>{dateTime(each.at)}</time> · {words(each.reason)}
                </p>
                {each.note ? <p className="text-[0.9375rem]">{each.note}</p> : null}
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </div>
  )
}
