import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { Status, type Tone } from '../../ui/badge.tsx'

export interface DecisionBody {
  id?: string
  outcome?: string
  reason_codes?: string[]
  rules?: { code: string; result: string; message: string | null; citation: { label: string; url: string | null } | null }[]
  policy?: { id: string; version: string }
}

const tones: Record<string, Tone> = { allow: 'good', pass: 'good', deny: 'bad', fail: 'bad', review: 'waiting', warn: 'waiting' }
const words: Record<string, string> = { allow: 'Allowed', deny: 'Denied', review: 'Sent to review' }

/** The decision in words: its outcome, and each rule that spoke, with its source. */
export function Reasons({ decision }: { decision: DecisionBody }) {
  const outcome = decision.outcome ?? ''
  const rules = decision.rules ?? []
  return (
    <div className="mt-4 rounded-md border border-rule bg-raised px-5 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status tone={tones[outcome] ?? 'neutral'}>{words[outcome] ?? outcome}</Status>
        {decision.policy ? (
          <span className="font-mono text-[0.8125rem] text-soft">
            {decision.policy.id} {decision.policy.version}
          </span>
        ) : null}
      </p>
      {rules.length === 0 ? <p className="mt-2 text-[0.9688rem] text-soft">Every rule that applies passed.</p> : null}
      <ul>
        {rules.map((rule) => (
          <li key={rule.code} className="border-rule border-b py-2.5 last:border-b-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Status tone={tones[rule.result] ?? 'neutral'}>{rule.result.replaceAll('_', ' ')}</Status>
              <Link to={`/rules/${rule.code.toUpperCase()}`} className="link break-all font-mono text-[0.8125rem]">
                {rule.code}
              </Link>
            </p>
            {rule.message ? <p className="mt-1 text-[0.9688rem] leading-snug">{rule.message}</p> : null}
            {rule.citation ? (
              <p className="mt-1 text-[0.9375rem] text-soft">
                {rule.citation.url ? (
                  <a href={rule.citation.url} rel="noopener" className="inline-flex items-center gap-1.5 hover:text-ink hover:underline">
                    {rule.citation.label} <ExternalLink className="size-3.5" aria-hidden />
                  </a>
                ) : (
                  rule.citation.label
                )}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
