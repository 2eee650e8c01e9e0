import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Answer } from '../../components/playground/answer.tsx'
import { PastRequests } from '../../components/playground/past-requests.tsx'
import { RequestForm } from '../../components/playground/request-form.tsx'
import { PageHero } from '../../components/section.tsx'
import { cn } from '../../lib/cn.ts'
import { pageMeta } from '../../lib/meta.ts'
import { type SharedRequest, sharedRequest } from '../../lib/permalink.ts'
import { callableDetail, callablesOf, type PlaygroundAnswer, type PlaygroundRequest, send } from '../../lib/playground.ts'
import { forgetHistory, type PastRequest, readHistory, remember } from '../../lib/playground-history.ts'
import { sandboxKey } from '../../lib/sandbox.ts'
import { useSession } from '../../lib/session.tsx'
import { serverContext } from '../../server-context.ts'
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

/** The form begins with the first call of the quick start. */
const first = 'wallets.verify'

export function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext)!
  const description = server.openApi()
  return {
    scenarios: server.verbs.listScenarioNames(),
    versions: server.versions,
    callables: callablesOf(description),
    first: { id: first, detail: callableDetail(description, first)! },
  }
}
export const shouldRevalidate = () => false

export default function ApiPlayground({ loaderData: { scenarios, versions, callables, first } }: Route.ComponentProps) {
  const { user } = useSession()
  const { hash } = useLocation()
  const [answer, setAnswer] = useState<PlaygroundAnswer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [past, setPast] = useState<PastRequest[]>([])
  const [restored, setRestored] = useState<SharedRequest | null>(null)

  const response = useRef<HTMLElement>(null)

  // On a narrow screen the answer comes below the form.
  useEffect(() => {
    if ((answer || failure) && !window.matchMedia('(min-width: 64rem)').matches) response.current?.scrollIntoView()
  }, [answer, failure])
  useEffect(() => setPast(readHistory()), [])
  useEffect(() => setRestored(sharedRequest(hash)), [hash])
  async function test(request: PlaygroundRequest, shared: SharedRequest) {
    setBusy(true)
    setFailure(null)
    try {
      // Signed in, the functions work in the person's own sandbox by the session; everything else needs a key.
      const own = user !== null && request.address.startsWith('/functions/')
      const answered = await send({ ...request, key: request.key || (own ? '' : await sandboxKey()) })
      setAnswer(answered)
      setPast(remember({ ...shared, at: new Date().toISOString(), status: answered.result.status }))
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
      <div className="shell mt-10 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-10 lg:grid-cols-2 xl:grid-cols-[24rem_minmax(0,1fr)]">
        <section aria-label="Request" className="min-w-0">
          <RequestForm
            callables={callables}
            first={first}
            {...{ scenarios, versions }}
            restored={restored}
            signedIn={user !== null}
            busy={busy}
            onSend={(request, shared) => void test(request, shared)}
          />
          <PastRequests
            list={past}
            onChoose={(request) => setRestored({ ...request })}
            onForget={() => {
              forgetHistory()
              setPast([])
            }}
          />
        </section>
        <section
          ref={response}
          aria-label="Response"
          aria-live="polite"
          aria-busy={busy}
          className={cn(
            'min-w-0 scroll-mt-20',
            // Empty it is as long as the form; an answer stays beside it.
            answer || failure ? 'lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto' : 'lg:self-stretch',
          )}
        >
          <Answer answer={answer} failure={failure} busy={busy} />
        </section>
      </div>
    </div>
  )
}
