import { type RosetteDetail, rosette } from '#credentials/rosette.ts'
import { cn } from '../lib/cn.ts'

/** The guilloché seal of a credential, drawn from its hash: the same hash gives the same seal everywhere. */
export function Seal({ hash, detail, className, title }: { hash: string; detail?: RosetteDetail; className?: string; title?: string }) {
  const { viewBox, paths } = rosette(hash, detail)
  const label = title ?? `Seal of ${hash.slice(0, 10)}`
  return (
    <svg viewBox={viewBox} className={cn('block text-seal', className)} role="img" aria-label={label}>
      <title>{label}</title>
      {paths.map((path) =>
        path.fill ? (
          <path key={path.d} d={path.d} fill="currentColor" fillRule="evenodd" opacity={path.opacity} />
        ) : (
          <path
            key={path.d}
            d={path.d}
            fill="none"
            stroke="currentColor"
            strokeWidth={path.width}
            strokeLinejoin="round"
            opacity={path.opacity}
          />
        ),
      )}
    </svg>
  )
}
