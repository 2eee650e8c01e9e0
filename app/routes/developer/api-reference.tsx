import { Search } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { OperationCard } from '../../components/operation-card.tsx'
import { PageHero } from '../../components/section.tsx'
import { cn } from '../../lib/cn.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { headsOf, type OpenApi, type ReferenceOperation } from '../../lib/reference.ts'
import { serverContext } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/api-reference.ts'

const EventList = lazyPart(() => import('../../components/event-list.tsx').then((module) => ({ default: module.EventList })))

const seo = {
  title: 'API reference: every operation with fields and examples',
  description: 'The Sealwright compliance API by market: each operation with its path, scope, fields, answers and a request that works.',
}
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    ...seo,
    jsonLd: [{ '@type': 'TechArticle', headline: seo.title, url: `${originOf(args.matches)}/developer/api-reference` }],
  })

const hero = {
  title: 'API reference',
  lead: 'Made from the same description that the server validates requests with, so it cannot differ from what the API does.',
  actions: [
    { label: 'Try Playground', href: '/developer/api-playground' },
    { label: 'Get API Key', href: '/developer/api-keys' },
  ],
}
const tabs = [
  { id: 'securities', name: 'Securities' },
  { id: 'stablecoins', name: 'Stablecoins' },
  { id: 'nfts', name: 'NFTs' },
  { id: 'defi', name: 'DeFi' },
  { id: 'gaming', name: 'Gaming' },
  { id: 'platform', name: 'Platform' },
  { id: 'events', name: 'Webhook events' },
]
const downloads = [
  { label: 'OpenAPI 3.1', href: '/downloads/sealwright.openapi.json' },
  { label: 'Postman collection', href: '/downloads/sealwright.postman_collection.json' },
  { label: 'Bruno collection', href: '/downloads/sealwright.bruno.json' },
]

/** What each operation is and takes stands in the page; what it answers is read when a reader comes near it. */
export function loader({ context, request }: Route.LoaderArgs) {
  const server = context.get(serverContext)!
  return {
    heads: headsOf(server.openApi()),
    events: server.verbs.listEventTypes(),
    // Texts come with the page instead of its script.
    hero,
    tabs,
    downloads,
    /** For a reader without scripts. */
    asked: new URL(request.url).searchParams.get('market') ?? '',
  }
}
export const shouldRevalidate = () => false

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`
const words = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean)

export default function ApiReference({ loaderData: { heads, events, hero, tabs, downloads, asked } }: Route.ComponentProps) {
  const [operations, setOperations] = useState<Map<string, ReferenceOperation> | null>(null)
  const mentions = useRef<typeof import('../../lib/reference.ts').mentions>(null)
  const [failed, setFailed] = useState(false)
  const [origin, setOrigin] = useState('')
  const [query, setQuery] = useState('')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const reading = useRef(false)

  const load = useCallback(async () => {
    if (reading.current) return
    reading.current = true
    setFailed(false)
    try {
      const [response, reference] = await Promise.all([fetch('/api/v1/openapi.json'), import('../../lib/reference.ts')])
      if (!response.ok) throw new Error(`The description of the API was answered with ${response.status}`)
      const document = (await response.json()) as OpenApi
      mentions.current = reference.mentions
      setOperations(new Map(reference.operationsOf(document).map((operation) => [operation.id, operation])))
    } catch {
      reading.current = false
      setFailed(true)
    }
  }, [])
  useEffect(() => setOrigin(location.origin), [])

  // The address names a market or one operation of it. The server does not see that part, so it counts only in the browser.
  const wanted = (origin && decodeURIComponent(hash.slice(1))) || asked
  const market = tabs.some((tab) => tab.id === wanted)
    ? wanted
    : events.some((event) => `event.${event.type}` === wanted)
      ? 'events'
      : (heads.find((head) => head.id === wanted)?.market ?? 'securities')
  const searching = query.trim() !== ''
  const shown = useMemo(
    () =>
      heads.filter((head) => {
        if (!searching) return head.market === market
        const whole = operations?.get(head.id)
        // Until the description is there, what stands in the page is searched.
        return whole && mentions.current
          ? mentions.current(whole, query)
          : words(query).every((word) => JSON.stringify(head).toLowerCase().includes(word))
      }),
    [heads, operations, market, query, searching],
  )
  const shownEvents = searching
    ? events.filter((event) => words(query).every((word) => `${event.type} ${event.when}`.toLowerCase().includes(word)))
    : market === 'events'
      ? events
      : []
  // The cards above what is wanted grow as they are read: it is held in view until they have, or until the reader moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is drawn only once its market is
  useEffect(() => {
    const panel = document.getElementById('operations')
    if (!wanted || !panel || tabs.some((tab) => tab.id === wanted)) return
    const held = new ResizeObserver(() => document.getElementById(wanted)?.scrollIntoView({ behavior: 'instant' }))
    held.observe(panel)
    const release = () => held.disconnect()
    const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
    for (const move of moves) addEventListener(move, release, { once: true, passive: true })
    const timer = setTimeout(release, 4_000)
    return () => {
      release()
      clearTimeout(timer)
      for (const move of moves) removeEventListener(move, release)
    }
  }, [wanted, market])

  // On a telephone the chosen tab may lie outside the row.
  useEffect(() => {
    const tab = document.getElementById(market)
    if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 16
  }, [market])

  const choose = (id: string) => {
    setQuery('')
    void navigate(`#${id}`, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <PageHero hero={hero} seal={false}>
        <p className="mt-5 text-[0.9688rem] text-soft">
          To download:{' '}
          {downloads.map(({ label, href }, index) => (
            <span key={href}>
              {index > 0 ? ' · ' : ''}
              <a href={href} download className="link">
                {label}
              </a>
            </span>
          ))}
          . All paths also work under /api/v1.
        </p>
      </PageHero>
      <div className="shell mt-10 pb-20">
        <search className="js-only mb-6 block max-w-md">
          <label htmlFor="reference-search" className="relative block">
            <span className="sr-only">Search operations, fields, errors and events</span>
            <Search className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-soft" aria-hidden />
            <Input
              id="reference-search"
              type="search"
              placeholder="Operation, field, error, scope or event"
              className="pl-9"
              value={query}
              onFocus={() => void load()}
              onChange={(event) => setQuery(event.target.value)}
            />
          </label>
        </search>
        <div role="tablist" aria-label="Market" className="flex gap-1 overflow-x-auto border-rule border-b">
          {tabs.map((tab, index) => (
            <button
              key={tab.id}
              id={tab.id}
              type="button"
              role="tab"
              aria-selected={!searching && tab.id === market}
              aria-controls="operations"
              tabIndex={tab.id === market ? 0 : -1}
              onClick={() => choose(tab.id)}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
                if (!step) return
                const next = tabs[(index + step + tabs.length) % tabs.length]!
                choose(next.id)
                document.getElementById(next.id)?.focus()
              }}
              className={cn(
                '-outline-offset-2 min-h-11 whitespace-nowrap border-b-2 px-4 font-semibold text-[0.9688rem]',
                !searching && tab.id === market ? 'border-seal text-ink' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {tab.name}
            </button>
          ))}
        </div>
        <div id="operations" role="tabpanel" aria-labelledby={market} className="pt-8">
          <h2 className="sr-only">{searching ? 'Found' : tabs.find((tab) => tab.id === market)?.name}</h2>
          {searching ? (
            <p className="mb-6 text-soft" aria-live="polite">
              {counted(shown.length, 'operation')}, {counted(shownEvents.length, 'event')}
            </p>
          ) : null}
          {failed ? (
            <div className="mb-8">
              <Alert tone="error">
                The description of the API could not be read, so answers and samples are missing below. The API itself may still work.{' '}
                <Button variant="link" size="sm" className="h-8" onClick={load}>
                  Try again
                </Button>
              </Alert>
            </div>
          ) : null}
          <noscript>
            <p className="mb-8 text-soft">
              Markets:{' '}
              {tabs.map((tab, index) => (
                <span key={tab.id}>
                  {index > 0 ? ' · ' : ''}
                  <a href={`?market=${tab.id}`} className="link">
                    {tab.name}
                  </a>
                </span>
              ))}
              . Answers, errors and samples need JavaScript here; they are also in the OpenAPI document above.
            </p>
          </noscript>
          {shown.length > 0 ? (
            <nav aria-label="Operations" className="mb-8">
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-10 sm:grid-cols-2">
                {shown.map((head) => (
                  <li key={head.id}>
                    <a href={`#${head.id}`} className="flex min-h-8 items-baseline gap-3 hover:text-seal">
                      <code className="w-14 shrink-0 text-[0.75rem] text-seal">{head.method}</code>
                      <span className="min-w-0 truncate">{head.summary}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ) : null}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {shown.map((head) => (
              <OperationCard key={head.id} head={head} operation={operations?.get(head.id) ?? null} origin={origin} onNear={load} />
            ))}
          </div>
          {shownEvents.length > 0 ? (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <EventList events={shownEvents} />
            </Suspense>
          ) : null}
          {searching && shown.length + shownEvents.length === 0 ? <p className="text-soft">Nothing matches.</p> : null}
        </div>
      </div>
    </>
  )
}
