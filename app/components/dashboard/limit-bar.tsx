import { type ReactNode, useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { percent } from '../../lib/format.ts'

/** How much of a limit is used. The state is said in words as well: nothing is told by colour alone. */
export function LimitBar({
  label,
  value,
  limit,
  shown,
  shownLimit,
  note,
  kind = 'limit',
}: {
  label: ReactNode
  value: string
  /** Null means there is no limit. */
  limit: string | null
  shown?: string
  shownLimit?: string
  note?: ReactNode
  /** A limit warns as it fills; a goal does not. */
  kind?: 'limit' | 'goal'
}) {
  const used = limit === null ? null : limit === '0' ? (value === '0' ? 0 : 100) : percent(value, limit)
  const full = used !== null && used >= 100
  const near = kind === 'limit' && used !== null && used >= 80
  const id = useId()
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
        <span id={id} className="font-semibold">
          {label}
        </span>
        <span className="tabular text-right">
          {shown ?? value} <span className="whitespace-nowrap text-soft">{limit === null ? 'no limit' : `of ${shownLimit ?? limit}`}</span>
        </span>
      </div>
      {used === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: the browser's own meter cannot take the tokens' colours
        <div
          className="mt-1.5 h-2 overflow-hidden rounded-full bg-sunk ring-1 ring-rule"
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, used)}
          aria-valuetext={`${used} % used`}
        >
          <div
            className={cn(
              'h-full forced-color-adjust-none',
              kind === 'goal' ? 'bg-verdigris' : full ? 'bg-madder' : near ? 'bg-ochre' : 'bg-ink',
            )}
            style={{ width: `${Math.min(100, used)}%` }}
          />
        </div>
      )}
      {note || (kind === 'limit' && limit !== '0' && near) ? (
        <p className="mt-1 text-[0.875rem] text-soft">
          {kind === 'limit' && limit !== '0' && near ? (
            <strong className="text-ink">{full ? 'Limit reached. ' : 'Close to the limit. '}</strong>
          ) : null}
          {note}
        </p>
      ) : null}
    </div>
  )
}
