import { CasePage } from '../../components/admin/case-page.tsx'
import { actOnCase, readCase } from '../../components/admin/desk.ts'
import { DeskFrame } from '../../components/desk/frame.tsx'
import { goWhereItIs } from '../../lib/chosen-environment.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Route } from './+types/review.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Review', description: 'One case with its evidence.', noindex: true })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const server = requireSession(context, request)
  const read = await readCase(server.verbs, params.id, server.session.id)
  goWhereItIs(server, request, read.row)
  return read
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  return actOnCase(verbs, params.id, await request.formData())
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function DeskReview({ loaderData }: Route.ComponentProps) {
  return <CasePage {...loaderData} desk={{ base: '/desk', Frame: DeskFrame }} />
}
