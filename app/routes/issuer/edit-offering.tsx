import { data, redirect, useNavigation } from 'react-router'
import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import {
  OfferingFields,
  OfferingFormLayout,
  RefusedNote,
  type RefusedTerms,
  useOfferingForm,
} from '../../components/issuer/offering-form.tsx'
import { patchOf, termsFrom, termsOf } from '../../components/issuer/offering-terms.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { attempt, readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ShownForm } from '../../ui/shown-form.tsx'
import type { Route } from './+types/edit-offering.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Edit offering', description: 'Change the terms; the rules answer while you type.', noindex: true })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const { offering, first_sale_at } = await readOr404(verbs.readOfferingFigures({ id: params.id, part: 'head' }))
  if (offering.status === 'closed') throw redirect(`/issuer/offerings/${params.id}`)
  return { offering, sold: first_sale_at !== null }
}

/** What was typed stays as it is while the rules answer. */
export const shouldRevalidate = () => false

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const form = await request.formData()
  const values = termsOf(form)
  const { offering } = await readOr404(verbs.readOfferingFigures({ id: params.id, part: 'head' }))
  const made = await attempt(() => verbs.updateOffering({ id: params.id, ...patchOf(termsFrom(offering), values) }))
  return made.ok ? redirect(`/issuer/offerings/${params.id}`) : data<RefusedTerms>({ refusal: made.refusal, values }, { status: 422 })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

const notes: Record<string, string> = {
  open: 'This offering is open. Changing the maximum or the supply pauses it until every rule of an opening allows again. Another exemption now, or another maximum after the first sale, waits for a second person.',
  paused: 'This offering is paused. It opens again when every rule of an opening allows the new terms.',
}

export default function EditOffering({ loaderData, actionData }: Route.ComponentProps) {
  const { offering, sold } = loaderData
  const refused = actionData && 'refusal' in actionData ? actionData : null
  const before = termsFrom(offering)
  const state = useOfferingForm(before, refused)
  const environment = useEnvironment()
  const navigation = useNavigation()
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const patch = patchOf(before, state.values)
  const changes = Object.keys(patch).length
  const back = `/issuer/offerings/${offering.id}`
  return (
    <IssuerFrame
      title="Edit the terms"
      lead={offering.name}
      badge={<StateBadge of="offering" state={offering.status} />}
      crumbs={[
        { label: 'Issuer', path: '/issuer/dashboard' },
        { label: 'Offerings', path: '/issuer/offerings' },
        { label: offering.name, path: back },
        { label: 'Edit' },
      ]}
    >
      {notes[offering.status] ? (
        <Alert tone="warning" className="mb-6">
          {notes[offering.status]}
          {sold ? ' Regulation, price, type, currency and lock-up stay: investors came in on them.' : ''}
        </Alert>
      ) : null}
      <OfferingFormLayout state={state}>
        <ShownForm ref={state.form} method="post" noValidate className="grid gap-9">
          <RefusedNote refused={refused} again="save again" />
          <OfferingFields state={state} />
          <div className="flex flex-wrap items-center gap-3 border-rule border-t pt-5">
            <Button type="submit" name="intent" value="save" busy={busy} busyLabel="Saving…" disabled={changes === 0}>
              Save the changes
            </Button>
            <ButtonLink to={back} variant="outline">
              Cancel
            </ButtonLink>
            <span role="status" className="text-[0.9375rem] text-soft">
              {changes === 0 ? 'Nothing is changed yet.' : `${plural(changes, 'term')} changed.`}
            </span>
          </div>
          <AsApiCall
            call={{ method: 'PATCH', path: `/v1/offerings/${offering.id}`, body: patch }}
            environment={environment}
            label="The API call that does it"
          />
        </ShownForm>
      </OfferingFormLayout>
    </IssuerFrame>
  )
}
