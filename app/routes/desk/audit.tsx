import { auditQuery, auditState } from '../../components/admin/audit-columns.ts'
import { AuditTable } from '../../components/admin/audit-table.tsx'
import { DeskFrame } from '../../components/desk/frame.tsx'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/audit.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Audit log', description: 'What was done in your organisation, and by whom.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { page, filters } = readTableState(new URL(request.url), auditState)
  return readOr404(verbs.searchOwnAudit({ ...auditQuery(filters), page, per_page: 25 }))
}

export default function DeskAudit({ loaderData }: Route.ComponentProps) {
  return (
    <DeskFrame
      title="Audit log"
      lead="What was done in your organisation, by whom and to what. Nothing of it can be edited or taken away without it showing."
    >
      <AuditTable found={loaderData} receipts="/desk/audit" across={false} />
    </DeskFrame>
  )
}
