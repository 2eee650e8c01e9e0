import { Search as Icon } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useSearchKeys } from '../components/search/use-search-keys.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import type { FrameData } from './frame-data.ts'

// The dialog is loaded when somebody looks for something.
const FinderDialog = lazyPart(() => import('./finder-dialog.tsx'))

/** Search and commands: a button, `/`, Ctrl-K and ⌘K. Before scripts, and without any, a link to a page that does the same. */
export function Finder({ data }: { data: FrameData }) {
  const { open, used, show, close, takeEarly } = useSearchKeys()
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
      <button type="button" aria-keyshortcuts="/ Control+K Meta+K" aria-haspopup="dialog" className={`js-only flex ${face}`} onClick={show}>
        {label}
        <kbd aria-hidden className="rounded-sm border border-rule px-1.5 font-mono text-[0.75rem] max-lg:hidden">
          Ctrl K
        </kbd>
      </button>
      {used ? (
        <Suspense fallback={null}>
          <FinderDialog open={open} onClose={close} takeEarly={takeEarly} data={data} />
        </Suspense>
      ) : null}
    </div>
  )
}
