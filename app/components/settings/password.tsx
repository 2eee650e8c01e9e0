import { zodResolver } from '@hookform/resolvers/zod'
import { type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { changePasswordFormSchema } from '#core/access/accounts/schemas.ts'
import { callBackEnd, Refusal } from '../../lib/back-end.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useOwnAct } from './use-own-act.ts'

type Values = z.output<typeof changePasswordFormSchema>

/** A new password; every other session ends. */
export function PasswordPanel({ email }: { email: string }) {
  const { busy, run } = useOwnAct()
  const form = useForm<Values>({ resolver: zodResolver(changePasswordFormSchema) })
  const { errors } = form.formState
  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    const changed = await run(
      'change',
      () =>
        callBackEnd('/api/accounts/password', { currentPassword, password }).catch((refused) => {
          if (refused instanceof Refusal)
            for (const { pointer, detail } of refused.fields)
              form.setError(pointer.slice(1) as Path<Values>, { message: detail }, { shouldFocus: true })
          throw refused
        }),
      { title: 'Password changed', description: 'Every other session was ended.' },
    )
    if (changed) form.reset({ currentPassword: '', password: '', confirmPassword: '' })
  })
  return (
    <Panel title="Password" note="Changing it ends every other session.">
      <form method="post" noValidate onSubmit={submit} className="grid max-w-md gap-5">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="Present password"
          aside={
            <TextLink to="/login?screen=forgot" className="text-[0.9375rem]">
              Forgot it?
            </TextLink>
          }
          error={errors.currentPassword?.message}
        >
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
        <Field
          label="New password"
          hint="At least 8 characters with an uppercase letter, a lowercase letter and a number"
          error={errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Confirm password" error={errors.confirmPassword?.message}>
          <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
        </Field>
        <Button type="submit" variant="outline" className="justify-self-start" busy={busy !== null} busyLabel="Saving...">
          Change the password
        </Button>
      </form>
    </Panel>
  )
}
