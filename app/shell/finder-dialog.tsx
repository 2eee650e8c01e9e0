import { ArrowRight } from 'lucide-react'
import type MiniSearch from 'minisearch'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSubmit } from 'react-router'
import type { FoundRecord } from '#core/portal/work/find.ts'
import { SearchField } from '../components/search/search-field.tsx'
import { useSearchQuery } from '../components/search/use-search-keys.ts'
import { useSignOut } from '../components/user-menu.tsx'
import { cn } from '../lib/cn.ts'
import { find, loadSearch, type SearchEntry } from '../lib/search.ts'
import { type Command, commandsOf, KINDS, matching } from './commands.ts'
import type { FrameData } from './frame-data.ts'
import { placed } from './navigation.ts'

interface Option {
  id: string
  title: string
  note: string
  go: () => void
}

const WAIT_MS = 160

/** What the back end finds for some words, asked for when somebody stops typing. The words go in the body: addresses are kept in logs and histories. */
function useFound(query: string): { found: FoundRecord[]; state: 'idle' | 'asking' | 'failed' } {
  const [answer, setAnswer] = useState<{ of: string; found: FoundRecord[] | null }>({ of: '', found: [] })
  const words = query.trim()
  useEffect(() => {
    if (words.length < 2) return
    const left = new AbortController()
    const timer = setTimeout(() => {
      fetch('/find/answers', { method: 'POST', body: new URLSearchParams({ q: words }), signal: left.signal })
        .then(async (response) => setAnswer({ of: words, found: response.ok ? ((await response.json()) as FoundRecord[]) : null }))
        .catch((error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'AbortError')) setAnswer({ of: words, found: null })
        })
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [words])
  if (words.length < 2) return { found: [], state: 'idle' }
  // Until the answer comes what was found for the words before stays, so that nothing jumps.
  return { found: answer.found ?? [], state: answer.of !== words ? 'asking' : answer.found === null ? 'failed' : 'idle' }
}

type Groups = [string, Option[]][]

/** What is offered for some words, by groups: records first, then acts and pages, then texts. */
function useGroups({
  found,
  query,
  texts,
  data,
  onClose,
}: {
  found: FoundRecord[]
  query: string
  texts: MiniSearch<SearchEntry> | null
  data: FrameData
  onClose: () => void
}): Groups {
  const navigate = useNavigate()
  const submit = useSubmit()
  const signOut = useSignOut()
  return useMemo(() => {
    const leave = (then: () => void) => () => {
      onClose()
      then()
    }
    const to = (href: string) => leave(() => void navigate(placed(href, data.environment)))
    const run = (command: Command) => {
      if (command.to) return to(command.to)
      if (command.act === 'sign_out') return leave(() => void signOut())
      if (command.act === 'theme')
        return leave(() => document.querySelector<HTMLButtonElement>('[aria-label^="Switch between light"]')?.click())
      return leave(
        () =>
          void submit(
            { environment: command.act ?? 'sandbox', next: location.pathname.replace(/\/[a-z]{3}_[0-9a-z]{26}.*$/, '') },
            { method: 'post', action: '/environment' },
          ),
      )
    }
    const records = Map.groupBy(found, (one) => one.kind)
    const all: Groups = [...records].map(([kind, some]) => [
      KINDS[kind],
      some.map((one) => ({ id: one.id, title: one.title, note: one.note, go: to(one.href) })),
    ])
    const commands = matching(commandsOf(data), query)
    for (const group of ['Act', 'Go to'] as const) {
      const some = commands.filter((command) => command.group === group).slice(0, query.trim() ? 6 : 40)
      all.push([
        group,
        some.map((command) => ({
          id: `${group} ${command.to ?? command.label}`,
          title: command.label,
          note: command.area,
          go: run(command),
        })),
      ])
    }
    if (texts)
      for (const { group, found: some } of find(texts, query))
        all.push([group, some.slice(0, 3).map((one) => ({ id: one.id, title: one.title, note: one.heading, go: to(one.href) }))])
    return all.filter(([, options]) => options.length > 0)
  }, [found, query, texts, data, navigate, submit, signOut, onClose])
}

/** Opens and closes the dialog, and loads the texts that are searched in it. */
function useDialog(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [texts, setTexts] = useState<MiniSearch<SearchEntry> | null>(null)
  // Before anything is pressed again: what is typed on goes into the field.
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open) dialog.current?.close()
    // Without them everything else is found.
    if (open) loadSearch().then(setTexts, () => null)
  }, [open])
  return { dialog, texts }
}

interface FinderDialogProps {
  open: boolean
  onClose: () => void
  /** What was typed before this was loaded. */
  takeEarly: () => string
  data: FrameData
}

/** A combobox over people, records, pages, acts and texts: arrows choose, Enter goes there, Escape closes. */
export default function FinderDialog({ open, onClose, takeEarly, data }: FinderDialogProps) {
  const { dialog, texts } = useDialog(open)
  const [query, setQuery] = useSearchQuery(open, takeEarly)
  const [active, setActive] = useState(0)
  const { found, state } = useFound(open ? query : '')
  // Enter was pressed before the answer came: it is done with that.
  const [pressed, setPressed] = useState(false)

  const groups = useGroups({ found, query, texts, data, onClose })
  const flat = groups.flatMap(([, options]) => options)
  const at = Math.min(active, flat.length - 1)
  const chosen = flat[at]
  useEffect(() => {
    if (pressed && state !== 'asking') chosen?.go()
    if (state !== 'asking') setPressed(false)
  }, [pressed, state, chosen])

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step && flat.length > 0) {
      event.preventDefault()
      setActive((at + step + flat.length) % flat.length)
    }
    // What was typed last is answered first: nobody goes where the words before led.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (state === 'asking' && !commandFirst(groups)) setPressed(true)
      else chosen?.go()
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click beside the panel is a convenience; Escape closes too
    <dialog
      ref={dialog}
      aria-label="Search and commands"
      onClose={() => {
        setQuery('')
        setActive(0)
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-transparent p-3 backdrop:bg-[rgb(9_14_24/0.55)] sm:pt-[10dvh]"
    >
      <div className="mx-auto flex max-h-full max-w-2xl flex-col overflow-hidden rounded-lg border border-rule bg-raised text-ink shadow-lift sm:max-h-[72dvh]">
        <SearchField
          label="Search people, wallets, decisions, offerings, documents, pages and acts"
          placeholder="A name, an id, an address, a page"
          list="finder-results"
          query={query}
          chosen={chosen ? `finder-${at}` : undefined}
          onType={(typed) => {
            setQuery(typed)
            setActive(0)
            setPressed(false)
          }}
          onKeyDown={onKeyDown}
          onClose={onClose}
        />
        <Results groups={groups} at={at} setActive={setActive} />
        <p
          aria-live="polite"
          className={cn(
            'shrink-0 border-rule border-t px-4 py-2.5 text-[0.875rem] text-soft',
            flat.length > 0 && state === 'idle' && 'sr-only',
          )}
        >
          {told(state, flat.length)}
        </p>
      </div>
    </dialog>
  )
}

function Results({ groups, at, setActive }: { groups: Groups; at: number; setActive: (index: number) => void }) {
  const list = useRef<HTMLDivElement>(null)
  const flat = groups.flatMap(([, options]) => options)
  const chosen = flat[at]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is chosen
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id="finder-results" role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto pb-1">
      {groups.map(([group, options]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden className="eyebrow sticky top-0 bg-raised px-4 pt-3 pb-1">
            {group}
          </p>
          {options.map((option) => {
            const index = flat.indexOf(option)
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the chosen one
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
              <div
                key={option.id}
                id={`finder-${index}`}
                role="option"
                aria-selected={index === at}
                onClick={option.go}
                onPointerMove={() => setActive(index)}
                className={cn(
                  'flex min-h-10 cursor-pointer items-baseline gap-3 border-l-2 px-4 py-1.5 leading-snug',
                  index === at ? 'border-seal bg-sunk' : 'border-transparent',
                )}
              >
                <span className="min-w-0 truncate">
                  <bdi>{option.title}</bdi>
                </span>
                <span className="min-w-0 flex-1 truncate text-[0.875rem] text-soft">{option.note}</span>
                {index === at ? <ArrowRight className="size-3.5 shrink-0 self-center text-soft" aria-hidden /> : null}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function told(state: 'idle' | 'asking' | 'failed', results: number): string {
  return state === 'failed'
    ? 'Records could not be searched. Check your connection and try again.'
    : state === 'asking'
      ? 'Searching…'
      : results === 0
        ? 'Nothing matches. Names are looked for among the newest 500; an id, an address or a whole e-mail address finds everyone.'
        : `${results} results`
}

/** Pages and acts are known at once: Enter need not wait where nothing else was found for the words before. */
const commandFirst = (groups: Groups) => groups[0]?.[0] === 'Act' || groups[0]?.[0] === 'Go to'
