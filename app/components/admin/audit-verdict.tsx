import { count } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'

export interface Verdict {
  whole: boolean
  size: number
  root: string
  faults: { leaf_index: number | null; audit_id: string; fault: string }[]
}

/** What recomputing the whole log found. */
export function AuditVerdict({ verdict }: { verdict: Verdict }) {
  if (verdict.whole)
    return (
      <Alert tone="success" title={`The log is whole: ${count(verdict.size)} entries.`} className="mb-5">
        Every entry, every decision it vouches for and every signed checkpoint was recomputed. Root{' '}
        <code className="break-all text-[0.8125rem]">{verdict.root}</code>
      </Alert>
    )
  return (
    <Alert
      tone="error"
      title={`The log is not whole: ${count(verdict.faults.length)} faults in ${count(verdict.size)} entries.`}
      className="mb-5"
    >
      <ul className="mt-2 grid gap-1">
        {verdict.faults.map((fault) => (
          <li key={`${fault.leaf_index} ${fault.audit_id} ${fault.fault}`}>
            Leaf {fault.leaf_index ?? 'without a place'}, <code className="text-[0.8125rem]">{fault.audit_id}</code>: {fault.fault}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
