import { AdminFrame } from '../../components/admin/frame.tsx'
import { settleFile } from '../../components/due-diligence/file-acts.tsx'
import { FileTable, fileState } from '../../components/due-diligence/file-table.tsx'
import { count } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/due-diligence.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Due diligence', description: 'Files of due diligence of every organisation.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), fileState)
  return readOr404(verbs.searchDueDiligenceRows({ page, ...(filters as object) }))
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  return settleFile(verbs, await request.formData())
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function DueDiligence({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Due diligence"
      lead={`What organisations found out about parties of higher risk. You are the second person where an organisation has only one: read a file before you approve it. ${count(loaderData.waiting)} not approved yet.`}
    >
      <FileTable
        found={loaderData}
        across
        empty={{ title: 'No file yet', text: 'What an organisation files is here to be approved, and stays as a record.' }}
      />
    </AdminFrame>
  )
}
