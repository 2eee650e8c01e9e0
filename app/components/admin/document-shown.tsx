import { errorAt } from '../../lib/act.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { CountrySelect } from '../country-field.tsx'

const READ = ['full_name', 'date_of_birth', 'issuing_country', 'number', 'expires_on'] as const
const SEEN = ['differences_seen', 'other_holder_compared'] as const

export const documentFields = ['document', ...READ.map((name) => `document/${name}`), 'identity', ...SEEN.map((name) => `identity/${name}`)]

/** What a document of somebody shows, as the reviewer reads it: typed, since what was said of it may be another thing. */
export function DocumentShown({ refusal }: { refusal: PageRefusal | null }) {
  const error = (name: string) => errorAt(refusal, `document/${name}`)
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">What the document shows</legend>
      <p className="text-soft">Needed unless the identity was shown another way meanwhile.</p>
      <Field label="Name on it" error={error('full_name') ?? errorAt(refusal, 'document')}>
        <Input name="full_name" maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Date of birth on it" error={error('date_of_birth')}>
        <Input name="date_of_birth" type="date" />
      </Field>
      <Field label="Issued by" error={error('issuing_country')}>
        <CountrySelect name="issuing_country" defaultValue="" autoComplete="off" />
      </Field>
      <Field label="Number" hint="By it one document that is shown for two people is found." error={error('number')}>
        <Input name="number" maxLength={40} autoComplete="off" />
      </Field>
      <Field label="Without a number">
        <label className="flex min-h-11 items-center gap-2.5">
          <input type="checkbox" name="number_illegible" className="size-4 shrink-0 accent-seal" /> None can be read: it is compared with
          nobody, and the record says so
        </label>
      </Field>
      <Field label="Valid until" hint="Empty only where no day is printed." error={error('expires_on')}>
        <Input name="expires_on" type="date" />
      </Field>
      <Field label="Differences" error={errorAt(refusal, 'identity/differences_seen')}>
        <label className="flex min-h-11 items-center gap-2.5">
          <input type="checkbox" name="differences_seen" className="size-4 shrink-0 accent-seal" /> It differs from what was said, and it is
          one person
        </label>
      </Field>
      <Field label="Counts for somebody else" error={errorAt(refusal, 'identity/other_holder_compared')}>
        <label className="flex min-h-11 items-center gap-2.5">
          <input type="checkbox" name="other_holder_compared" className="size-4 shrink-0 accent-seal" /> I compared both, and it belongs to
          this person
        </label>
      </Field>
    </fieldset>
  )
}

/** What was typed, as the decision takes it; nothing where nothing was. */
export function documentIn(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form)
  const read = READ.flatMap((name) => (String(data.get(name) ?? '').trim() ? [[name, String(data.get(name)).trim()]] : []))
  if (!read.length) return {}
  const number = data.get('number_illegible') === 'on' ? { number: null } : {}
  return {
    document: { ...Object.fromEntries(read), ...number },
    identity: Object.fromEntries(SEEN.map((name) => [name, data.get(name) === 'on'])),
  }
}
