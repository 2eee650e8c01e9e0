import { Form } from 'react-router'
import { AuthLayout } from '../../components/auth-layout.tsx'
import { ARRIVE, ownPath } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { serverContext } from '../../server-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/sign-on.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Sign in with your organisation', description: 'Single sign-on for organisations at Sealwright.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const email = (searchParams.get('email') ?? '').trim().slice(0, 255)
  const { verbs } = context.get(serverContext)!
  const page = await verbs.readSignOnPage({
    ...(email && { email }),
    ...(searchParams.has('refused') && { refused: searchParams.get('refused')!.slice(0, 60) }),
  })
  const out = searchParams.get('out')
  return {
    ...page,
    email,
    next: ownPath(searchParams.get('next')),
    out: out !== null && Object.hasOwn(OUT, out) ? OUT[out as 'here'] : null,
  }
}

/** What somebody is told whom an identity provider has signed out. */
const OUT = {
  everywhere: 'You are signed out here and at your organisation’s identity provider.',
  here: 'You are signed out here. Your organisation’s identity provider did not say that you are signed out there: close its pages too.',
}

/** Two steps: the address says which organisation it is, and a link leads to that one's identity provider. */
export default function SignOn({ loaderData: { email, leads, refused, next, out } }: Route.ComponentProps) {
  const start = `/api/sign-on/start?${new URLSearchParams({ email, next })}`
  return (
    <AuthLayout
      title="Sign in with your organisation"
      subtitle="Your work address says where you sign in."
      error={
        refused ?? (leads === false ? 'No organisation signs on with addresses of this domain. Sign in with your password instead.' : null)
      }
      success={out}
      footer={
        <>
          With a password or a passkey of your own: <TextLink to="/login">sign in</TextLink>
        </>
      }
    >
      {leads ? (
        <div className="grid gap-4">
          <p className="[overflow-wrap:anywhere]">{email} signs in at the identity provider of its organisation.</p>
          <a
            href={start}
            className="inline-flex min-h-12 items-center justify-center rounded-sm bg-ink px-5 font-semibold text-paper hover:opacity-90"
          >
            Go on to your organisation
          </a>
          <TextLink to="/sign-on">Use another address</TextLink>
        </div>
      ) : (
        <Form method="get" className="grid gap-5">
          {next === ARRIVE ? null : <input type="hidden" name="next" value={next} />}
          <Field label="Work e-mail">
            <Input type="email" name="email" required maxLength={255} autoComplete="username" defaultValue={email} />
          </Field>
          <Button type="submit" size="lg">
            Go on
          </Button>
        </Form>
      )}
    </AuthLayout>
  )
}
