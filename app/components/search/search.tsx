import { Search as Icon } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useSearchKeys } from './use-search-keys.ts'

// The dialog and its index are loaded when somebody searches.
const SearchDialog = lazyPart(() => import('./search-dialog.tsx'))

/** The search of documentation, reference, rules and blog: a button, `/` and Ctrl-K. */
export function Search() {
  const { open, used, show, close, takeEarly } = useSearchKeys()
  return (
    <>
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="/ Control+K"
        title="Search (/ or Ctrl-K)"
        className="js-only inline-flex size-10 items-center justify-center rounded-md hover:bg-sunk"
        onClick={show}
      >
        <Icon className="size-[1.15rem]" aria-hidden />
      </button>
      {used ? (
        <Suspense fallback={null}>
          <SearchDialog open={open} onClose={close} takeEarly={takeEarly} />
        </Suspense>
      ) : null}
    </>
  )
}
