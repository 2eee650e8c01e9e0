import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { WhatIfResult } from '../../components/admin/what-if-result.tsx'
import { DeveloperHead } from '../../components/developer/head.tsx'
import { fromOf } from '../../components/facts/words.ts'
import { act, actOf, errorAt, textOf, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { environmentOf, inEnvironment } from '../../lib/environment.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/policy.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Policy', description: 'Settings and policies of your organisation as one file.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const environment = environmentOf(request.url)
  const { verbs } = requireSession(context, request)
  const own = await verbs.developer(environment)
  const [{ yaml, by_two, waiting }, { may }] = await readOr404(Promise.all([own.getPolicy(), verbs.teamPowers()]))
  const names = await verbs.nameAuthors({ ids: waiting.map((one) => one.planned_by) })
  return { environment, yaml, by_two, waiting, names, mayState: may.rule }
}

export async function action({ context, request }: Route.ActionArgs) {
  const verbs = await requireSession(context, request).verbs.developer(environmentOf(request.url))
  const form = await request.formData()
  const id = textOf(form, 'id') ?? ''
  switch (form.get('act')) {
    case 'apply':
      return actOf(
        ({ status }) => (status === 'waiting' ? 'Another person has to agree: it waits below' : 'It is applied'),
        () => verbs.applyPolicy({ plan_id: id }),
      )
    case 'agree':
      return act('Agreed: it is applied', () => verbs.decidePolicyChange({ id, outcome: 'release' }))
    case 'decline':
      return act('Declined: nothing changes', () => verbs.decidePolicyChange({ id, outcome: 'refuse' }))
    default: {
      const note = textOf(form, 'note')
      return act('Planned; nothing has changed yet', () =>
        verbs.planPolicy({ policy: String(form.get('policy') ?? ''), ...(note && { note }), ...fromOf(form) }),
      )
    }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

interface Plan {
  id: string | null
  status: string
  changes: { path: string; from: unknown; to: unknown }[]
  by_two: boolean
  effective_at: string | null
  decisions: Parameters<typeof WhatIfResult>[0]['result']
}

export default function Policy({ loaderData: { environment, yaml, by_two, waiting, names, mayState } }: Route.ComponentProps) {
  const [applied, setApplied] = useState<string | null>(null)
  const run = useAct<Plan>()
  const to = inEnvironment('/developer/policy', environment)
  const plan = run.result?.changes && run.result.id !== applied ? run.result : null
  return (
    <div className="pb-20">
      <DeveloperHead
        title="Policy"
        lead="Settings and policies of your organisation as one file. A plan says what a change does, and which of your newest decisions would turn, before anything changes."
        environment={environment}
      />
      <div className="shell mt-8 grid grid-cols-[minmax(0,1fr)] gap-10">
        {by_two ? (
          <Alert tone="info" title="Changes take two people here">
            Whoever applies a plan asks for it; somebody else who may change settings agrees.
          </Alert>
        ) : null}
        {waiting.length ? (
          <section aria-labelledby="waiting">
            <h2 id="waiting" className="mb-3 font-semibold text-[1.25rem]">
              Waiting for a second person
            </h2>
            <ul className="grid gap-3">
              {waiting.map((one) => (
                <li key={one.id}>
                  <Waiting one={one} by={names[one.planned_by] ?? one.planned_by} environment={environment} to={to} mayState={mayState} />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <section aria-labelledby="file">
          <h2 id="file" className="mb-3 font-semibold text-[1.25rem]">
            The file
          </h2>
          <PolicyForm run={run} yaml={yaml} mayState={mayState} to={to} />
        </section>
        <div aria-live="polite">
          {plan ? <Planned plan={plan} environment={environment} to={to} onApplied={() => setApplied(plan.id)} /> : null}
        </div>
        <Card className="max-w-3xl">
          <CardTitle>By API</CardTitle>
          <p className="mt-2">
            <code>GET /v1/policy</code>, <code>POST /v1/policy/plan</code> and <code>PUT /v1/policy</code> do the same, from a repository
            too: <TextLink to="/documentation/policy-as-code">Policy as code</TextLink>.
          </p>
        </Card>
      </div>
    </div>
  )
}

function PolicyForm({ run, yaml, mayState, to }: { run: ReturnType<typeof useAct<Plan>>; yaml: string; mayState: boolean; to: string }) {
  return (
    <run.Form method="post" action={to} className="grid gap-4">
      <Field
        label="Policy, as YAML or JSON"
        hint="It is whole: what it leaves out is not said any more, except a protocol, which stays and can be paused."
        error={errorAt(run.refusal, 'policy')}
      >
        <Textarea
          key={yaml}
          name="policy"
          defaultValue={yaml}
          readOnly={!mayState}
          className="min-h-80 font-mono text-[0.875rem]"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Counts from (UTC)" optional hint="Settings alone." error={errorAt(run.refusal, 'effective_at')}>
          <Input type="datetime-local" name="effective_at" />
        </Field>
        <Field label="Why" optional hint="Kept with each word." error={errorAt(run.refusal, 'note')}>
          <Input name="note" maxLength={500} autoComplete="off" />
        </Field>
      </div>
      <Refusal refusal={run.refusal} fields={['effective_at', 'note']} />
      <div>
        {mayState ? (
          <Button type="submit" busy={run.busy}>
            Plan
          </Button>
        ) : (
          <p className="text-soft">Your role reads it. Owners, admins and compliance officers change it.</p>
        )}
      </div>
    </run.Form>
  )
}

interface Place {
  environment: string
  to: string
}

function Waiting({
  one,
  by,
  mayState,
  ...place
}: Place & { by: string; mayState: boolean; one: { id: string; case_id: string | null; planned_by: string; changes: string[] } }) {
  return (
    <Card>
      <p className="[overflow-wrap:anywhere]">
        {by} asks to change {one.changes.join(', ')}.
      </p>
      {mayState && one.case_id ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <ActDialog
            label="Agree"
            variant="primary"
            title="Agree to this change"
            text="It counts in every decision from now on, or from the time it names."
            action="Agree"
            values={{ act: 'agree', id: one.case_id }}
            {...place}
          />
          <ActDialog
            label="Decline"
            title="Decline this change"
            text="Nothing changes, and the plan is over."
            action="Decline"
            values={{ act: 'decline', id: one.case_id }}
            {...place}
          />
        </div>
      ) : null}
    </Card>
  )
}

const shown = (value: unknown): string => (value === null ? 'not said' : JSON.stringify(value))

function Planned({ plan, onApplied, environment, to }: Place & { plan: Plan; onApplied: () => void }) {
  const form = useAct<unknown>({ onDone: onApplied })
  return (
    <section aria-labelledby="plan">
      <h2 id="plan" className="mb-3 font-semibold text-[1.25rem]">
        What would change
      </h2>
      <Table label="Changes" className="row-cards">
        <thead>
          <tr>
            <Th>Where</Th>
            <Th>Now</Th>
            <Th>Then</Th>
          </tr>
        </thead>
        <tbody>
          {plan.changes.map((change) => (
            <tr key={change.path}>
              <Td className="whitespace-normal [overflow-wrap:anywhere]">
                <code>{change.path}</code>
              </Td>
              <Td data-label="Now" className="whitespace-normal [overflow-wrap:anywhere]">
                {shown(change.from)}
              </Td>
              <Td data-label="Then" className="whitespace-normal [overflow-wrap:anywhere]">
                {shown(change.to)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <WhatIfResult result={plan.decisions} linked={false} />
      <form.Form method="post" action={to} className="mt-6 grid gap-4">
        <input type="hidden" name="act" value="apply" />
        <input type="hidden" name="id" value={plan.id ?? ''} />
        <input type="hidden" name="environment" value={environment} />
        <Refusal refusal={form.refusal} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.busy}>
            {plan.by_two ? 'Ask a second person' : 'Apply'}
          </Button>
          <span className="text-soft">
            {plan.effective_at ? `Counts from ${dateTime(plan.effective_at)} UTC.` : 'Counts at once.'} Nothing has changed yet.
          </span>
        </div>
      </form.Form>
    </section>
  )
}
