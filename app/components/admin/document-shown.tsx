import { useState } from 'react'
import { errorAt } from '../../lib/act.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { CountrySelect } from '../country-field.tsx'

const READ = ['full_name', 'date_of_birth', 'issuing_country', 'number', 'expires_on'] as const
const SEEN = ['differences_seen', 'other_holder_compared'] as const

export const documentFields = ['document', ...READ.map((name) => `document/${name}`), 'identity', ...SEEN.map((name) => `identity/${name}`)]

/** What a document of somebody shows, as the reviewer reads it: typed, since what was said of it may be another thing. */
export function DocumentShown({ refusal }: { refusal: PageRefusal | null }) {
  const [illegible, setIllegible] = useState(false)
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
      <div>
        <Field label="Number" hint="By it one document that is shown for two people is found." error={error('number')}>
          <Input name="number" maxLength={40} autoComplete="off" disabled={illegible} />
        </Field>
        <CheckLine
          name="number_illegible"
          checked={illegible}
          onChange={(event) => setIllegible(event.target.checked)}
          label="None can be read: it is compared with nobody, and the record says so"
          className="mt-1.5"
        />
      </div>
      <Field label="Valid until" hint="Empty only where no day is printed." error={error('expires_on')}>
        <Input name="expires_on" type="date" />
      </Field>
      <div className="grid gap-1">
        <CheckLine
          name="differences_seen"
          label="It differs from what was said, and it is one person"
          error={errorAt(refusal, 'identity/differences_seen')}
        />
        <CheckLine
          name="other_holder_compared"
          label="It counts for somebody else: I compared both, and it belongs to this person"
          error={errorAt(refusal, 'identity/other_holder_compared')}
        />
      </div>
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
