import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { AutosaveForm } from './autosave.tsx'
import type { StepProps } from './step-nav.tsx'

/** Who the person is. While a person looks at it, it stays as it was sent. */
export function IdentityStep({ data, errors }: StepProps) {
  // What the account knows already is not asked again.
  const identity: Record<string, string> = { ...data.known, ...data.draft.identity }
  const fixed = data.statuses.identity === 'pending'
  const [first = '', ...rest] = data.full_name.split(' ')
  const text = (
    name: string,
    label: string,
    more: React.ComponentProps<'input'> & { optional?: boolean; hint?: string; fallback?: string } = {},
  ) => {
    const { optional, hint, fallback = '', ...props } = more
    return (
      <Field label={label} optional={optional} hint={hint} error={errors[name]} className={props.className}>
        <Input name={name} defaultValue={identity[name] ?? fallback} readOnly={fixed} {...props} className="read-only:bg-sunk" />
      </Field>
    )
  }
  const fields = (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {text('firstName', 'First name', { autoComplete: 'given-name', fallback: first })}
        {text('lastName', 'Last name', { autoComplete: 'family-name', fallback: rest.join(' ') })}
        {text('dateOfBirth', 'Date of birth', { type: 'date', autoComplete: 'bday', min: '1900-01-01' })}
        {text('nationalIdLast4', 'National id, last 4 digits', {
          optional: true,
          inputMode: 'numeric',
          maxLength: 4,
          hint: 'In the United States: of your Social Security number.',
        })}
      </div>
      {text('address', 'Address', { autoComplete: 'street-address' })}
      <div className="grid gap-5 sm:grid-cols-2">
        {text('city', 'City', { autoComplete: 'address-level2' })}
        {text('state', 'State or region', {
          optional: true,
          autoComplete: 'address-level1',
          hint: 'In the United States two letters, such as DE.',
        })}
        {text('zipCode', 'ZIP or postal code', { autoComplete: 'postal-code' })}
        <Field label="Country" error={errors.country}>
          <Select name="country" defaultValue={identity.country ?? ''} disabled={fixed} autoComplete="country">
            <option value="">Choose</option>
            {data.countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {text('phoneNumber', 'Phone number', { type: 'tel', autoComplete: 'tel', placeholder: '+14155550123' })}
    </>
  )
  if (!fixed)
    return (
      <div className="grid gap-5">
        {data.statuses.identity === 'verified' ? (
          <p className="max-w-[62ch] text-soft">
            These details were verified. When your name, birth date or country has changed, change it here and sign again: your credentials
            are suspended until the new check is clear.
          </p>
        ) : null}
        <AutosaveForm step="identity">{fields}</AutosaveForm>
      </div>
    )
  return (
    <div className="grid gap-5">
      <p className="text-soft">These details are being looked at.</p>
      {fields}
    </div>
  )
}
