import { Search as Icon } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'

// The dialog and its index are loaded when somebody searches.
const SearchDialog = lazyPart(() => import('./search-dialog.tsx'))

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The search of documentation, reference, rules and blog: a button, `/` and Ctrl-K. */
export function Search() {
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
  return (
    <>
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="/ Control+K"
        title="Search (/ or Ctrl-K)"
        className="js-only inline-flex size-10 items-center justify-center rounded-md hover:bg-sunk"
        onClick={() => {
          setUsed(true)
          setOpen(true)
        }}
      >
        <Icon className="size-[1.15rem]" aria-hidden />
      </button>
      {used ? (
        <Suspense fallback={null}>
          <SearchDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
