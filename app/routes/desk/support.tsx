import { DeskFrame } from '../../components/desk/frame.tsx'
import { SupportForm, SupportTable } from '../../components/desk/support.tsx'
import { act, textOf } from '../../lib/act.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/support.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Support access', description: 'Who of Sealwright may look at your data, and until when.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, session } = requireSession(context, request)
  return { rows: (await readOr404(verbs.listSupportAccess({ limit: '100' }))).data, looking: session.support?.looking === true }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const id = textOf(form, 'id')
  if (textOf(form, 'intent') === 'end') return act('It is ended', () => verbs.endSupportAccess({ id: id ?? '' }))
  const asked = id ? { id } : { reason: textOf(form, 'reason') ?? '', hours: textOf(form, 'hours') ?? '1' }
  return act('Support may look', () => verbs.grantSupportAccess(asked))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function DeskSupport({ loaderData: { rows, looking } }: Route.ComponentProps) {
  return (
    <DeskFrame
      title="Support access"
      lead="Sealwright’s administrators see nothing of the people you check. Where you need their help, let them read for a time: they change nothing, each thing they look at stands in your audit log and in theirs, and you end it at any time."
    >
      <div className="grid gap-10">
        <SupportTable rows={rows} platform={false} />
        {looking ? null : <SupportForm key={rows.length} asks={false} />}
      </div>
    </DeskFrame>
  )
}
