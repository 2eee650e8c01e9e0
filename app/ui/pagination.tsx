import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '../lib/cn.ts'

/** Page links that keep their place in the address, so that Back works. */
export function Pagination({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => string }) {
  if (pages <= 1) return null
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages)
  const box = 'inline-flex h-9 min-w-9 items-center justify-center rounded-md px-2 tabular text-[0.9375rem] hover:bg-sunk'
  return (
    <nav aria-label="Pages" className="flex items-center gap-1">
      {page > 1 ? (
        <Link to={hrefOf(page - 1)} className={box} aria-label="Previous page" rel="prev">
          <ChevronLeft className="size-4" aria-hidden />
        </Link>
      ) : null}
      {near.map((n, index) => (
        <span key={n} className="flex items-center">
          {index > 0 && n - near[index - 1]! > 1 ? <span className="px-1 text-soft">…</span> : null}
          <Link
            to={hrefOf(n)}
            aria-current={n === page ? 'page' : undefined}
            className={cn(box, n === page && 'border border-ink font-semibold')}
          >
            {n}
          </Link>
        </span>
      ))}
      {page < pages ? (
        <Link to={hrefOf(page + 1)} className={box} aria-label="Next page" rel="next">
          <ChevronRight className="size-4" aria-hidden />
        </Link>
      ) : null}
    </nav>
  )
}
