import { redirect } from 'react-router'
import { Refusal } from '../../components/admin/refusal.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useStepUp } from '../../components/step-up.tsx'
import { actOf, useAct } from '../../lib/act.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/sign-on-link.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Your organisation’s sign-on',
    description: 'Join the sign-on of your organisation to your account.',
    noindex: true,
  })

/** The address is a secret of the browser: no other site is told of it. */
export const headers = () => ({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  return { link: await requireSession(context, request).verbs.readSignOnLink({ token: params.token }) }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const done = await actOf(
    ({ waits }) => (waits ? 'Joined; your organisation has to agree yet' : 'You are a member now'),
    () => verbs.acceptSignOnLink({ token: params.token }),
  )
  if (done.ok && !done.result.waits) throw redirect('/settings/team')
  return done
}

export default function SignOnLink({ loaderData: { link } }: Route.ComponentProps) {
  const stepUp = useStepUp()
  const form = useAct<{ waits: string | null }>({ stepUp })
  return (
    <div className="pb-20">
      <PageHead title="You have an account already" lead="Your organisation’s sign-on can be joined to it." />
      <div className="shell mt-8 grid max-w-2xl gap-5">
        <Refusal refusal={form.refusal} />
        {form.result?.waits ? (
          <Alert tone="info">{form.result.waits}</Alert>
        ) : link === null ? (
          <Alert tone="error">
            This link is not valid any more. <TextLink to="/sign-on">Sign in with your organisation</TextLink> again.
          </Alert>
        ) : link.yours ? (
          <>
            <p>
              {link.organization} vouches for your address. Joined, you are a member of it, and its identity provider opens your account for
              work in that organisation; your own records stay with your own password or passkey.
            </p>
            <form.Form method="post">
              <Button type="submit" busy={form.busy}>
                Join {link.organization}
              </Button>
            </form.Form>
          </>
        ) : (
          <Alert tone="warning">
            {link.organization} vouches for another address than the one you are signed in with. Sign in with that one.
          </Alert>
        )}
        {stepUp.dialog}
      </div>
    </div>
  )
}
