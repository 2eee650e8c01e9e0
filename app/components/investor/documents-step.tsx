import { Download, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, useActionData, useNavigation } from 'react-router'
import { EVIDENCE } from '#core/portal/holders/schemas.ts'
import { shortDate } from '../../lib/dates.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FileField } from '../dashboard/file-field.tsx'
import { StateBadge } from '../state-badge.tsx'
import type { StepProps } from './step-nav.tsx'
import { DOCUMENT_WORDS, fileSize } from './words.ts'

const kinds = [
  'passport',
  'id_card',
  'drivers_license',
  'proof_of_address',
  'accreditation_letter',
  'income',
  'income_before',
  'income_expectation',
  'spouse_income',
  'spouse_income_before',
  'net_worth',
  'credit_report',
  'liabilities',
  'license',
  'other',
]
/** Whether a kind of document showed an accreditation by a method. */
const showed = (method: string | null | undefined, kind: string): boolean =>
  EVIDENCE[method as keyof typeof EVIDENCE]?.includes(kind) ?? false

/** Kinds of documents that the accreditation asks for, and the first that is missing. What ended shows nothing any more: newer ones are asked for. */
function askedOf(data: StepProps['data']): { words: string; missing: string | null } {
  const asked = data.missing.documents.length > 0 ? (EVIDENCE[data.draft.accreditation.method as keyof typeof EVIDENCE] ?? []) : []
  const missing = asked.find((kind) => !data.documents.some((each) => each.kind === kind)) ?? asked[0] ?? null
  return { words: asked.map((kind) => DOCUMENT_WORDS[kind]).join('; '), missing }
}

/** Uploads, one after the other, and what was sent so far. */
export function DocumentsStep({ data, errors }: StepProps) {
  const navigation = useNavigation()
  const result = useActionData() as { refusal: unknown; kind?: string } | undefined
  const sending = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'upload'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (result && !result.refusal) form.current?.reset()
  }, [result])
  const { words, missing } = askedOf(data)
  const ended = data.accreditation?.ended_at
  return (
    <div className="grid gap-6">
      <p className="text-soft">
        PDF, PNG or JPEG, at most 10 MB each. Files are sealed under your key and can only be read by you and by a reviewer; each reading is
        logged.
        {missing ? (
          <>
            {' '}
            <strong className="text-ink">
              For your accreditation{ended ? `, which ended on ${shortDate(ended)}` : ''}: {words}
              {ended ? ', newer than the one before' : ''}.
            </strong>
          </>
        ) : null}
      </p>
      <Form ref={form} method="post" encType="multipart/form-data" className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <input type="hidden" name="intent" value="upload" />
        <Field label="Kind" error={errors.kind}>
          <Select name="kind" defaultValue={result?.kind ?? missing ?? 'passport'}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {DOCUMENT_WORDS[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <FileField error={errors.file ?? errors.documents} />
        <Button type="submit" variant="outline" className="sm:mt-7" busy={sending} busyLabel="Sealing…">
          Upload
        </Button>
      </Form>
      {data.documents.length === 0 ? (
        <EmptyState title="No documents yet">A basic credential needs none. Some organisations ask for an identity document.</EmptyState>
      ) : (
        <ul className="border-rule border-t" aria-label="Documents">
          {data.documents.map((each) => (
            <li key={each.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-rule border-b py-2.5">
              <span className="min-w-0 flex-1 basis-52">
                <span className="font-semibold">{DOCUMENT_WORDS[each.kind] ?? each.kind}</span>
                <span className="block truncate text-[0.9375rem] text-soft">
                  {each.file_name} · {fileSize(each.size)} · {shortDate(each.created_at)}
                </span>
              </span>
              {ended && each.status === 'accepted' && showed(data.accreditation?.method, each.kind) ? (
                <Status tone="waiting">ended {shortDate(ended)}</Status>
              ) : (
                <StateBadge of="document" state={each.status} />
              )}
              <span className="flex">
                <a
                  href={`/dashboard/documents/${each.id}`}
                  download
                  className="inline-flex size-10 items-center justify-center rounded-md hover:bg-sunk"
                  aria-label={`Download ${each.file_name}`}
                >
                  <Download className="size-4" aria-hidden />
                </a>
                {each.status === 'accepted' ? null : (
                  <Form method="post">
                    <input type="hidden" name="intent" value="remove" />
                    <input type="hidden" name="id" value={each.id} />
                    <Button type="submit" variant="ghost" size="icon" aria-label={`Remove ${each.file_name}`}>
                      <Trash2 className="size-4" aria-hidden />
                    </Button>
                  </Form>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <ButtonLink to="?step=sign">Continue</ButtonLink>
      </div>
    </div>
  )
}
