import { DeskFrame } from '../../components/desk/frame.tsx'
import { settleFile } from '../../components/due-diligence/file-acts.tsx'
import { FileTable, fileState } from '../../components/due-diligence/file-table.tsx'
import { count } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/due-diligence.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Due diligence', description: 'Files of due diligence that wait for a second person.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { page, filters } = readTableState(new URL(request.url), fileState)
  return readOr404(verbs.listDueDiligenceRows({ page, ...(filters as object) }))
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  return settleFile(verbs, await request.formData())
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function DueDiligence({ loaderData }: Route.ComponentProps) {
  return (
    <DeskFrame
      title="Due diligence"
      lead={`What your organisation found out about parties of higher risk. Another person than the author reads a file and approves it. ${count(loaderData.waiting)} not approved yet.`}
      action={
        <ButtonLink to="/issuer/due-diligence" variant="outline">
          File one
        </ButtonLink>
      }
    >
      <FileTable
        found={loaderData}
        across={false}
        empty={{ title: 'No file yet', text: 'What is filed is here to be approved, and stays as a record.' }}
      />
    </DeskFrame>
  )
}
