import { redirectDocument } from 'react-router'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { SupportForm, SupportTable } from '../../components/desk/support.tsx'
import { act, textOf } from '../../lib/act.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/support.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Support access', description: 'What organisations let you look at, and until when.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  return { rows: await readOr404(requireSession(context, request, ['admin']).verbs.listSupportGiven()) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const id = textOf(form, 'id') ?? ''
  switch (textOf(form, 'intent')) {
    case 'end':
      return act('It is ended', () => verbs.giveUpSupportAccess({ id }))
    case 'begin': {
      const begun = await act('You look', () => verbs.beginLooking({ id }))
      // Who the person is to every page is another from now on.
      if (begun.ok) throw redirectDocument('/desk/reviews')
      return begun
    }
    default: {
      const organization_id = textOf(form, 'organization_id') ?? ''
      return act('Asked; you are told when they answer', () =>
        verbs.askSupportAccess({ organization_id, reason: textOf(form, 'reason') ?? '', hours: textOf(form, 'hours') ?? '1' }),
      )
    }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function AdminSupport({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Support access"
      lead="What organisations keep of people is theirs. Ask one of them to let you look for a time: you read it as their auditor would, change nothing, and each look stands in both logs."
    >
      <div className="grid gap-10">
        <SupportTable rows={rows} platform />
        <SupportForm key={rows.length} asks />
      </div>
    </AdminFrame>
  )
}
