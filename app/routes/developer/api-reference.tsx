import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { OperationCard } from '../../components/operation-card.tsx'
import { PageHero } from '../../components/section.tsx'
import { cn } from '../../lib/cn.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { type OpenApi, operationsOf, type ReferenceOperation } from '../../lib/reference.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { Route } from './+types/api-reference.ts'

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
]

export default function ApiReference() {
  const [operations, setOperations] = useState<ReferenceOperation[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [origin, setOrigin] = useState('')
  const { hash } = useLocation()
  const navigate = useNavigate()

  const load = useCallback(async () => {
    setFailed(false)
    try {
      const response = await fetch('/api/v1/openapi.json')
      if (!response.ok) throw new Error(`The description of the API was answered with ${response.status}`)
      setOperations(operationsOf((await response.json()) as OpenApi))
    } catch {
      setFailed(true)
    }
  }, [])
  useEffect(() => {
    setOrigin(location.origin)
    void load()
  }, [load])

  // The address names a market or one operation of it. The server does not see that part, so it counts only once all is loaded.
  const wanted = operations ? decodeURIComponent(hash.slice(1)) : ''
  const market = tabs.some((tab) => tab.id === wanted)
    ? wanted
    : (operations?.find((operation) => operation.id === wanted)?.market ?? 'securities')
  const shown = useMemo(() => operations?.filter((operation) => operation.market === market) ?? [], [operations, market])
  useEffect(() => {
    if (shown.some((operation) => operation.id === wanted)) document.getElementById(wanted)?.scrollIntoView()
  }, [shown, wanted])

  const choose = (id: string) => navigate(`#${id}`, { replace: true, preventScrollReset: true })
  return (
    <>
      <PageHero hero={hero} seal={false}>
        <p className="mt-5 text-[0.9688rem] text-soft">
          For machines:{' '}
          <a href="/api/v1/openapi.json" className="link">
            OpenAPI 3.1
          </a>
          . All paths also work under /api/v1.
        </p>
      </PageHero>
      <div className="shell mt-10">
        <div role="tablist" aria-label="Market" className="flex gap-1 overflow-x-auto border-rule border-b">
          {tabs.map((tab, index) => (
            <button
              key={tab.id}
              id={tab.id}
              type="button"
              role="tab"
              aria-selected={tab.id === market}
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
                'min-h-11 border-b-2 px-4 font-semibold text-[0.9688rem]',
                tab.id === market ? 'border-seal text-ink' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {tab.name}
            </button>
          ))}
        </div>
        <div id="operations" role="tabpanel" aria-labelledby={market} className="pt-8">
          <h2 className="sr-only">{tabs.find((tab) => tab.id === market)?.name}</h2>
          {failed ? (
            <ErrorState title="The description of the API could not be read" onRetry={load}>
              The API itself may still work.
            </ErrorState>
          ) : operations ? (
            <>
              <nav aria-label="Operations" className="mb-8">
                <ul className="grid gap-x-10 sm:grid-cols-2">
                  {shown.map((operation) => (
                    <li key={operation.id}>
                      <a href={`#${operation.id}`} className="flex min-h-8 items-baseline gap-3 hover:text-seal">
                        <code className="w-14 shrink-0 text-[0.75rem] text-seal">{operation.method}</code>
                        <span className="min-w-0 truncate">{operation.summary}</span>
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
              <div className="grid gap-6">
                {shown.map((operation) => (
                  <OperationCard key={operation.id} operation={operation} origin={origin} />
                ))}
              </div>
              {shown.length === 0 ? <p className="text-soft">No operation of this market is open yet.</p> : null}
            </>
          ) : (
            <div role="status" aria-label="Loading..." className="grid gap-6">
              {['first', 'second', 'third'].map((name) => (
                <Skeleton key={name} className="h-80" />
              ))}
            </div>
          )}
        </div>
      </div>
    </>
  )
}
