import { useState } from 'react'
import { METHODS_OF } from '#core/portal/holders/schemas.ts'
import { shortDate } from '../../lib/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { AccreditationFields } from './accreditation-fields.tsx'
import { AutosaveForm } from './autosave.tsx'
import type { StepProps } from './step-nav.tsx'

const grounds = [
  {
    value: 'income',
    title: 'Income',
    text: 'Above $200,000 in each of the last two years, or $300,000 with a spouse or spousal equivalent, and expected again.',
    needs: 'Shown by a letter, with its writer and date, or by tax forms of two years.',
    cite: '17 CFR 230.501(a)(6)',
  },
  {
    value: 'net_worth',
    title: 'Net worth',
    text: 'Above $1,000,000, without the home you live in: what you own less what you owe.',
    needs:
      'Shown by a letter, with its writer and date, or by statements and a credit report. What is yours together with a spouse a letter shows.',
    cite: '17 CFR 230.501(a)(5)',
  },
  {
    value: 'professional',
    title: 'Professional licence',
    text: 'Series 7, 65 or 82 in good standing.',
    needs: 'Shown by the licence.',
    cite: '17 CFR 230.501(a)(10)',
  },
  {
    value: 'none',
    title: 'None of these',
    text: 'Offerings that admit everybody stay open to you. You can add this later.',
    needs: null,
    cite: null,
  },
] as const

const methods: Record<string, string> = {
  third_party_letter: 'A letter of an attorney, accountant, broker-dealer or adviser',
  income_docs: 'Tax forms of the last two years',
  net_worth_docs: 'Statements and a credit report, at most three months old',
  professional_license: 'The licence and its CRD number',
}
/** On what ground the person is accredited, and by what it can be shown. */
export function AccreditationStep({ data, errors }: StepProps) {
  const draft = data.draft.accreditation
  const [ground, setGround] = useState(draft.accreditationType ?? '')
  const [method, setMethod] = useState(draft.method ?? '')
  const allowed: readonly string[] = ground in METHODS_OF ? METHODS_OF[ground as keyof typeof METHODS_OF] : []
  if (data.statuses.accreditation === 'verified')
    return (
      <Alert tone="success" title="Your accreditation is verified">
        {data.accreditation?.expires_at
          ? `Until ${shortDate(data.accreditation.expires_at)}. Add newer documents before it ends: a letter, for one, counts for three months from its date (17 CFR 230.506(c)(2)(ii)(C)).`
          : 'Nothing more to do.'}
      </Alert>
    )
  const ended = data.accreditation?.ended_at
  return (
    <AutosaveForm step="accreditation">
      {ended ? (
        <Alert tone="warning" title={`Your accreditation ended on ${shortDate(ended)}`}>
          Give the date of a newer letter here, upload the letter under Documents, and sign again.
        </Alert>
      ) : null}
      <fieldset aria-describedby={errors.accreditationType ? 'ground-error' : undefined}>
        <legend className="font-semibold text-[0.9375rem]">On what ground are you an accredited investor?</legend>
        <div className="mt-2 border-rule border-t">
          {grounds.map((each) => (
            <label key={each.value} className="flex gap-3 border-rule border-b py-3 hover:bg-sunk has-checked:bg-sunk">
              <input
                type="radio"
                name="accreditationType"
                value={each.value}
                defaultChecked={draft.accreditationType === each.value}
                onChange={() => {
                  setGround(each.value)
                  setMethod('')
                }}
                aria-invalid={errors.accreditationType ? true : undefined}
                className="mt-1 size-5 shrink-0 accent-seal"
              />
              <span>
                <span className="font-semibold">{each.title}</span>
                <span className="block text-[0.9375rem] text-soft">
                  {each.text} {each.needs} {each.cite ? <span className="font-mono text-[0.75rem]">{each.cite}</span> : null}
                </span>
              </span>
            </label>
          ))}
        </div>
        <FieldError id="ground-error" error={errors.accreditationType} />
      </fieldset>
      {allowed.length > 0 ? (
        <Field label="How can it be shown?" error={errors.method}>
          <Select
            key={ground}
            name="method"
            defaultValue={allowed.includes(method) ? method : ''}
            onChange={(event) => setMethod(event.target.value)}
          >
            <option value="">Choose</option>
            {allowed.map((value) => (
              <option key={value} value={value}>
                {methods[value]}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      {allowed.includes(method) ? <AccreditationFields method={method} draft={draft} errors={errors} /> : null}
    </AutosaveForm>
  )
}
