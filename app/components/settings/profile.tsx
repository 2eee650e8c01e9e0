import { zodResolver } from '@hookform/resolvers/zod'
import { type Path, useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { COUNTRIES } from '#core/access/accounts/choices.ts'
import type { OwnAccount } from '#core/access/accounts/read-account.ts'
import { profileSchema } from '#core/access/accounts/schemas.ts'
import { callBackEnd, messageOf, Refusal } from '../../lib/back-end.ts'
import { useSession } from '../../lib/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { Panel } from '../dashboard/layout.tsx'

type Values = z.output<typeof profileSchema>

/** What a person may change about themselves. The address for signing in stays as it is. */
export function ProfilePanel({ profile }: { profile: OwnAccount['profile'] }) {
  const { revalidate } = useRevalidator()
  const { refresh } = useSession()
  const known = (COUNTRIES as readonly string[]).includes(profile.country ?? '')
  const form = useForm<Values>({
    resolver: zodResolver(profileSchema),
    defaultValues: {
      firstName: profile.firstName,
      lastName: profile.lastName,
      phone: profile.phone ?? '',
      companyName: profile.companyName ?? '',
      country: (known ? profile.country : profile.country ? 'Other' : '') as Values['country'],
      city: profile.city ?? '',
      state: profile.state ?? '',
      address: profile.address ?? '',
      postalCode: profile.zipCode ?? '',
      dateOfBirth: profile.dateOfBirth ?? '',
    },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      await callBackEnd('/api/accounts/profile', values)
      form.reset(values)
      toast.success('Profile updated')
      await Promise.all([revalidate(), refresh()])
    } catch (error) {
      if (error instanceof Refusal)
        for (const [at, { pointer, detail }] of error.fields.entries())
          form.setError(pointer.slice(1) as Path<Values>, { message: detail }, { shouldFocus: at === 0 })
      toast.error('Profile not updated', { description: messageOf(error) })
    }
  })
  const text = (name: Path<Values>, label: string, more: { type?: string; autoComplete: string; hint?: string; max?: string }) => (
    <Field label={label} hint={more.hint} error={errors[name]?.message}>
      <Input type={more.type ?? 'text'} autoComplete={more.autoComplete} max={more.max} {...form.register(name)} />
    </Field>
  )
  return (
    <Panel title="Profile" note={`You sign in as ${profile.email}.`}>
      <form noValidate onSubmit={submit} className="grid items-start gap-5 sm:grid-cols-2">
        {text('firstName', 'First name', { autoComplete: 'given-name' })}
        {text('lastName', 'Last name', { autoComplete: 'family-name' })}
        {text('phone', 'Phone', { type: 'tel', autoComplete: 'tel', hint: 'International format, such as +1234567890' })}
        {text('dateOfBirth', 'Date of birth', { type: 'date', autoComplete: 'bday', max: '9999-12-31' })}
        <div className="sm:col-span-2">{text('companyName', 'Company name', { autoComplete: 'organization' })}</div>
        <Field label="Country" error={errors.country?.message}>
          <Select autoComplete="country-name" {...form.register('country')}>
            <option value="">Not given</option>
            {COUNTRIES.map((country) => (
              <option key={country}>{country}</option>
            ))}
          </Select>
        </Field>
        {text('state', 'State or region', { autoComplete: 'address-level1' })}
        {text('city', 'City', { autoComplete: 'address-level2' })}
        {text('postalCode', 'Postal code', { autoComplete: 'postal-code' })}
        <div className="sm:col-span-2">{text('address', 'Address', { autoComplete: 'street-address' })}</div>
        <div className="sm:col-span-2">
          <Button type="submit" busy={isSubmitting} busyLabel="Saving..." disabled={!isDirty}>
            Save the profile
          </Button>
        </div>
      </form>
    </Panel>
  )
}
