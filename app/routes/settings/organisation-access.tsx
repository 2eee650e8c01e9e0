import { redirect } from 'react-router'
import { Refusal } from '../../components/admin/refusal.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { OwnOrganisations } from '../../components/team/organisations.tsx'
import { act, textOf, useAct } from '../../lib/act.ts'
import { ARRIVE, ownPath, requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/organisation-access.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Not from here', description: 'What your organisation asks for before you work in it.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { barred, session, verbs, place } = requireSession(context, request)
  const next = ownPath(new URL(request.url).searchParams.get('next'))
  if (!barred) throw redirect(next)
  return { barred, next, email: session.email, name: place?.name ?? 'Your organisation', organisations: await verbs.listOwnOrganizations() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const done =
    form.get('intent') === 'make_organisation'
      ? await act('Organisation made', () => verbs.createOrganization({ name: textOf(form, 'name') ?? '' }))
      : await act('You work there now', () => verbs.workIn({ organization_id: textOf(form, 'organization_id') ?? '' }))
  if (done.ok) throw redirect(ARRIVE)
  return done
}

/** Where somebody comes whose session their organisation does not take: why, and the ways on. */
export default function OrganisationAccess({ loaderData: { barred, next, email, name, organisations } }: Route.ComponentProps) {
  const form = useAct()
  return (
    <div className="pb-20">
      <PageHead title={name} lead="It asks for more before you work in it." />
      <div className="shell mt-8 grid max-w-2xl gap-8">
        <Refusal refusal={form.refusal} />
        <Alert tone="warning">{barred.words}</Alert>
        {barred.kind === 'sign_on' ? (
          <div>
            <ButtonLink to={`/sign-on?${new URLSearchParams({ email, next })}`}>Sign in with your organisation</ButtonLink>
          </div>
        ) : null}
        <OwnOrganisations organisations={organisations} />
      </div>
    </div>
  )
}
