import { redirect } from 'react-router'
import { Refusal } from '../../components/admin/refusal.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { act, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { serverContext } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/join.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Invitation', description: 'An invitation to work with an organisation.', noindex: true })

/** The address is a secret of who got the mail: no other site is told of it. */
export const headers = () => ({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })

export async function loader({ context, params }: Route.LoaderArgs) {
  const server = context.get(serverContext)!
  return {
    signedIn: server.session !== null,
    next: encodeURIComponent(`/join/${params.token}`),
    ...(await server.verbs.readInvitation({ token: params.token })),
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const done = await act('You are a member now', () => verbs.acceptInvitation({ token: params.token }))
  if (done.ok) throw redirect('/settings/team')
  return done
}

export default function Join({ loaderData: { signedIn, next, problem, organization, role, expires_at, yours } }: Route.ComponentProps) {
  const form = useAct()
  return (
    <div className="pb-20">
      <PageHead title={organization ? `Join ${organization}` : 'Invitation'} lead="An invitation to work with an organisation." />
      <div className="shell mt-8 grid max-w-2xl gap-5">
        <Refusal refusal={form.refusal} />
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        {problem ? null : (
          <p className="[overflow-wrap:anywhere]">
            {organization} invites you to work with it, as {role}. The invitation is good until {dateTime(expires_at!)} UTC.
          </p>
        )}
        {!problem && !signedIn ? (
          <>
            <p>Sign in with the address the invitation was sent to, or open an account with it: you come back here once it is confirmed.</p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={`/login?next=${next}`}>Sign in</ButtonLink>
              <ButtonLink to={`/register?next=${next}`} variant="outline">
                Open an account
              </ButtonLink>
            </div>
          </>
        ) : null}
        {!problem && yours === false ? (
          <Alert tone="warning">
            This invitation was sent to another address than the one you are signed in with. Sign in with that one, or ask for an invitation
            to yours.
          </Alert>
        ) : null}
        {!problem && yours ? (
          <form.Form method="post">
            <Button type="submit" busy={form.busy}>
              Join<span className="sr-only"> {organization}</span>
            </Button>
          </form.Form>
        ) : null}
      </div>
    </div>
  )
}
