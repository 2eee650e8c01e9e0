import { useEffect, useState } from 'react'
import { Answer } from '../../components/playground/answer.tsx'
import { RequestForm } from '../../components/playground/request-form.tsx'
import { PageHero } from '../../components/section.tsx'
import { pageMeta } from '../../lib/meta.ts'
import { type Callable, callablesOf, type PlaygroundAnswer, send } from '../../lib/playground.ts'
import { sandboxKey } from '../../lib/sandbox.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/api-playground.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'API playground: real requests, real answers',
    description: 'Call every operation of the compliance API from the browser, in a throw-away sandbox or with a key of your own.',
  })

const hero = {
  title: 'Playground',
  lead: 'Real requests, real answers, with the rule behind each decision. No account needed: without a key you work in a sandbox that is thrown away after a day.',
  actions: [],
}

export default function ApiPlayground() {
  const [callables, setCallables] = useState<Callable[] | 'failed' | null>(null)
  const [answer, setAnswer] = useState<PlaygroundAnswer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let here = true
    fetch('/api/v1/openapi.json')
      .then(async (response) => {
        if (!response.ok) throw new Error(`The list of operations was answered with ${response.status}`)
        const found = callablesOf(await response.json())
        if (here) setCallables(found)
      })
      .catch(() => here && setCallables('failed'))
    return () => {
      here = false
    }
  }, [attempt])

  async function test(request: { method: string; address: string; body: string; key: string }) {
    setBusy(true)
    setFailure(null)
    try {
      setAnswer(await send({ ...request, key: request.key || (await sandboxKey()) }))
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Unknown error'
      setAnswer(null)
      setFailure(message)
      toast.error('Request failed', { description: message })
    }
    setBusy(false)
  }

  return (
    <div className="pb-20">
      <PageHero hero={hero} seal={false} />
      <div className="shell mt-10 grid items-start gap-x-10 gap-y-10 lg:grid-cols-2">
        <section aria-label="Request" className="min-w-0">
          {Array.isArray(callables) ? <RequestForm callables={callables} busy={busy} onSend={(request) => void test(request)} /> : null}
          {callables === null ? <FormSkeleton /> : null}
          {callables === 'failed' ? (
            <ErrorState
              title="The list of operations could not be loaded"
              onRetry={() => {
                setCallables(null)
                setAttempt(attempt + 1)
              }}
            />
          ) : null}
        </section>
        <section aria-label="Response" aria-live="polite" aria-busy={busy} className="min-w-0">
          <Answer answer={answer} failure={failure} busy={busy} />
        </section>
      </div>
    </div>
  )
}

const FormSkeleton = () => (
  <div role="status" aria-label="Loading..." className="grid gap-5">
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
    <Skeleton className="h-64" />
    <Skeleton className="h-12" />
  </div>
)
