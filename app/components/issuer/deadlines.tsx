import { Link } from 'react-router'
import type { Deadline } from '#core/securities/offerings/deadlines.ts'
import { cn } from '../../lib/cn.ts'
import { shortDate } from '../../lib/dates.ts'
import { daysAway, plural } from '../../lib/format.ts'

const WORDS: Record<Deadline['kind'], (deadline: Deadline) => string> = {
  form_d: () => 'Form D is due',
  letter_expiring: () => 'An accreditation letter expires',
  letter_expired: () => 'An accreditation letter has expired',
  lockup_ending: (each) => `The lock-up of ${plural(each.count, 'lot')} ends`,
  offering_closes: () => 'The offering closes',
  reservation_ending: (each) => `${plural(each.count, 'investment')} not decided by then ${each.count === 1 ? 'is' : 'are'} cancelled`,
  mint_report: (each) => `${plural(each.count, 'mint')} not signed and reported by then ${each.count === 1 ? 'fails' : 'fail'}`,
  payment_due: (each) => `${plural(each.count, 'failed payment')} to be made good`,
}

/** What has a date, the nearest first; late and near ones say so in words. */
export function Deadlines({ deadlines, now }: { deadlines: Deadline[]; now: string }) {
  if (deadlines.length === 0) return <p className="text-soft">Nothing is due in the next 60 days.</p>
  return (
    <ul className="divide-y divide-rule border-rule border-y">
      {deadlines.map((each) => (
        <li key={each.id} className="flex items-baseline justify-between gap-4 py-2 text-[0.9375rem]">
          <span className="min-w-0">
            {WORDS[each.kind](each)}
            {each.offering_id ? (
              <>
                {': '}
                <Link to={`/issuer/offerings/${each.offering_id}${each.kind === 'mint_report' ? '?view=issuances' : ''}`} className="link">
                  {each.offering_name}
                </Link>
              </>
            ) : each.investor_id ? (
              <>
                {': '}
                <Link to={`/issuer/investors?q=${each.investor_id}`} className="link">
                  see the investor
                </Link>
              </>
            ) : null}
            {each.rule ? (
              <>
                {' · '}
                <Link
                  to={`/rules/${each.rule}`}
                  className="py-0.5 text-soft underline decoration-rule-strong underline-offset-4 hover:text-ink"
                >
                  rule
                </Link>
              </>
            ) : null}
          </span>
          <span className="tabular shrink-0 text-right">
            <span className={cn(each.days < 0 ? 'font-semibold text-madder' : each.days <= 7 ? 'font-semibold text-ochre' : 'text-soft')}>
              {daysAway(each.due, now)}
            </span>
            <span className="block text-[0.8125rem] text-soft">{shortDate(each.due)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
