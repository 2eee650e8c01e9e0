import { Link } from 'react-router'
import { capital, reasonWords } from '../../lib/decision-words.ts'
import { Status, type Tone } from '../../ui/badge.tsx'

export interface ShownRule {
  code: string
  result: string
  message: string | null
  citation: { label: string; url: string | null } | null
}

const looks: Record<string, { tone: Tone; word: string; order: number }> = {
  fail: { tone: 'bad', word: 'denies', order: 0 },
  needs_info: { tone: 'waiting', word: 'asks', order: 1 },
  review: { tone: 'waiting', word: 'to review', order: 2 },
  warn: { tone: 'waiting', word: 'warns', order: 3 },
  info: { tone: 'neutral', word: 'note', order: 4 },
  pass: { tone: 'good', word: 'holds', order: 5 },
}

/** What the rules said: each with its sentence, its page and the law it comes from. */
export function RuleList({ rules }: { rules: ShownRule[] }) {
  const sorted = [...rules].sort((a, b) => (looks[a.result]?.order ?? 9) - (looks[b.result]?.order ?? 9))
  return (
    <ul className="divide-y divide-rule border-rule border-y">
      {sorted.map((rule) => (
        <li key={rule.code} className="py-2.5 text-[0.9375rem] leading-snug">
          <p>
            <Status tone={looks[rule.result]?.tone ?? 'neutral'} className="mr-2">
              {looks[rule.result]?.word ?? rule.result}
            </Status>
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
