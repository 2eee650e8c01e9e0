import { Form, useNavigation } from 'react-router'
import { shortDate } from '../../lib/dates.ts'
import { countryName } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { StepProps } from './step-nav.tsx'

/** What is sent, what is agreed to, and the signature. */
export function SignStep({ data, errors }: StepProps) {
  const navigation = useNavigation()
  const { identity, accreditation } = data.draft
  const name = [identity.firstName, identity.lastName].filter(Boolean).join(' ')
  const elsewhere = Object.keys(errors).filter((field) => !['acceptedTerms', 'signature'].includes(field))
  // Nothing claimed is an answer too, so an untouched accreditation does not stand in the way.
  const open = accreditation.accreditationType ? data.missing : { ...data.missing, accreditation: [] }
  const missing = (
    [
      ['identity', 'Identity', open.identity],
      ['accreditation', 'Accreditation', open.accreditation],
      ['documents', 'Documents', open.documents],
    ] as const
  ).filter(([, , fields]) => fields.length > 0)
  const rows: [string, string, string][] = [
    ['Name', name || 'missing', 'identity'],
    [
      'Date of birth',
      identity.dateOfBirth && !Number.isNaN(Date.parse(identity.dateOfBirth)) ? shortDate(identity.dateOfBirth) : 'missing',
      'identity',
    ],
    [
      'Address',
      [identity.address, identity.city, identity.country && countryName(identity.country)].filter(Boolean).join(', ') || 'missing',
      'identity',
    ],
    [
      'Accreditation',
      accreditation.accreditationType && accreditation.accreditationType !== 'none'
        ? accreditation.accreditationType.replace('_', ' ')
        : 'not claimed',
      'accreditation',
    ],
    ['Documents', data.documents.length === 0 ? 'none' : String(data.documents.length), 'documents'],
  ]
  return (
    <Form method="post" noValidate className="grid gap-6">
      <input type="hidden" name="intent" value="submit" />
      <dl>
        {rows.map(([label, value, step]) => (
          <div key={label} className="flex flex-wrap items-baseline gap-x-4 border-rule border-b py-2">
            <dt className="w-full text-soft sm:w-36">{label}</dt>
            <dd className="min-w-0 flex-1">{value}</dd>
            <dd>
              <TextLink to={`?step=${step}`}>
                Change<span className="sr-only"> {label.toLowerCase()}</span>
              </TextLink>
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 ? (
        <Alert tone={elsewhere.length > 0 ? 'error' : 'warning'} title="Still needed before you can send it">
          <ul className="grid gap-1">
            {missing.map(([step, label, fields]) => (
              <li key={step}>
                <TextLink to={`?step=${step}`}>{label}</TextLink>: {fields.map((field) => field.detail.replace(/\.$/, '')).join('; ')}.
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <div>
        <h2 className="font-semibold text-[0.9375rem]">What you agree to</h2>
        <ol className="mt-2 grid list-decimal gap-1.5 pl-5 text-[0.9688rem]">
          {data.terms.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ol>
      </div>
      <div>
        <label htmlFor="accepted-terms" className="flex gap-3">
          <Checkbox
            id="accepted-terms"
            name="acceptedTerms"
            aria-invalid={errors.acceptedTerms ? true : undefined}
            aria-describedby="terms-error"
            className="mt-0.5"
          />
          <span>I agree to these terms.</span>
        </label>
        <FieldError id="terms-error" error={errors.acceptedTerms} />
      </div>
      <Field label="Signature" hint={`Type your full name${name ? `: ${name}` : ''}.`} error={errors.signature}>
        <Input name="signature" autoComplete="off" className="font-display text-[1.25rem]" />
      </Field>
      <div>
        <Button type="submit" busy={navigation.state !== 'idle'} busyLabel="Checking…">
          Sign and send
        </Button>
      </div>
    </Form>
  )
}
