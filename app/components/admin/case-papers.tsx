import { Download } from 'lucide-react'
import type { CaseFile } from '#core/review/cases/get.ts'
import { dateTime } from '../../lib/dates.ts'
import { plural } from '../../lib/format.ts'
import { Panel } from '../dashboard/layout.tsx'
import { StateBadge } from '../state-badge.tsx'

/** The papers to be read. */
export function CasePapers({ documents }: Pick<CaseFile['evidence'], 'documents'>) {
  if (documents.length === 0) return null
  return (
    <Panel title="Documents" note="Sealed; each reading is recorded.">
      <ul className="border-rule border-t">
        {documents.map((document) => (
          <li key={document.id} className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-2.5">
            <span className="min-w-0 break-words">
              <span className="font-semibold">{document.file_name}</span>
              <span className="block text-[0.875rem] text-soft">
                {document.kind.replaceAll('_', ' ')}, {Math.ceil(document.size / 1024)} KB, {dateTime(document.created_at)} UTC
              </span>
            </span>
            <span className="flex items-center gap-3">
              <StateBadge of="document" state={document.status} />
              <a href={`/dashboard/documents/${document.id}`} className="link inline-flex min-h-8 items-center gap-1.5" download>
                <Download className="size-4" aria-hidden /> Read<span className="sr-only"> {document.file_name}</span>
              </a>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Who did what in a case, newest first. */
export function CaseHistory({ row }: { row: CaseFile }) {
  return (
    <Panel title="History">
      <ol className="border-rule border-t text-[0.9375rem]">
        {[...row.history].reverse().map((one) => (
          <li key={one.at} className="border-rule border-b py-2">
            <p>
              <strong>{one.what.replaceAll('_', ' ')}</strong> by {one.by}
            </p>
            {one.note ? <p className="whitespace-pre-line">{one.note}</p> : null}
            <p className="tabular text-soft">{dateTime(one.at)} UTC</p>
          </li>
        ))}
        <li className="border-rule border-b py-2">
          <p>
            <strong>opened</strong> about {row.subject.type.replaceAll('_', ' ')}{' '}
            <code className="break-all text-[0.8125rem]">{row.subject.id}</code>
          </p>
          <p className="tabular text-soft">{dateTime(row.created_at)} UTC</p>
        </li>
      </ol>
      {row.evidence.candidates.length > 1 ? (
        <p className="mt-2 text-[0.875rem] text-soft">{plural(row.evidence.candidates.length, 'candidate')} in the matcher's order.</p>
      ) : null}
    </Panel>
  )
}
