import { redirect } from 'react-router'
import { bodyOf, termsOf } from '../../components/issuer/offering-terms.ts'
import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/typed-terms.ts'

/** Whoever opens the address itself is led to a page. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireSession(context, request, ['issuer'])
  return redirect('/issuer/offerings/new')
}

/** What the form of an offering sends while somebody types: for the rules to answer, or to be kept as a draft. */
export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const form = await request.formData()
  const values = termsOf(form)
  const id = String(form.get('draft') ?? '')
  switch (form.get('intent')) {
    case 'check':
      return Response.json(await verbs.checkOfferingTerms(bodyOf(values)))
    case 'autosave':
      return Response.json(await verbs.saveFormDraft({ kind: 'offering', content: values, ...(id && { id }) }))
    default:
      return new Response('There is no such act.', { status: 400 })
  }
}
