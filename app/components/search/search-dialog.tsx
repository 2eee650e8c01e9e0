import type MiniSearch from 'minisearch'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { find, loadSearch, type SearchEntry } from '../../lib/search.ts'
import { SearchField } from './search-field.tsx'
import { useSearchQuery } from './use-search-keys.ts'

/** A combobox over everything that is written: arrows choose, Enter goes there, Escape closes. */
export default function SearchDialog({ open, onClose, takeEarly }: { open: boolean; onClose: () => void; takeEarly: () => string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const [search, setSearch] = useState<MiniSearch<SearchEntry> | 'failed' | null>(null)
  const [query, setQuery] = useSearchQuery(open, takeEarly)
  const [active, setActive] = useState(0)

  // Before anything is pressed again: what is typed on goes into the field.
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open) dialog.current?.close()
    if (open)
      loadSearch()
        .then(setSearch)
        .catch(() => setSearch('failed'))
  }, [open])
  const groups = useMemo(() => (search && search !== 'failed' ? find(search, query) : []), [search, query])
  const flat = groups.flatMap((group) => group.found)
  const chosen = flat[Math.min(active, flat.length - 1)]
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function onKeyDown(event: React.KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step && flat.length > 0) {
      event.preventDefault()
      setActive((Math.min(active, flat.length - 1) + step + flat.length) % flat.length)
    }
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onClose()
      void navigate(chosen.href)
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click beside the panel is a convenience; Escape closes too
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-transparent p-4 backdrop:bg-[rgb(9_14_24/0.6)] sm:pt-[12dvh]"
    >
      <div className="mx-auto flex max-h-full max-w-2xl flex-col overflow-hidden rounded-md border border-rule bg-raised text-ink shadow-lift sm:max-h-[70dvh]">
        <SearchField
          label="Search documentation, reference, errors, rules and blog"
          placeholder="Search"
          list="search-results"
          query={query}
          chosen={chosen ? `found-${flat.indexOf(chosen)}` : undefined}
          onType={(typed) => {
            setQuery(typed)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          onClose={onClose}
        />
        <div ref={list} id="search-results" role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto">
          {groups.map(({ group, found }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
            <div key={group} role="group" aria-label={group}>
              <p aria-hidden className="eyebrow sticky top-0 bg-raised px-4 pt-3 pb-1.5">
                {group}
              </p>
              {found.map((item) => (
                <Link
                  key={item.id}
                  id={`found-${flat.indexOf(item)}`}
                  to={item.href}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === chosen}
                  onClick={onClose}
                  onPointerMove={() => setActive(flat.indexOf(item))}
                  className={cn('block border-l-2 px-4 py-2 leading-snug', item === chosen ? 'border-seal bg-sunk' : 'border-transparent')}
                >
                  <span className={cn('font-semibold', /^(Errors|Rules|Reference)$/.test(group) && 'break-all font-mono text-[0.875rem]')}>
                    {item.title}
                  </span>
                  {item.heading ? <span className="text-soft"> · {item.heading}</span> : null}
                  {item.excerpt ? <span className="block truncate text-[0.9063rem] text-soft">{item.excerpt}</span> : null}
                </Link>
              ))}
            </div>
          ))}
        </div>
        <p aria-live="polite" className={cn('px-4 py-3 text-[0.9375rem] text-soft', flat.length > 0 && 'sr-only')}>
          {search === 'failed'
            ? 'The search could not be loaded. Try again in a moment.'
            : query.trim() === ''
              ? 'Type a word, a path, an error code or a rule.'
              : search === null
                ? 'Loading…'
                : flat.length === 0
                  ? 'Nothing matches.'
                  : `${flat.length} results`}
        </p>
      </div>
    </dialog>
  )
}
