import { Form } from 'react-router'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { TenantFactHistory, TenantFactsPending, TenantFactTable } from '../../components/facts/tenant-facts.tsx'
import { fromOf, saidOf, TENANT_WORDS } from '../../components/facts/words.ts'
import { actOf, textOf } from '../../lib/act.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { attempt, readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/organisation.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Organisations', description: 'Licences, duties and contracts of an organisation.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, environment } = requireSession(context, request, ['admin'])
  const id = new URL(request.url).searchParams.get('id')?.trim() ?? ''
  if (!id) return { id, environment, found: null, missing: false }
  const read = await attempt(() => verbs.readFactsOfTenant({ organization_id: id, environment }))
  if (!read.ok && read.refusal.code !== 'not_found') await readOr404(verbs.readFactsOfTenant({ organization_id: id, environment }))
  return { id, environment, found: read.ok ? read.result : null, missing: !read.ok }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs, environment } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const fact = textOf(form, 'fact') ?? ''
  const note = textOf(form, 'note')
  return actOf(
    ({ second_person }) => (second_person ? 'It waits for another administrator' : 'It is established'),
    () =>
      verbs.establishTenantFacts({
        organization_id: textOf(form, 'organization_id') ?? '',
        environment,
        facts: { [fact]: saidOf(fact, form) },
        ...(note && { note }),
        ...fromOf(form),
      }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function AdminOrganisation({ loaderData: { id, environment, found, missing } }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Organisations"
      lead="Licences, duties and contracts of an organisation, as the rules read them. What you establish counts over what it says of itself, with your name."
      environment={environment}
    >
      <Form method="get" className="flex max-w-2xl flex-wrap items-end gap-3" role="search" aria-label="An organisation by its id">
        <Field label="Id of the organisation" className="min-w-64 flex-1" error={missing ? 'There is no such organisation.' : undefined}>
          <Input name="id" defaultValue={id} required maxLength={100} autoComplete="off" spellCheck={false} className="font-mono" />
        </Field>
        <Button type="submit" variant="outline">
          Look it up
        </Button>
      </Form>
      {found ? (
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10">
          <section aria-labelledby="facts">
            <h2 id="facts" className="mb-3 font-semibold text-[1.25rem] [overflow-wrap:anywhere]">
              {found.name}
            </h2>
            {found.own ? (
              <Alert tone="info" className="mb-5" title="This is your own organisation">
                An administrator of another organisation establishes its facts. What it says of itself it states under Developer,
                Organisation.
              </Alert>
            ) : null}
            {found.waiting ? (
              <Alert tone="warning" className="mb-5" title="A contract waits for another administrator">
                <p>
                  {found.waiting.facts.map((fact) => TENANT_WORDS[fact]?.label ?? fact).join('; ')}. It counts once they agree.{' '}
                  <TextLink to={`/admin/reviews/${found.waiting.case_id}`}>To the request</TextLink>
                </p>
              </Alert>
            ) : null}
            <TenantFactTable
              facts={found.facts}
              waiting={found.waiting}
              asked={found.own ? null : { environment, as: 'administrator', values: { organization_id: found.organization_id } }}
            />
          </section>
          {found.pending.length ? (
            <section aria-labelledby="pending">
              <h2 id="pending" className="mb-3 font-semibold text-[1.25rem]">
                Waiting for its time
              </h2>
              <p className="mb-3 text-soft">Until then the word before counts. Whoever says the fact anew at once ends what waits.</p>
              <TenantFactsPending pending={found.pending} />
            </section>
          ) : null}
          <section aria-labelledby="history">
            <h2 id="history" className="mb-3 font-semibold text-[1.25rem]">
              History
            </h2>
            <TenantFactHistory history={found.history} />
          </section>
        </div>
      ) : (
        <div className="mt-8">
          <EmptyState title="Name an organisation">Its id begins with org_ and stands on the page of each of its users.</EmptyState>
        </div>
      )}
    </AdminFrame>
  )
}
