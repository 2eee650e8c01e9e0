import type { CaseFile } from '#core/review/cases/get.ts'
import { errorAt } from '../../lib/act.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

const PREFIX = 'form_year:'

/** The tax forms of a file, each once. */
export function taxFormsOf({ evidence }: Pick<CaseFile, 'evidence'>) {
  const forms = evidence.accreditation?.documents.filter(({ shows }) => shows === 'tax_form') ?? []
  return forms.filter(({ id }, at) => forms.findIndex((one) => one.id === id) === at)
}

/** Which year each tax form is about: typed by who read it, since nothing of it may come from the file. */
export function FormsRead({ forms, refusal }: { forms: ReturnType<typeof taxFormsOf>; refusal: PageRefusal | null }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">The year that you read on each tax form</legend>
      {forms.map(({ id, file_name, of }, at) => (
        <Field
          key={id}
          label={`Tax form ${at + 1}${of === 'spouse' ? ', of the spouse' : ''}: ${file_name}`}
          error={
            errorAt(refusal, `tax_forms/${at}`) ??
            (at === 0 && !refusal?.fields.some(({ pointer }) => pointer.startsWith('/tax_forms/'))
              ? errorAt(refusal, 'tax_forms')
              : undefined)
          }
        >
          <Input
            name={`${PREFIX}${id}`}
            required
            inputMode="numeric"
            pattern="[0-9]{4}"
            maxLength={4}
            autoComplete="off"
            className="max-w-28"
          />
        </Field>
      ))}
    </fieldset>
  )
}

/** What was typed, as the decision takes it. */
export function formsReadIn(form: HTMLFormElement): Record<string, unknown> {
  const typed = [...new FormData(form)].filter(([name]) => name.startsWith(PREFIX))
  return { tax_forms: typed.map(([name, year]) => ({ document_id: name.slice(PREFIX.length), year: Number(year) })) }
}
