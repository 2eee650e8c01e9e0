import { auditQuery, auditState } from '../../components/admin/audit-columns.ts'
import { AuditTable } from '../../components/admin/audit-table.tsx'
import { AuditVerdict } from '../../components/admin/audit-verdict.tsx'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { act, useAct } from '../../lib/act.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Button } from '../../ui/button.tsx'
import type { Route } from './+types/audit.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Audit log', description: 'Everything that was done, in a log that shows any edit.', noindex: true })

const perPage = 25

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), auditState)
  return readOr404(verbs.searchAudit({ ...auditQuery(filters), page, per_page: perPage }))
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  return act('The log was recomputed', () => verbs.verifyAuditLog())
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Audit({ loaderData }: Route.ComponentProps) {
  const check = useAct<{
    whole: boolean
    size: number
    root: string
    faults: { leaf_index: number | null; audit_id: string; fault: string }[]
  }>()
  return (
    <AdminFrame
      title="Audit log"
      lead="Append-only and hash-linked: any row that is edited, deleted or added by the back door is found and named. What organisations do is shown without persons."
      action={
        <check.Form method="post">
          <Button type="submit" variant="outline" busy={check.busy} busyLabel="Recomputing">
            Check the whole log
          </Button>
        </check.Form>
      }
    >
      <Refusal refusal={check.refusal} className="mb-5" />
      {check.result ? <AuditVerdict verdict={check.result} /> : null}
      <AuditTable found={loaderData} receipts="/api/admin/audit" across />
    </AdminFrame>
  )
}
