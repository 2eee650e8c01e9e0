import { Link } from 'react-router'
import { cn } from '../lib/cn.ts'

/** The product's own seal as a mask, so that it takes the colour of the theme. */
export function SealMark({ className, fine }: { className?: string; fine?: boolean }) {
  return (
    <span
      aria-hidden
      className={cn('inline-block shrink-0 bg-seal forced-color-adjust-none', className)}
      style={{ mask: `url(/seal${fine ? '' : '-small'}.svg) center / contain no-repeat` }}
    />
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <Link to="/" className={cn('inline-flex min-h-10 items-center gap-2.5', className)} aria-label="Sealwright, home">
      <SealMark className="size-8" />
      <span className="logo-word font-display text-[1.5rem] leading-none tracking-[-0.015em]">Sealwright</span>
    </Link>
  )
}
