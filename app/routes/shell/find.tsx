import { Form } from 'react-router'
import { DashboardLayout } from '../../components/dashboard/layout.tsx'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { attempt } from '../../lib/verb-errors.ts'
import { KINDS } from '../../shell/commands.ts'
import { placed } from '../../shell/navigation.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/find.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Search', description: 'People, wallets, decisions, offerings and documents.', noindex: true })

export function loader({ context, request }: Route.LoaderArgs) {
  return { environment: requireSession(context, request).environment }
}

/** What was typed comes in the body and is shown again; no address has it. */
export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const q = String((await request.formData()).get('q') ?? '')
  const found = await attempt(() => verbs.findAnything({ q }))
  return found.ok ? { q, found: found.result } : { q, refusal: found.refusal }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

/** The search of the frame as a page: without scripts, and for who would rather read a list. */
export default function Find({ actionData, loaderData }: Route.ComponentProps) {
  const found = actionData && 'found' in actionData ? (actionData.found ?? []) : null
  const groups = [...Map.groupBy(found ?? [], (one) => one.kind)]
  return (
    <DashboardLayout
      title="Search"
      lead="A name, an id, an address or its beginning, or a whole e-mail address. What you may not read is not searched."
    >
      <Form method="post" className="flex max-w-2xl flex-wrap items-end gap-3">
        <Field label="Search for" className="min-w-60 flex-1">
          <Input
            name="q"
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            defaultValue={actionData && 'q' in actionData ? actionData.q : ''}
          />
        </Field>
        <Button type="submit">Search</Button>
      </Form>
      <div className="mt-8 grid max-w-3xl gap-8">
        {actionData && 'refusal' in actionData && actionData.refusal ? <Alert tone="error">{actionData.refusal.message}</Alert> : null}
        {groups.map(([kind, some]) => (
          <section key={kind} aria-labelledby={`found-${kind}`}>
            <h2 id={`found-${kind}`} className="title-3">
              {KINDS[kind]}
            </h2>
            <ul className="mt-2 divide-y divide-rule border-rule border-y">
              {some.map((one) => (
                <li key={one.id} className="flex min-h-11 flex-wrap items-center gap-x-4 py-1.5">
                  <TextLink to={placed(one.href, loaderData.environment)}>
                    <bdi>{one.title}</bdi>
                  </TextLink>
                  <span className="text-[0.9375rem] text-soft">{one.note}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found && groups.length === 0 ? (
          <EmptyState title="Nothing matches">
            Names are looked for among the newest 500 people; an id, an address or a whole e-mail address finds everyone.
          </EmptyState>
        ) : null}
      </div>
    </DashboardLayout>
  )
}
