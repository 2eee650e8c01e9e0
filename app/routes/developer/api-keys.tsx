import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ApiKeyRow, ApiKeyTable } from '../../components/api-key-table.tsx'
import { CreateKey } from '../../components/create-key.tsx'
import { DeveloperHead } from '../../components/developer/head.tsx'
import { NewKey } from '../../components/new-key.tsx'
import { callBackEnd } from '../../lib/back-end.ts'
import { cn } from '../../lib/cn.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { QueryProvider } from '../../lib/query.tsx'
import { readOr404 } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/api-keys.ts'

const environments = ['sandbox', 'production'] as const

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'API keys', description: 'Create, copy and revoke the keys of your organisation.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const [keys, developer] = await readOr404(Promise.all([verbs.listApiKeys(), verbs.developer('sandbox')]))
  return { keys: keys.data, scopes: developer.scopes(), versions: context.get(serverContext)!.versions }
}

export default function ApiKeys({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider>
      <Keys initial={loaderData.keys} scopes={loaderData.scopes} versions={loaderData.versions} />
    </QueryProvider>
  )
}

interface Given {
  initial: ApiKeyRow[]
  scopes: Parameters<typeof CreateKey>[0]['scopes']
  versions: readonly string[]
}

function Keys({ initial, scopes, versions }: Given) {
  const client = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['api-keys'],
    queryFn: async () => (await callBackEnd<{ data: ApiKeyRow[] }>('/api/api-keys')).data,
    initialData: initial,
  })
  const [fresh, setFresh] = useState<{ name: string; key: string } | null>(null)
  useEffect(() => {
    if (error) toast.error('Error', { description: 'Failed to load API keys' })
  }, [error])
  const [search] = useSearchParams()
  const environment = environments.find((each) => each === search.get('environment')) ?? null
  const shown = data?.filter((key) => environment === null || key.environment === environment)
  const reload = () => client.invalidateQueries({ queryKey: ['api-keys'] })

  return (
    <div className="pb-20">
      <DeveloperHead
        title="API keys"
        lead="A key acts for your organisation, in one environment. Sandbox and production data never meet."
        action={
          <ButtonLink to="/developer/api-playground" variant="outline">
            Open the playground
          </ButtonLink>
        }
      />
      <div className="shell mt-8 grid items-start gap-x-14 gap-y-10 grid-cols-[minmax(0,1fr)] lg:grid-cols-[19rem_minmax(0,1fr)]">
        <CreateKey
          key={environment}
          scopes={scopes}
          initial={environment ?? 'sandbox'}
          onCreated={(created) => {
            setFresh({ name: created.name, key: created.key })
            void reload()
          }}
        />
        <section aria-label="Your keys" className="min-w-0">
          {fresh ? <NewKey name={fresh.name} value={fresh.key} onDismiss={() => setFresh(null)} /> : null}
          {isPending ? <SkeletonRows rows={3} columns={4} /> : null}
          {error ? <ErrorState title="Failed to load API keys" onRetry={() => void refetch()} /> : null}
          <Environments chosen={environment} />
          {shown && shown.length > 0 ? (
            <ApiKeyTable
              keys={shown}
              versions={versions}
              onChanged={() => void reload()}
              onRotated={(made) => setFresh({ name: made.name, key: made.key })}
            />
          ) : null}
          {shown?.length === 0 ? (
            <EmptyState title={environment ? `No ${environment} keys yet` : 'No keys yet'}>
              Give the first one a name, such as the program that will use it.
            </EmptyState>
          ) : null}
        </section>
      </div>
    </div>
  )
}

function Environments({ chosen }: { chosen: (typeof environments)[number] | null }) {
  return (
    <nav aria-label="Environment" className="mb-4 flex gap-5 text-[0.9688rem]">
      {[null, ...environments].map((each) => (
        <Link
          key={each}
          to={each ? `/developer/api-keys?environment=${each}` : '/developer/api-keys'}
          preventScrollReset
          aria-current={each === chosen ? 'true' : undefined}
          className={cn('inline-flex min-h-8 min-w-6 items-center capitalize', each === chosen ? 'font-semibold' : 'link')}
        >
          {each ?? 'All'}
        </Link>
      ))}
    </nav>
  )
}
