import { stateOf } from '#core/kernel/states.ts'
import type { OwnVerification } from '#core/portal/holders/verification.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { words } from '../../lib/format.ts'
import { Status } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { StateBadge } from '../state-badge.tsx'

const explained: Record<string, string> = {
  identity: 'Decided by the rules at once; a possible match is looked at by two people.',
  accreditation: 'A reviewer reads the evidence. A letter counts for three months.',
  documents: 'A reviewer reads each document.',
}

/** Where each part stands, and how it came there. */
export function VerificationHistory({ data }: { data: OwnVerification }) {
  const ended = data.accreditation?.ended_at
  return (
    <div className="grid gap-10">
      <Panel title="State">
        <ul>
          {Object.entries(data.statuses).map(([name, state]) => (
            <li key={name} className="border-rule border-b py-3">
              <div className="flex items-center justify-between gap-4">
                <span className="font-semibold capitalize">{name}</span>
                {name === 'accreditation' && ended ? (
                  <Status tone={stateOf('verification', 'ended').tone}>expired {shortDate(ended)}</Status>
                ) : (
                  <StateBadge of="verification" state={state} />
                )}
              </div>
              <p className="mt-1 text-[0.9375rem] text-soft">{explained[name]}</p>
              {name === 'accreditation' && ended ? (
                <p className="mt-1 text-[0.9375rem]">
                  <TextLink to="?step=accreditation">Bring a newer letter</TextLink>
                </p>
              ) : null}
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
