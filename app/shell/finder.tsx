import { Search as Icon } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../lib/lazy-part.ts'
import type { FrameData } from './frame-data.ts'

// The dialog is loaded when somebody looks for something.
const FinderDialog = lazyPart(() => import('./finder-dialog.tsx'))

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Search and commands: a button, `/`, Ctrl-K and ⌘K. Before scripts, and without any, a link to a page that does the same. */
export function Finder({ data }: { data: FrameData }) {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target)
      const chord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!slash && !chord) return
      event.preventDefault()
      setUsed(true)
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const face =
    'h-9 min-w-0 items-center gap-2 rounded-md text-[0.9375rem] text-soft hover:bg-sunk hover:text-ink sm:w-full sm:max-w-88 sm:border sm:border-rule sm:bg-raised sm:px-3 max-sm:size-10 max-sm:justify-center'
  const label = (
    <>
      <Icon className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 truncate text-left max-sm:sr-only">Search or go to</span>
    </>
  )
  return (
    <div className="flex min-w-0 flex-1 max-sm:justify-end">
      <Link to="/find" className={`no-js-only flex ${face}`}>
        {label}
      </Link>
      <button
        type="button"
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-haspopup="dialog"
        className={`js-only flex ${face}`}
        onClick={() => {
          setUsed(true)
          setOpen(true)
        }}
      >
        {label}
        <kbd aria-hidden className="rounded-sm border border-rule px-1.5 font-mono text-[0.75rem] max-lg:hidden">
          Ctrl K
        </kbd>
      </button>
      {used ? (
        <Suspense fallback={null}>
          <FinderDialog open={open} onClose={() => setOpen(false)} data={data} />
        </Suspense>
      ) : null}
    </div>
  )
}
