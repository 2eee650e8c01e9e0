import { useRef } from 'react'
import type { DocumentView } from '#core/identity/documents/present.ts'
import { shortDate } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'
import { DataTable } from '../../dashboard/data-table.tsx'
import { FileField } from '../../dashboard/file-field.tsx'
import { ConfirmedAct, useAct } from '../act.tsx'

const KINDS: Record<string, string> = {
  memorandum: 'Memorandum',
  subscription_agreement: 'Subscription agreement',
  financial_statements: 'Financial statements',
  form_d: 'Form D',
  offering_circular: 'Offering circular',
  other: 'Other',
}
const size = (bytes: number) => (bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1_048_576).toFixed(1)} MB`)

/** The papers of an offering, sealed where they are kept. */
export function DocumentsView({ documents }: { documents: DocumentView[] }) {
  const form = useRef<HTMLFormElement>(null)
  const { Form, busy, refusal, sent } = useAct(() => form.current?.reset(), 'upload')
  const about = (pointer: string) => refusal?.fields.find((each) => each.pointer === pointer)?.detail
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Form ref={form} method="post" encType="multipart/form-data" className="no-print flex flex-wrap items-start gap-4">
        <input type="hidden" name="intent" value="upload" />
        <Field label="Kind" error={about('/kind')}>
          <Select name="kind" defaultValue={sent?.kind ?? 'memorandum'}>
            {Object.entries(KINDS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <FileField
          className="min-w-60 flex-1"
          hint="PDF, PNG or JPEG, at most 10 MB. Read by its bytes; sealed with your organisation’s key."
          error={about('/file') ?? (refusal && !about('/kind') ? refusal.message : undefined)}
        />
        <Button type="submit" busy={busy} busyLabel="Uploading…" className="sm:mt-7.5">
          Upload
        </Button>
      </Form>
      <DataTable
        label="Documents"
        columns={[
          {
            key: 'file_name',
            label: 'File',
            text: (row) => row.file_name,
            className: 'min-w-48 whitespace-normal break-words',
            cell: (row) => (
              <a href={`/issuer/documents/${row.id}`} className="link font-semibold" download>
                {row.file_name}
              </a>
            ),
          },
          { key: 'kind', label: 'Kind', text: (row) => KINDS[row.kind] ?? row.kind },
          { key: 'size', label: 'Size', text: (row) => size(row.size), align: 'right' },
          {
            key: 'sha256',
            label: 'SHA-256',
            text: (row) => row.sha256,
            cell: (row) => (
              <code className="text-[0.75rem]" title={row.sha256}>
                {row.sha256.slice(0, 16)}…
              </code>
            ),
          },
          { key: 'created_at', label: 'Uploaded', text: (row) => shortDate(row.created_at) },
          {
            key: 'acts',
            label: 'Acts',
            text: () => '',
            cell: (row) => (
              <ConfirmedAct
                label="Remove"
                ariaLabel={`Remove ${row.file_name}`}
                title={`Remove ${row.file_name}`}
                text="Its content is destroyed. Its hash stays in the log."
                action="Remove"
                destructive
                values={{ intent: 'remove-document', id: row.id }}
              />
            ),
          },
        ]}
        rows={documents}
        total={documents.length}
        page={1}
        pageSize={100}
        empty={{ title: 'No document yet', text: 'Upload the memorandum or circular that investors read before they sign.' }}
      />
    </div>
  )
}
