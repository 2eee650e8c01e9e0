import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { cn } from '../lib/cn.ts'

/**
 * A button that opens a panel, built on `details`: it works before and without scripts. With them it also closes on Escape,
 * on a click elsewhere, when focus leaves it, and when the page changes.
 */
export function Disclosure({
  label,
  summary,
  children,
  className,
  summaryClassName,
  panelClassName,
  onToggle,
}: {
  label?: string
  summary: ReactNode
  children: ReactNode
  className?: string
  summaryClassName?: string
  panelClassName?: string
  onToggle?: (open: boolean) => void
}) {
  const ref = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)
  useEffect(() => {
    // Not on arrival: it may have been opened before the scripts came.
    if (ref.current && shownAt.current !== pathname) ref.current.open = false
    shownAt.current = pathname
  }, [pathname])
  useEffect(() => {
    const close = (event: Event) => {
      const details = ref.current
      if (!details?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        details.open = false
        details.querySelector('summary')?.focus()
      } else if (event.target instanceof Node && !details.contains(event.target)) {
        details.open = false
      }
    }
    document.addEventListener('keydown', close)
    document.addEventListener('pointerdown', close)
    return () => {
      document.removeEventListener('keydown', close)
      document.removeEventListener('pointerdown', close)
    }
  }, [])
  return (
    <details
      ref={ref}
      className={cn('group', className)}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false
      }}
    >
      <summary className={summaryClassName} aria-label={label}>
        {summary}
      </summary>
      <div className={panelClassName}>{children}</div>
    </details>
  )
}
