import { type ReactNode, useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { COUNTRIES, SOLUTION_INTERESTS } from '#core/access/accounts/choices.ts'
import type { registerFormSchema } from '#core/access/accounts/schemas.ts'
import { marketNames } from '../content/market-names.ts'
import { callBackEnd, Refusal } from '../lib/back-end.ts'
import { lazyResolver } from '../lib/lazy-resolver.ts'
import type { Posted } from '../lib/posted.ts'
import { Button } from '../ui/button.tsx'
import { CheckLine } from '../ui/check-line.tsx'
import { Field, FieldError } from '../ui/field.tsx'
import { Checkbox, Input, Select } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextLink } from '../ui/text-link.tsx'

type Values = z.input<typeof registerFormSchema>
const interestNames: Record<string, string> = { ...marketNames, exploring: 'Just exploring' }

const resolver = lazyResolver(async () => (await import('#core/access/accounts/schemas.ts')).registerFormSchema)

interface Registering {
  /** The answer to a form sent without scripts. */
  posted?: Posted
  /** The link of the invitation by which they came. */
  join?: string | undefined
  onCreated: (email: string) => void
  onFailed: (message: string | null, toast?: string) => void
}

/** The one long sign-up form, in sections. What was typed stays when the server refuses. */
export function RegisterForm({ posted, join, onCreated, onFailed }: Registering) {
  const typed: Posted['values'] = { country: '', ...posted?.values }
  const chosen = [typed.solutionsInterest ?? []].flat()
  const [told, setTold] = useState(posted?.fields)
  const form = useForm<Values, unknown, z.output<typeof registerFormSchema>>({
    resolver,
    defaultValues: { ...typed, solutionsInterest: chosen, acceptTerms: posted ? 'acceptTerms' in typed : false } as Partial<Values>,
  })
  const { errors, isSubmitting } = form.formState

  const failed = (error: unknown) => {
    const fields = error instanceof Refusal ? error.fields : []
    for (const [at, { pointer, detail }] of fields.entries())
      form.setError(pointer.slice(1).split('/')[0] as Path<Values>, { message: detail }, { shouldFocus: at === 0 })
    // Nothing answered: that is what has to be mended.
    if (error instanceof Refusal && error.status === 0)
      return onFailed(`Failed to create account. ${error.message}`, 'An error occurred during registration')
    const told = error instanceof Refusal && error.code !== 'unknown' && error.status < 500
    const made = error instanceof Refusal && error.message === 'Failed to create user'
    onFailed(told || made ? error.message : 'Failed to create account', told ? error.message : 'An error occurred during registration')
  }
  const submit = form.handleSubmit(async ({ confirmPassword, acceptTerms, ...input }) => {
    // The server never sees these two: they are checked here even where the rules could not be loaded.
    if (confirmPassword !== input.password) return form.setError('confirmPassword', { message: 'Passwords do not match' })
    if (!acceptTerms) return form.setError('acceptTerms', { message: 'You must accept the terms to create an account' })
    onFailed(null)
    setTold(undefined)
    try {
      await callBackEnd('/api/accounts/sign-up', { ...input, ...(join && { join }) })
      onCreated(input.email)
    } catch (error) {
      failed(error)
    }
  })
  const wrong = (name: keyof Values) => errors[name]?.message ?? told?.[name]
  const text = (name: Path<Values>, label: string, options: { type?: string; autoComplete: string; hint?: string; optional?: boolean }) => (
    <Field label={label} hint={options.hint} optional={options.optional} error={wrong(name as keyof Values)}>
      <Input
        type={options.type ?? 'text'}
        autoComplete={options.autoComplete}
        defaultValue={String(typed[name] ?? '')}
        {...form.register(name)}
      />
    </Field>
  )

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-9">
      <Group title="Personal">
        {text('firstName', 'First name', { autoComplete: 'given-name' })}
        {text('lastName', 'Last name', { autoComplete: 'family-name' })}
        {text('email', 'Email', { type: 'email', autoComplete: 'email' })}
        {text('phone', 'Phone', { type: 'tel', autoComplete: 'tel', hint: 'International format, such as +1234567890' })}
        <Field
          label="Password"
          hint="At least 8 characters with an uppercase letter, a lowercase letter and a number"
          error={wrong('password')}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Confirm password" error={wrong('confirmPassword')}>
          <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
        </Field>
      </Group>
      <Group title="Company">
        <div className="sm:col-span-2">{text('companyName', 'Company name', { autoComplete: 'organization' })}</div>
      </Group>
      <Group title="Solutions interest">
        <div className="grid gap-x-6 gap-y-1 sm:col-span-2 sm:grid-cols-2">
          {SOLUTION_INTERESTS.map((interest) => (
            <CheckLine
              key={interest}
              label={interestNames[interest]}
              value={interest}
              aria-describedby="interest-error"
              aria-invalid={wrong('solutionsInterest') ? true : undefined}
              defaultChecked={chosen.includes(interest)}
              {...form.register('solutionsInterest')}
            />
          ))}
          <FieldError id="interest-error" error={wrong('solutionsInterest')} />
        </div>
      </Group>
      <Group title="Location">
        <Field label="Country" error={wrong('country')}>
          <Select autoComplete="country-name" defaultValue={String(typed.country)} {...form.register('country')}>
            <option value="">Select…</option>
            {COUNTRIES.map((country) => (
              <option key={country}>{country}</option>
            ))}
          </Select>
        </Field>
        {text('state', 'State or region', { autoComplete: 'address-level1', optional: true })}
        {text('city', 'City', { autoComplete: 'address-level2', optional: true })}
        {text('postalCode', 'Postal code', { autoComplete: 'postal-code', optional: true })}
        <div className="sm:col-span-2">{text('address', 'Address', { autoComplete: 'street-address', optional: true })}</div>
      </Group>
      <div className="border-rule border-t pt-6">
        <div className="flex items-start gap-2.5">
          <Checkbox
            id="accept-terms"
            className="mt-0.5"
            aria-describedby="terms-error"
            aria-invalid={wrong('acceptTerms') ? true : undefined}
            defaultChecked={'acceptTerms' in typed}
            {...form.register('acceptTerms')}
          />
          <span>
            <label htmlFor="accept-terms">I accept the terms of service and the privacy policy.</label>{' '}
            <span className="text-soft">
              Read the <TextLink to="/legal/terms">terms</TextLink> and the <TextLink to="/legal/privacy">privacy policy</TextLink>.
            </span>
          </span>
        </div>
        <FieldError id="terms-error" error={wrong('acceptTerms')} />
        <Button type="submit" size="lg" className="mt-6 w-full sm:w-auto" busy={isSubmitting} busyLabel="Creating account...">
          Create account
        </Button>
      </div>
    </form>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="title-3 mb-4">{title}</legend>
    <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
  </fieldset>
)
