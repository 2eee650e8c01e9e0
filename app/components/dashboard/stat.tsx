import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { count } from '../../lib/format.ts'

/** A row of figures between hairlines. */
export function StatRow({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl
      className={cn(
        'grid grid-cols-2 border-rule border-y sm:grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] [&>div]:border-rule max-sm:[&>div:nth-child(n+3)]:border-t max-sm:[&>div:nth-child(odd)]:pl-0 sm:[&>div+div]:border-l sm:[&>div:first-child]:pl-0 max-sm:[&>div:nth-child(even)]:border-l',
        className,
      )}
    >
      {children}
    </dl>
  )
}

/** One figure that matters. With `to` it opens the rows behind it. */
export function Stat({ label, value, note, to }: { label: string; value: ReactNode; note?: ReactNode; to?: string }) {
  return (
    <div className="relative min-w-0 px-4 py-4">
      <dt className="text-[0.9375rem] text-soft">
        {to ? (
          <Link
            to={to}
            prefetch="intent"
            className="inline-flex min-h-6 min-w-6 items-center after:absolute after:inset-0 hover:text-ink hover:underline"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="mt-1 break-words font-display text-[1.5rem] leading-tight sm:text-[1.75rem]">
        {typeof value === 'number' ? count(value) : value}
      </dd>
      {note ? <dd className="mt-1 text-[0.875rem] text-soft leading-snug">{note}</dd> : null}
    </div>
  )
}
