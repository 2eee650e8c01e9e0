import { useCallback, useRef, useState } from 'react'
import { Refusal } from '../../components/admin/refusal.tsx'
import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { useStepUp } from '../../components/step-up.tsx'
import { act, errorAt, textOf, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Route } from './+types/providers.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Identity providers',
    description: 'Companies that check documents and faces for your organisation.',
    noindex: true,
  })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const [set, forms] = await Promise.all([readOr404(verbs.listIdentityProviders()), readOr404(verbs.listProviderForms())])
  return { set: set.data, forms }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const form = await request.formData()
  const provider = textOf(form, 'provider') as Form['provider']
  switch (textOf(form, 'intent')) {
    case 'test':
      return act('It answers and takes the keys', () => verbs.testIdentityProvider({ provider }))
    case 'remove':
      return act('Removed, with its keys', () => verbs.removeIdentityProvider({ provider }))
    default: {
      const said = Object.fromEntries(FIELDS.flatMap((name) => (textOf(form, name) ? [[name, textOf(form, name)]] : [])))
      return act('Kept. Enter the address for its messages at the provider', () =>
        verbs.setIdentityProvider({ provider, ...said } as Parameters<typeof verbs.setIdentityProvider>[0]),
      )
    }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Row = Route.ComponentProps['loaderData']['set'][number]
type Form = Route.ComponentProps['loaderData']['forms'][number]
const FIELDS = ['api_key', 'api_secret', 'webhook_secret', 'flow', 'region'] as const

/** What a provider calls the flow that people go through there. */
const FLOWS: Partial<Record<Form['provider'], string>> = {
  persona: 'Inquiry template (itmpl_…)',
  sumsub: 'Level name',
  onfido: 'Workflow id',
}

export default function Providers({ loaderData: { set, forms } }: Route.ComponentProps) {
  const environment = useEnvironment()
  const [chosen, setChosen] = useState<Form['provider'] | ''>('')
  const choice = useRef<HTMLSelectElement>(null)
  const form = forms.find(({ provider }) => provider === chosen)
  // What was typed is gone from the page once it is kept.
  const close = useCallback(() => setChosen(''), [])
  const replace = (provider: Form['provider']) => {
    setChosen(provider)
    choice.current?.focus()
  }
  return (
    <IssuerFrame
      title="Identity providers"
      lead="Companies that check documents and faces for you. People choose one on the page of their session; what it finds becomes evidence. None is needed: your own people can look at documents."
    >
      <div className="grid items-start gap-x-14 gap-y-10 xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <Panel title="Set up">
          {set.length === 0 ? (
            <EmptyState title="No provider is set up">Choose one and enter the keys of your account there.</EmptyState>
          ) : (
            <ul className="border-rule border-t">
              {set.map((row) => (
                <Provider key={row.id} row={row} onReplace={() => replace(row.provider)} />
              ))}
            </ul>
          )}
        </Panel>
        <Panel
          title="Enter keys"
          note={
            environment === 'sandbox'
              ? 'The sandbox takes keys for tests alone.'
              : 'Production takes live keys alone: each check costs money.'
          }
        >
          <Field label="Provider">
            <Select ref={choice} value={chosen} onChange={(event) => setChosen(event.target.value as Form['provider'])}>
              <option value="">Choose</option>
              {forms.map(({ provider, title }) => (
                <option key={provider} value={provider}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
          {form ? (
            <Keys key={form.provider} form={form} known={set.find(({ provider }) => provider === form.provider)} onKept={close} />
          ) : null}
        </Panel>
      </div>
      <div className="mt-10 max-w-3xl">
        <AsApiCall
          environment={environment}
          label="Set up a provider"
          call={{ method: 'POST', path: '/v1/identity/providers/stripe', body: { api_key: 'rk_…', webhook_secret: 'whsec_…' } }}
        />
      </div>
    </IssuerFrame>
  )
}

function Provider({ row, onReplace }: { row: Row; onReplace: () => void }) {
  const stepUp = useStepUp()
  const test = useAct({ stepUp })
  const remove = useAct({ stepUp })
  const [asking, setAsking] = useState(false)
  const submit = (by: typeof test, intent: string) => by.submit({ intent, provider: row.provider }, { method: 'post' })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 border-rule border-b py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{row.title}</h3>
        <Heard row={row} />
      </div>
      <dl className="grid gap-2 text-[0.9375rem]">
        {row.flow ? (
          <div>
            <dt className="text-soft">{FLOWS[row.provider] ?? 'Flow'}</dt>
            <dd className="font-mono [overflow-wrap:anywhere]">{row.flow}</dd>
          </div>
        ) : null}
        <div>
          <dt className="text-soft">Address for its messages: enter it at the provider</dt>
          <dd className="flex items-start gap-2">
            <code className="min-w-0 break-all pt-1">{row.webhook_url}</code>
            <CopyButton text={row.webhook_url} label={`Copy the address for messages of ${row.title}`} className="shrink-0" />
          </dd>
        </div>
        <div>
          <dt className="text-soft">Keys</dt>
          <dd>Sealed, entered {dateTime(row.updated_at)} UTC. Nobody sees them again.</dd>
        </div>
      </dl>
      {test.result ? <p role="status">It answers and takes the keys.</p> : null}
      <Refusal refusal={test.refusal ?? remove.refusal} />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={test.busy} busyLabel="Asking…" onClick={() => void submit(test, 'test')}>
          Try it out
        </Button>
        <Button variant="ghost" onClick={onReplace}>
          Replace its keys
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${row.title}?`}
        action="Remove it"
        busy={remove.busy}
        onConfirm={() => {
          setAsking(false)
          void submit(remove, 'remove')
        }}
      >
        Its keys are destroyed. It is asked nothing more, and its messages are not heard: checks that are under way end without it. Evidence
        that it gave stays.
      </Confirm>
      {stepUp.dialog}
    </li>
  )
}

/** How its messages arrive. One with a wrong signature after the last good one says that the secret is another. */
function Heard({ row: { last_heard_at, last_refused_at } }: { row: Row }) {
  if (last_refused_at && (!last_heard_at || last_refused_at > last_heard_at))
    return <Status tone="bad">message with a wrong signature, {dateTime(last_refused_at)} UTC: look at the secret</Status>
  return last_heard_at ? (
    <Status tone="good">last message {dateTime(last_heard_at)} UTC</Status>
  ) : (
    <Status tone="waiting">no message yet</Status>
  )
}

function Keys({ form, known, onKept }: { form: Form; known: Row | undefined; onKept: () => void }) {
  const stepUp = useStepUp()
  const sent = useAct({ stepUp, onDone: onKept })
  const needs = (name: Form['needs'][number]) => form.needs.includes(name)
  const secret = (name: 'api_key' | 'api_secret' | 'webhook_secret', label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errorAt(sent.refusal, name)}>
      <Input type="password" name={name} required minLength={8} maxLength={500} autoComplete="off" spellCheck={false} />
    </Field>
  )
  return (
    <sent.Form method="post" className="mt-5 grid gap-5">
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="provider" value={form.provider} />
      {secret('api_key', 'Key', 'With which it is asked.')}
      {needs('api_secret') ? secret('api_secret', 'Secret of the key', 'With which requests are signed.') : null}
      {needs('webhook_secret')
        ? secret('webhook_secret', 'Secret of its messages', 'With which the provider signs what it sends here.')
        : null}
      {needs('flow') ? (
        <Field label={FLOWS[form.provider] ?? 'Flow'} error={errorAt(sent.refusal, 'flow')}>
          <Input name="flow" required maxLength={100} defaultValue={known?.flow ?? ''} spellCheck={false} />
        </Field>
      ) : null}
      {needs('region') ? (
        <Field label="Region" error={errorAt(sent.refusal, 'region')}>
          <Select name="region" defaultValue={known?.region ?? 'eu'}>
            <option value="eu">Europe</option>
            <option value="us">United States</option>
            <option value="ca">Canada</option>
          </Select>
        </Field>
      ) : null}
      {known ? <p className="text-soft">These take the place of the keys of {dateTime(known.updated_at)} UTC.</p> : null}
      <Refusal refusal={sent.refusal} fields={[...FIELDS]} />
      <Button type="submit" busy={sent.busy} busyLabel="Sealing…" className="justify-self-start">
        {known ? 'Replace the keys' : 'Keep the keys'}
      </Button>
      {stepUp.dialog}
    </sent.Form>
  )
}
