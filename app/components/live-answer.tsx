import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { marketNames } from '../content/market-names.ts'
import { cn } from '../lib/cn.ts'
import { longDate } from '../lib/dates.ts'
import type { SandboxAnswer } from '../lib/sandbox.ts'
import { JsonView } from './json-view.tsx'

interface LiveRule {
  result: string
  message?: string | null
  citation?: { label: string; url?: string | null } | null
}

export interface Verification {
  verification_status?: string
  credential?: { id?: string; level?: string; hash?: string; expires_at?: string } | null
  markets?: Record<string, { usable: boolean; reason_codes: string[] }>
  decision?: { outcome?: string; reason_codes?: string[]; result_hash?: string; rules?: LiveRule[] }
  detail?: string
  title?: string
}

const outcomes = {
  allow: { Icon: CircleCheck, tone: 'text-verdigris', word: 'Allowed' },
  deny: { Icon: CircleX, tone: 'text-madder', word: 'Denied' },
  review: { Icon: Clock, tone: 'text-ochre', word: 'Sent to review' },
}

/** The sandbox's answer: outcome, reason, the five markets, and the whole JSON. */
export default function LiveAnswer({ answer, data }: { answer: SandboxAnswer; data: Verification }) {
  const outcome = outcomes[data.decision?.outcome as keyof typeof outcomes]
  const deciding = data.decision?.rules?.find((rule) => rule.message && (rule.result === 'fail' || rule.result === 'review'))
  const sealed = data.credential?.expires_at
    ? `Level ${data.credential.level}, sealed until ${longDate(data.credential.expires_at)}.`
    : undefined
  const reason = deciding?.message ?? sealed ?? data.detail ?? data.title
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {outcome ? (
          <span className={cn('inline-flex items-center gap-1.5 font-semibold', outcome.tone)}>
            <outcome.Icon className="size-4" aria-hidden /> {outcome.word}
          </span>
        ) : (
          <span className="font-semibold">{data.title ?? 'Answer'}</span>
        )}
        <span className="tabular font-mono text-[0.8125rem] text-soft">
          {answer.status} · {answer.ms} ms
        </span>
      </p>
      {reason ? <p className="mt-1 text-[0.9688rem] leading-snug">{reason}</p> : null}
      {deciding?.citation?.url ? (
        <p className="mt-1 text-[0.9063rem] leading-snug">
          <a className="link" href={deciding.citation.url} rel="noopener">
            {deciding.citation.label}
          </a>
        </p>
      ) : null}
      {data.markets ? (
        <ul className="mt-3 divide-y divide-rule border-rule border-y">
          {Object.entries(data.markets).map(([id, market], place) => (
            <li key={id} className="flex min-h-9 items-center justify-between gap-3 py-1 text-[0.9688rem]">
              {marketNames[id] ?? id}
              {market.usable ? (
                <span
                  key="yes"
                  className="flip inline-flex items-center gap-1.5 text-verdigris"
                  style={{ animationDelay: `${place * 90}ms` }}
                >
                  <CircleCheck className="size-4" aria-hidden /> usable
                </span>
              ) : (
                <span
                  key="no"
                  className="flip inline-flex min-w-0 items-center gap-1.5 text-madder"
                  style={{ animationDelay: `${place * 90}ms` }}
                >
                  <CircleX className="size-4 shrink-0" aria-hidden />
                  <span className="truncate font-mono text-[0.8125rem]">{market.reason_codes[0] ?? 'not usable'}</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <details className="group mt-3">
        <summary className="link inline-flex min-h-7 items-center text-[0.9375rem]">The whole answer</summary>
        <JsonView
          value={answer.data}
          className="mt-2 max-h-80 overflow-auto rounded-sm border border-rule bg-paper p-3 text-[0.75rem] leading-relaxed"
        />
      </details>
    </>
  )
}
