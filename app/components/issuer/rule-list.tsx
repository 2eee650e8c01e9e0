import { Link } from 'react-router'
import type { StateName } from '#core/kernel/states.ts'
import { capital, reasonWords } from '../../lib/decision-words.ts'
import { StateBadge } from '../state-badge.tsx'

export interface ShownRule {
  code: string
  result: string
  message: string | null
  citation: { label: string; url: string | null } | null
}

/** What stands in the way first. */
const ORDER = ['fail', 'needs_info', 'review', 'warn', 'info', 'pass']
const placeOf = ({ result }: ShownRule) => (ORDER.includes(result) ? ORDER.indexOf(result) : ORDER.length)

/** What the rules said: each with its sentence, its page and the law it comes from. */
export function RuleList({ rules }: { rules: ShownRule[] }) {
  const sorted = [...rules].sort((a, b) => placeOf(a) - placeOf(b))
  return (
    <ul className="divide-y divide-rule border-rule border-y">
      {sorted.map((rule) => (
        <li key={rule.code} className="py-2.5 text-[0.9375rem] leading-snug">
          <p>
            <StateBadge of="rule" state={rule.result as StateName<'rule'>} className="mr-2" />
            {rule.message ?? capital(reasonWords(rule.code))}
          </p>
          <p className="mt-1 flex flex-wrap gap-x-3 text-[0.8125rem] text-soft">
            <Link
              to={`/rules/${rule.code}`}
              className="inline-flex min-h-6 items-center underline decoration-rule-strong underline-offset-4 hover:text-ink"
            >
              {reasonWords(rule.code)}
            </Link>
            {rule.citation ? (
              rule.citation.url ? (
                <a href={rule.citation.url} rel="noreferrer" className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
                  {rule.citation.label}
                </a>
              ) : (
                <span className="inline-flex min-h-6 items-center">{rule.citation.label}</span>
              )
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  )
}
