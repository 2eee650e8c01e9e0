import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiKeyRow, ApiKeyTable } from '../../components/api-key-table.tsx'
import { CreateKey } from '../../components/create-key.tsx'
import { NewKey } from '../../components/new-key.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { callBackEnd } from '../../lib/back-end.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { QueryProvider } from '../../lib/query.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/api-keys.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'API keys', description: 'Create, copy and revoke the keys of your organisation.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  return (await requireSession(context, request).verbs.listApiKeys()).data
}

export default function ApiKeys({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider>
      <Keys initial={loaderData} />
    </QueryProvider>
  )
}

function Keys({ initial }: { initial: ApiKeyRow[] }) {
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
  const reload = () => client.invalidateQueries({ queryKey: ['api-keys'] })

  return (
    <div className="pb-20">
      <PageHead
        title="API keys"
        lead="A key acts for your organisation, in one environment. Sandbox and production data never meet."
        action={
          <ButtonLink to="/developer/api-playground" variant="outline">
            Open the playground
          </ButtonLink>
        }
      />
      <div className="shell mt-8 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[4fr_8fr]">
        <CreateKey
          onCreated={(created) => {
            setFresh({ name: created.name, key: created.key })
            void reload()
          }}
        />
        <section aria-label="Your keys" className="min-w-0">
          {fresh ? <NewKey name={fresh.name} value={fresh.key} onDismiss={() => setFresh(null)} /> : null}
          {isPending ? <SkeletonRows rows={3} columns={4} /> : null}
          {error ? <ErrorState title="Failed to load API keys" onRetry={() => void refetch()} /> : null}
          {data && data.length > 0 ? <ApiKeyTable keys={data} onRevoked={() => void reload()} /> : null}
          {data?.length === 0 ? (
            <EmptyState title="No keys yet">Give the first one a name, such as the program that will use it.</EmptyState>
          ) : null}
        </section>
      </div>
    </div>
  )
}
