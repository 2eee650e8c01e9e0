import { Download, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { stateWord } from '#core/kernel/states.ts'
import type { IdentityFile } from '#core/review/cases/identity-file.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { cn } from '../../lib/cn.ts'
import { dateTime } from '../../lib/dates.ts'
import { countryName } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge, Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { StateBadge } from '../state-badge.tsx'
import { Refusal } from './refusal.tsx'

const FIELDS: Record<IdentityFile['fields'][number]['field'], string> = {
  full_name: 'Name',
  date_of_birth: 'Born',
  number: 'Number',
  issuing_country: 'Issued by',
  nationality: 'Nationality',
  expires_on: 'Valid until',
}
const PICTURES: Record<IdentityFile['pictures'][number]['kind'], string> = {
  front: 'Front',
  back: 'Back',
  portrait: 'The person',
  proof_of_address: 'Proof of address',
}
const TOLD = {
  tenant: 'The organisation told who it is about.',
  holder: 'Nobody but the holder of the link said who it is about.',
  holder_matched: 'The holder of the link says to be somebody whom the organisation knows already. A refusal says nothing of that person.',
}

/** Of a country its name. */
const nameIn = (field: IdentityFile['fields'][number]['field'], value: string | null): string | null =>
  value !== null && (field === 'issuing_country' || field === 'nationality') ? countryName(value) : value

const Id = ({ children }: { children: string }) => <span className="break-all font-mono text-[0.8125rem]">{children}</span>

/** One and the same picture or document for two people: one of them is not who they say. */
const AlsoShown = ({ file: { shown_elsewhere: sessions, document_elsewhere: others } }: { file: IdentityFile }) => (
  <>
    {sessions.length ? (
      <Alert tone="warning" title="The very same picture was sent for somebody else" className="mb-3">
        In {sessions.length === 1 ? 'the session' : 'the sessions'} <Id>{sessions.join(', ')}</Id>. A copy of a document proves nothing of
        who holds it: look at both before you decide.
      </Alert>
    ) : null}
    {others.length ? (
      <Alert tone="warning" title="A document of this state and number counts for somebody else" className="mb-3">
        <ul>
          {others.map((one) => (
            <li key={one.evidence_id}>
              {one.name ?? 'Somebody without a name'} (<Id>{one.investor_id ?? one.person_id}</Id>), by <Id>{one.evidence_id}</Id>
              {one.session_id ? (
                <>
                  {' '}
                  of session <Id>{one.session_id}</Id>
                </>
              ) : null}
            </li>
          ))}
        </ul>
        <p className="mt-1">Look at both. Where it never was the other’s, withdraw that evidence as well: nothing does so by itself.</p>
      </Alert>
    ) : null}
  </>
)

/** What a person showed, beside what was typed and told. Opening it was recorded, as is each opening of a picture. */
export function IdentityFilePanels({ file, decided }: { file: IdentityFile; decided: boolean }) {
  if (file.erased)
    return <EmptyState title="The person was erased">What was sent can no longer be opened, so it can only be refused.</EmptyState>
  const { conflict } = file
  // A column that holds nothing, and a field of which nobody said anything, only make the page longer.
  const columns = (['told', 'typed', 'zone'] as const).filter((name) => name !== 'zone' || file.fields.some(({ zone }) => zone !== null))
  const headOf = { told: 'Told', typed: conflict ? 'Read' : 'Typed from the document', zone: 'Lines for machines' }
  const fields = file.fields.filter(({ told, typed, zone }) => told ?? typed ?? zone)
  return (
    <>
      <Panel title="What was told, typed and printed" note={`${TOLD[file.told_by]} Opening this was recorded.`}>
        {conflict ? (
          <Alert tone="warning" className="mb-3">
            Read by {conflict.method.replaceAll('_', ' ')}, on the word of {conflict.voucher}.
            {conflict.names_other ? ' It names somebody else than was told.' : ''}
            {conflict.unchecked
              ? ` Nobody could tell whether its issuer revoked the certificate that signed it (${conflict.unchecked.reason.replaceAll('_', ' ')}).`
              : ''}
          </Alert>
        ) : null}
        <AlsoShown file={file} />
        <Table label="Told, typed and printed" className="row-cards">
          <thead>
            <tr>
              <Th>
                <span className="sr-only">Field</span>
              </Th>
              {columns.map((name) => (
                <Th key={name}>{headOf[name]}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map((row) => (
              <tr key={row.field}>
                <RowTh className="max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-3">
                  {FIELDS[row.field]}
                  <span className="sm:mt-0.5 sm:block">
                    {row.result === 'one' ? (
                      <span className="text-[0.875rem] text-soft">{stateWord('comparison', 'one')}</span>
                    ) : (
                      <StateBadge of="comparison" state={row.result} />
                    )}
                  </span>
                </RowTh>
                {columns.map((name) => (
                  <Td key={name} data-label={headOf[name]} className={cn('break-words', row[name] === null && 'max-sm:hidden')}>
                    {nameIn(row.field, row[name]) ?? <span className="text-soft">—</span>}
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
        <Marks file={file} />
        {decided || conflict ? null : <Zone typed={file.mrz !== null} />}
      </Panel>
      {file.pictures.length ? (
        <Panel title="Pictures" note="Sealed with the person’s key; each opening is recorded.">
          <ul className="grid gap-6">
            {file.pictures.map((picture) => (
              <li key={picture.id}>
                <Picture picture={picture} />
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </>
  )
}

/** What the document is, how its zone reads, and which address it is to prove. */
function Marks({ file }: { file: IdentityFile }) {
  return (
    <>
      <p className="mt-3 flex flex-wrap gap-2">
        {file.document ? <Badge>{file.document.kind?.replaceAll('_', ' ')}</Badge> : null}
        {file.mrz ? (
          <Status tone={file.mrz.wrong.length ? 'bad' : 'good'} wrap>
            {file.mrz.wrong.length
              ? `check digits that do not fit: ${file.mrz.wrong.join(', ').toLowerCase()}`
              : `${file.mrz.format}: every check digit fits`}
            , typed by {file.mrz.typed_by === 'holder' ? 'the person' : 'a reviewer'}
          </Status>
        ) : null}
      </p>
      {file.document?.address ? (
        <p className="mt-3">
          Address to prove: {file.document.address}
          {file.address ? `. Told: ${file.address}` : ''}
        </p>
      ) : null}
    </>
  )
}

/** The lines as the reviewer reads them in the picture: unlike the person, they may find that a check digit is wrong. */
function Zone({ typed }: { typed: boolean }) {
  const form = useAct()
  return (
    <details className="mt-3">
      <summary className="link inline-flex min-h-8 items-center">{typed ? 'Type the lines again' : 'Type the lines for machines'}</summary>
      <form.Form method="post" className="mt-2 grid gap-3">
        <input type="hidden" name="intent" value="zone" />
        <Field
          label="Lines for machines"
          hint="As you read them in the picture. Check digits that do not fit are marked."
          error={errorAt(form.refusal, 'mrz')}
        >
          <Textarea
            name="mrz"
            rows={3}
            maxLength={400}
            className="min-h-24 break-all font-mono text-[0.8125rem]"
            spellCheck={false}
            required
          />
        </Field>
        <Refusal refusal={form.refusal} fields={['mrz']} />
        <div>
          <Button type="submit" variant="outline" size="sm" busy={form.busy}>
            Read and compare
          </Button>
        </div>
      </form.Form>
    </details>
  )
}

/** A picture, larger where one wants it. Others than pictures are opened as files: nothing in them acts in this page. */
function Picture({ picture }: { picture: IdentityFile['pictures'][number] }) {
  const [zoom, setZoom] = useState(1)
  const path = `/dashboard/documents/${picture.id}`
  const label = PICTURES[picture.kind]
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0">
          <span className="font-semibold">{label}</span>
          <span className="block break-all text-[0.875rem] text-soft">
            {picture.file_name}, {Math.ceil(picture.size / 1024)} KB, {dateTime(picture.created_at)} UTC, SHA-256{' '}
            {picture.sha256.slice(0, 12)}…
          </span>
        </span>
        <span className="flex items-center gap-1">
          {picture.media_type === 'application/pdf' ? null : (
            <>
              <Button
                variant="ghost"
                size="icon"
                className="js-only"
                aria-label={`Smaller: ${label}`}
                disabled={zoom === 1}
                onClick={() => setZoom(Math.max(1, zoom - 1))}
              >
                <ZoomOut className="size-4" aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                className="js-only"
                aria-label={`Larger: ${label}`}
                disabled={zoom === 5}
                onClick={() => setZoom(Math.min(5, zoom + 1))}
              >
                <ZoomIn className="size-4" aria-hidden />
              </Button>
            </>
          )}
          <a href={path} download className="link inline-flex min-h-8 items-center gap-1.5 px-2">
            <Download className="size-4" aria-hidden /> Read<span className="sr-only"> {label.toLowerCase()}</span>
          </a>
        </span>
      </figcaption>
      {picture.media_type === 'application/pdf' ? (
        <p className="mt-2 text-soft">A PDF: open it as a file.</p>
      ) : (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
          tabIndex={0}
          aria-label={`Picture: ${label}`}
          className="mt-2 max-h-[28rem] overflow-auto rounded-md border border-rule bg-sunk"
        >
          <img src={path} alt={label} loading="lazy" className="block h-auto max-w-none" style={{ width: `${zoom * 100}%` }} />
        </section>
      )}
    </figure>
  )
}
