import { useRef } from 'react'
import type { CaseFile } from '#core/review/cases/get.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'

type Candidate = CaseFile['evidence']['candidates'][number]

/** Everybody found: of the one person a case is about, or of each whom a held act is about. */
export const allMatches = ({ candidates, others }: CaseFile['evidence']): Candidate[] => [
  ...new Map([...candidates, ...others.flatMap((one) => one.candidates)].map((one) => [one.entity_id, one])).values(),
]

/** The matches whose name is exact or strong: each is set aside only by what differs, or by a document. */
export const toTellApart = (evidence: CaseFile['evidence']) =>
  allMatches(evidence).filter((one) => one.needs_evidence && !one.strong && one.exception === null)

/** Pointers of a refusal that the form says at their fields; an entry found only since the page was read has none. */
export const saidInForm = (refusal: PageRefusal | null, matches: readonly Candidate[]): string[] =>
  (refusal?.fields ?? [])
    .filter(({ pointer, detail }) => pointer !== '/differences' || matches.some((one) => isOf(detail, one)))
    .map(({ pointer }) => pointer.slice(1))
    .filter((pointer) => matches.length > 0 && /^(differences|document_sha256)/.test(pointer))

const isOf = (detail: string, { entity_id }: Candidate) => detail.includes(`(${entity_id})`)

const told = (error: string | undefined) => (error === undefined ? {} : { error })

const statedBy = (one: Candidate) => [
  ...one.listed.dates_of_birth.map((value) => ({ field: 'date_of_birth', value, label: `born ${value}` })),
  ...one.listed.identifiers.map(({ type, value }) => ({ field: 'identifier', value, label: `${type.replaceAll('_', ' ')} ${value}` })),
]

interface ReleaseEvidenceProps {
  matches: Candidate[]
  shown: boolean
  refusal: PageRefusal | null
  sent: string[]
}

/** What the proposer of a release states of each such match: the entry's own value, the person's, and where that was seen. */
export function ReleaseEvidence({ matches, shown, refusal, sent }: ReleaseEvidenceProps) {
  const at = (pointer: string) => refusal?.fields.find((each) => each.pointer === `/${pointer}`)?.detail
  const bare = (one: Candidate) => refusal?.fields.some(({ pointer, detail }) => pointer === '/differences' && isOf(detail, one))
  const errorOf = (one: Candidate, name: string) => {
    const place = sent.indexOf(one.entity_id)
    return place < 0 ? undefined : at(`differences/${place}/${name}`)
  }
  const listedError = (one: Candidate) =>
    errorOf(one, 'listed_value') ??
    errorOf(one, 'entity_id') ??
    (bare(one) ? 'Choose what differs from the entry, or give the SHA-256 of a document you read.' : undefined)
  const unstated = matches.some((one) => bare(one) && !statedBy(one).length)
  const document = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file || !document.current) return
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    document.current.value = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  return (
    // What was typed is still there when the arrow keys have passed over another choice.
    <fieldset hidden={!shown} disabled={!shown} className="grid min-w-0 gap-5 [&[hidden]]:hidden">
      {matches.map((one) => (
        <fieldset key={one.entity_id} data-entity={one.entity_id} className="grid gap-4 border-rule border-t pt-4">
          <legend className="pr-3 font-semibold text-[0.9375rem]">What differs from {one.name}</legend>
          {statedBy(one).length ? (
            <>
              <Field label="The entry states" {...told(listedError(one))}>
                <Select name="listed" defaultValue="">
                  <option value="">Nothing of this differs</option>
                  {statedBy(one).map(({ field, value, label }) => (
                    <option key={label} value={JSON.stringify([field, value])}>
                      {label}
                    </option>
                  ))}
                </Select>
              </Field>
              <Field
                label="The person has"
                hint="A birth date as YYYY-MM-DD; an identifier as it stands on the paper."
                {...told(errorOf(one, 'person_value'))}
              >
                <Input name="person_value" maxLength={200} autoComplete="off" />
              </Field>
              <Field label="Seen in" hint="The paper and who issued it." {...told(errorOf(one, 'source'))}>
                <Input name="source" maxLength={300} autoComplete="off" />
              </Field>
            </>
          ) : (
            <p className="text-[0.9375rem] text-soft">The entry states no birth date and no identifier: name the document you read.</p>
          )}
        </fieldset>
      ))}
      <Field
        label="SHA-256 of a document you read"
        optional={matches.every((one) => statedBy(one).length > 0)}
        hint="64 hexadecimal digits. Stands in place of what differs."
        {...told(
          at('document_sha256') ?? (unstated ? 'Name the document you read: the entry states nothing that could differ.' : undefined),
        )}
      >
        <Input ref={document} name="document_sha256" maxLength={200} className="tabular" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Or take it from the file" optional hint="Read in your browser only: the file is not sent.">
        <Input
          type="file"
          className="h-auto min-h-11 py-2 file:mr-3 file:rounded file:border-0 file:bg-sunk file:px-3 file:py-1 file:text-ink"
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </Field>
    </fieldset>
  )
}

/** What was stated in the form, as the verb takes it. */
export function evidenceIn(form: HTMLFormElement | null): { differences?: { entity_id: string }[]; document_sha256?: string } {
  const differences = [...(form?.querySelectorAll<HTMLFieldSetElement>('fieldset[data-entity]') ?? [])].flatMap((set) => {
    const said = (name: string) => set.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)?.value.trim() ?? ''
    if (!said('listed') && !said('person_value') && !said('source')) return []
    // What was typed beside nothing chosen is not passed over: the choice is asked for.
    const [field, listed_value] = JSON.parse(said('listed') || '["date_of_birth",""]') as [string, string]
    return [{ entity_id: set.dataset.entity!, field, listed_value, person_value: said('person_value'), source: said('source') }]
  })
  const document_sha256 = form?.querySelector<HTMLInputElement>('[name=document_sha256]')?.value.trim().toLowerCase()
  return { ...(differences.length && { differences }), ...(document_sha256 && { document_sha256 }) }
}

/** What the proposer stated, for the second person to hold against the papers. */
export function StatedEvidence({
  evidence,
  matches,
}: {
  evidence: Pick<NonNullable<CaseFile['proposal']>, 'differences' | 'document_sha256'>
  matches: Candidate[]
}) {
  return (
    <ul className="mt-2 grid gap-1">
      {evidence.differences?.map((one) => (
        <li key={`${one.entity_id} ${one.field} ${one.listed_value}`}>
          {matches.find((match) => match.entity_id === one.entity_id)?.name ?? one.entity_id}:{' '}
          {one.field === 'date_of_birth' ? 'birth date' : 'identifier'} {one.listed_value}; the person: <strong>{one.person_value}</strong>,
          seen in {one.source}
        </li>
      ))}
      {evidence.document_sha256 ? (
        <li>
          Document read, SHA-256 <span className="tabular">{evidence.document_sha256}</span>
        </li>
      ) : null}
    </ul>
  )
}
