import type { ReactElement } from 'react'
import type { CaseFile } from '#core/review/cases/get.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { DocumentShown, documentFields, documentIn } from './document-shown.tsx'
import { EntityWord, entityFields, entityWordIn } from './entity-word.tsx'
import { FormsRead, formsReadIn, taxFormsOf } from './forms-read.tsx'
import { lookedUpFields, lookedUpIn, RegisterEntry } from './looked-up.tsx'

interface Typed {
  fields: readonly string[]
  form: (refusal: PageRefusal | null) => ReactElement
  /** What stands in the form that a field is of. */
  in: (field: HTMLTextAreaElement | null) => Record<string, unknown>
}

const readIn = (read: (form: HTMLFormElement) => Record<string, unknown>): Typed['in'] => {
  return (field) => (field?.form ? read(field.form) : {})
}

/** What a reviewer types besides the reason: what they read or looked up, by the kind of the case; null where nothing is. */
export function typedOf(row: CaseFile, choice: string | null): Typed | null {
  const releases = choice === 'release'
  const looksUp = releases ? row.evidence.accreditation?.looks_up : null
  if (row.kind === 'entity_review' && (releases || choice === 'refuse'))
    return {
      fields: entityFields,
      form: (refusal) => <EntityWord key={choice} releases={releases} refusal={refusal} />,
      in: readIn((form) => entityWordIn(form, releases)),
    }
  const forms = releases ? taxFormsOf(row) : []
  if (looksUp || forms.length)
    return {
      fields: [...(looksUp ? lookedUpFields : []), 'tax_forms', ...forms.map((_, at) => `tax_forms/${at}/year`)],
      form: (refusal) => (
        <>
          {looksUp ? <RegisterEntry what={looksUp} refusal={refusal} /> : null}
          {forms.length ? <FormsRead forms={forms} refusal={refusal} /> : null}
        </>
      ),
      in: readIn((form) => ({ ...(looksUp && lookedUpIn(form)), ...(forms.length && formsReadIn(form)) })),
    }
  if (row.kind === 'verification_identity' && row.environment === 'production' && releases)
    return { fields: documentFields, form: (refusal) => <DocumentShown refusal={refusal} />, in: readIn(documentIn) }
  return null
}

/** The forms of what is typed, each with its choice: what was typed is still there when the arrow keys have passed over another one. */
export function TypedWords({ row, choice, refusal }: { row: CaseFile; choice: string | null; refusal: PageRefusal | null }) {
  return ['release', 'refuse'].map((one) => {
    const chosen = one === choice
    const form = typedOf(row, one)?.form(chosen ? refusal : null)
    return form ? (
      <fieldset key={one} hidden={!chosen} disabled={!chosen} className="grid min-w-0 gap-5 [&[hidden]]:hidden">
        {form}
      </fieldset>
    ) : null
  })
}

/** The same as a form sends it: each word by itself, as JSON where it has parts. */
export const asSent = (words: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([name, word]) => [name, typeof word === 'string' ? word : JSON.stringify(word)]))
