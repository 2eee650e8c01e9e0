import type { DecisionInside } from '#core/portal/decisions/read.ts'
import type { DecisionSeen } from '#core/portal/decisions/view.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { Status } from '../../ui/badge.tsx'
import { Part } from './section.tsx'

const HOUR = 3_600

const age = (seconds: number): string =>
  seconds < 2 * HOUR
    ? `${Math.round(seconds / 60)} min`
    : seconds < 72 * HOUR
      ? `${Math.round(seconds / HOUR)} hours`
      : `${Math.round(seconds / HOUR / 24)} days`

/** Identity is as old as that of a party, which the answer names by its place in the call. */
const PARTIES: Readonly<Record<string, string>> = { subject: 'of the person', from: 'of the sender', to: 'of the recipient' }

/** The versions of the lists that were read, and how old the data was as it was decided. */
export function ListsUsed({ seen, ages }: { seen: DecisionSeen; ages: DecisionInside['ages'] }) {
  if (seen.lists.length === 0 && ages.length === 0) return null
  return (
    <Part id="lists" title="Lists and versions" lead="What was in force at that moment; a later version changes no decision that was made.">
      <ul className="text-[0.9375rem]">
        {seen.lists.map((list) => (
          <li key={`${list.source} ${list.version}`} className="flex flex-wrap gap-x-4 border-rule border-b py-2">
            <span className="font-semibold">{list.source}</span>
            <span className="break-all font-mono text-[0.8125rem]">{list.version}</span>
            {list.published_at ? <span className="text-soft">published {shortDate(list.published_at)}</span> : null}
            {list.loaded_at ? <span className="text-soft">confirmed {dateTime(list.loaded_at)} UTC</span> : null}
            {list.sha256 ? <span className="w-full break-all font-mono text-[0.75rem] text-soft">{list.sha256}</span> : null}
          </li>
        ))}
      </ul>
      {ages.length > 0 ? (
        <>
          <h3 className="mt-5 font-semibold">How old the data was</h3>
          <ul className="mt-1 text-[0.9375rem]">
            {ages.map((one) => (
              <li key={one.data} className="flex flex-wrap items-center gap-x-3 border-rule border-b py-2">
                <span className="first-letter:uppercase">{one.data.replaceAll('_', ' ')}</span>
                <Status tone={one.within ? 'good' : 'bad'}>{age(one.age_seconds)}</Status>
                <span className="text-soft">
                  {PARTIES[one.source] ?? one.source}
                  {one.budget_seconds === null ? '; you set no limit' : `; your limit ${age(one.budget_seconds)}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Part>
  )
}
