import { data, Form, useNavigation } from 'react-router'
import { PageHero } from '../../components/section.tsx'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { serverContext } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/status-subscription.ts'

const steps = {
  confirm: {
    title: 'Confirm your subscription',
    ask: (email: string) => `Press the button and ${email} gets a mail when a service has an incident or a maintenance window.`,
    button: 'Confirm subscription',
    done: 'Subscription confirmed',
    told: (email: string) => `We write to ${email} when something changes. Every message has a link that stops them.`,
  },
  unsubscribe: {
    title: 'Stop the status mails',
    ask: (email: string) => `Press the button and no more status mails are sent to ${email}.`,
    button: 'Unsubscribe',
    done: 'You are unsubscribed',
    told: (email: string) => `No more status mails are sent to ${email}.`,
  },
}
type Step = keyof typeof steps

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: steps[args.params.step as Step]?.title ?? 'Status mails',
    description: 'Confirm or end your subscription to the status mails of Sealwright.',
    noindex: true,
  })

function linkOf(request: Request, step: string) {
  if (!Object.hasOwn(steps, step)) throw data(null, { status: 404 })
  return { token: new URL(request.url).searchParams.get('token') ?? '', subscribe: step === 'confirm' }
}

/** Opening the address changes nothing, for mail scanners open every link: the button does. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const link = linkOf(request, params.step)
  const known = await context.get(serverContext)!.verbs.readStatusLink(link)
  return data({ step: params.step as Step, email: known?.email ?? null }, known ? 200 : 404)
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { verbs } = context.get(serverContext)!
  const link = linkOf(request, params.step)
  const known = await verbs.readStatusLink(link)
  if (known) await verbs.answerStatusSubscription(link)
  return { done: known !== null }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function StatusSubscription({ loaderData: { step, email }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const words = steps[step]
  const back = <ButtonLink to="/api-status">See the status</ButtonLink>
  if (email === null)
    return (
      <Words title="This link is not valid" lead="It may have been cut off by the mail program, or a newer mail has replaced it.">
        <ButtonLink to="/api-status#subscribe">Subscribe again</ButtonLink>
      </Words>
    )
  if (actionData && 'done' in actionData && actionData.done)
    return (
      <Words title={words.done} lead={words.told(email)}>
        {back}
      </Words>
    )
  return (
    <Words title={words.title} lead={words.ask(email)}>
      {actionData && 'refusal' in actionData ? (
        <Alert tone="error" className="mb-5">
          {actionData.refusal.message}
        </Alert>
      ) : null}
      <Form method="post">
        <Button type="submit" size="lg" busy={busy}>
          {words.button}
        </Button>
      </Form>
    </Words>
  )
}

function Words({ title, lead, children }: { title: string; lead: string; children: React.ReactNode }) {
  return (
    <div aria-live="polite" className="[&_.lede]:break-words">
      <PageHero
        hero={{ title, lead, actions: [] }}
        crumbs={[{ label: 'Home', path: '/' }, { label: 'API status', path: '/api-status' }, { label: title }]}
        seal={false}
      >
        <div className="mt-8">{children}</div>
      </PageHero>
    </div>
  )
}
