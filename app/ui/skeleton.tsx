import { cn } from '../lib/cn.ts'

/** Takes the final shape of what is loading, so that nothing moves. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('skeleton block rounded-sm', className)} />
}
export function SkeletonRows({ rows = 5, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div role="status" aria-label="Loading..." className="divide-y divide-rule">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={row} className="grid gap-4 py-3.5" style={{ gridTemplateColumns: `2fr repeat(${columns - 1}, 1fr)` }}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells are alike and never move
            <Skeleton key={column} className="h-4" />
          ))}
        </div>
      ))}
    </div>
  )
}
