import { useState } from 'react'
import { errorAt } from '../../lib/act.ts'
import { VENUE_KINDS } from '../../lib/venue-words.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { CountriesInput } from '../country-field.tsx'

const FIELDS = [
  'name',
  'kind',
  'registration',
  'regulator',
  'jurisdictions',
  'valid_from',
  'valid_until',
  'evidence_url',
  'evidence_sha256',
]

/** Proposes a venue: what its regulator has on it, and where that can be looked up. */
export function VenueForm({ environment }: { environment: string }) {
  const [kind, setKind] = useState('')
  const [countries, setCountries] = useState('')
  return (
    <ActDialog
      label="Add a venue"
      variant="primary"
      size="md"
      title="Add a venue to the register"
      text="Copy what the regulator’s own register says. It counts once a second administrator has compared and approved it."
      action="Propose it"
      values={{ intent: 'propose' }}
      fields={FIELDS}
      environment={environment}
    >
      {(refusal) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" error={errorAt(refusal, 'name')} className="sm:col-span-2">
            <Input name="name" required maxLength={120} autoComplete="off" />
          </Field>
          <Field label="Registered as" error={errorAt(refusal, 'kind')} className="sm:col-span-2">
            <Select name="kind" required value={kind} onChange={(event) => setKind(event.target.value)}>
              <option value="" disabled>
                Choose
              </option>
              {Object.entries(VENUE_KINDS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Regulator" error={errorAt(refusal, 'regulator')}>
            <Input name="regulator" required maxLength={120} placeholder="U.S. SEC" />
          </Field>
          <Field label="Registration number" error={errorAt(refusal, 'registration')}>
            <Input name="registration" required maxLength={80} placeholder="Such as a file number or MIC" />
          </Field>
          <Field
            label="Countries"
            hint="Whose regulator registered it. Chosen from the list, or typed with commas."
            error={errorAt(refusal, 'jurisdictions')}
            className="sm:col-span-2"
          >
            <CountriesInput name="jurisdictions" required value={countries} onValue={setCountries} />
          </Field>
          <Field label="Registered from" error={errorAt(refusal, 'valid_from')}>
            <Input type="date" name="valid_from" required />
          </Field>
          <Field label="Until" optional hint="The last day, where one is set." error={errorAt(refusal, 'valid_until')}>
            <Input type="date" name="valid_until" />
          </Field>
          <Field label="Where it can be looked up" error={errorAt(refusal, 'evidence_url')} className="sm:col-span-2">
            <Input type="url" name="evidence_url" required maxLength={500} placeholder="https://www.sec.gov/…" />
          </Field>
          <Field
            label="SHA-256 of the document"
            optional
            hint="Of the order or the certificate, where you keep a copy."
            error={errorAt(refusal, 'evidence_sha256')}
            className="sm:col-span-2"
          >
            <Input name="evidence_sha256" maxLength={64} className="font-mono text-[0.875rem]" autoComplete="off" spellCheck={false} />
          </Field>
        </div>
      )}
    </ActDialog>
  )
}
