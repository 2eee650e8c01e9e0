import { DeveloperHead } from '../../components/developer/head.tsx'
import { TenantFactHistory, TenantFactTable } from '../../components/facts/tenant-facts.tsx'
import { saidOf } from '../../components/facts/words.ts'
import { act, textOf } from '../../lib/act.ts'
import { environmentOf, inEnvironment } from '../../lib/environment.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { Card, CardTitle } from '../../ui/card.tsx'
import type { Route } from './+types/organisation.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Organisation', description: 'Licences and duties of your organisation, as the rules know them.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const environment = environmentOf(request.url)
  const { verbs, session } = requireSession(context, request)
  const own = await verbs.developer(environment)
  const [{ facts }, { data }] = await Promise.all([own.readTenantFacts(), own.readTenantFactHistory({})])
  return { environment, facts, history: data, mayState: ['issuer', 'admin'].includes(session.role) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const verbs = await requireSession(context, request).verbs.developer(environmentOf(request.url))
  const form = await request.formData()
  const fact = textOf(form, 'fact') ?? ''
  const note = textOf(form, 'note')
  return act('It is stated', () => verbs.stateTenantFacts({ facts: { [fact]: saidOf(fact, form) }, ...(note && { note }) }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Organisation({ loaderData: { environment, facts, history, mayState } }: Route.ComponentProps) {
  const unsaid = facts.filter((one) => one.value === null).length
  return (
    <div className="pb-20">
      <DeveloperHead
        title="Organisation"
        lead="Licences and duties of your organisation, as every decision reads them. In production nothing is assumed: a rule that needs what nobody said asks for it."
        environment={environment}
        path="/developer/organisation"
      />
      <div className="shell mt-8 grid grid-cols-[minmax(0,1fr)] gap-10">
        <section aria-labelledby="facts">
          <h2 id="facts" className="mb-3 font-semibold text-[1.25rem]">
            What is known
          </h2>
          {unsaid > 0 ? <p className="mb-3 text-soft">{unsaid} of them nobody said yet.</p> : null}
          <TenantFactTable
            facts={facts}
            asked={mayState ? { environment, as: 'tenant', to: inEnvironment('/developer/organisation', environment) } : null}
          />
        </section>
        <section aria-labelledby="history">
          <h2 id="history" className="mb-3 font-semibold text-[1.25rem]">
            History
          </h2>
          <TenantFactHistory history={history} />
        </section>
        <Card className="max-w-3xl">
          <CardTitle>By API</CardTitle>
          <p className="mt-2">
            <code>GET</code> and <code>PATCH /v1/tenant-facts</code>, and <code>GET /v1/tenant-facts/history</code> do the same.
          </p>
        </Card>
      </div>
    </div>
  )
}
