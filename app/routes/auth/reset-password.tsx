import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { data, useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { newPasswordFormSchema } from '#core/access/accounts/schemas.ts'
import { AuthLayout } from '../../components/auth-layout.tsx'
import { callBackEnd, messageOf, Refusal } from '../../lib/back-end.ts'
import { lazyResolver } from '../../lib/lazy-resolver.ts'
import { pageMeta } from '../../lib/meta.ts'
import { type Posted, refusedForm, textOf } from '../../lib/posted.ts'
import { attempt } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/reset-password.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Choose a new password', description: 'Set a new password with the link from the mail.', noindex: true })

/** The way of browsers without scripts: the same rules, the same call. */
export async function action({ context, request }: Route.ActionArgs) {
  const { newPasswordFormSchema } = await import('#core/access/accounts/schemas.ts')
  const form = await request.formData()
  const password = textOf(form, 'password')
  const read = newPasswordFormSchema.safeParse({ password, confirmPassword: textOf(form, 'confirmPassword') })
  const state = { done: false, usable: true }
  if (!read.success) {
    const fields = read.error.issues.map((issue) => ({ pointer: `/${issue.path.join('/')}`, code: issue.code, detail: issue.message }))
    return data({ ...refusedForm(form, { status: 422, code: 'validation_failed', message: '', fields }), ...state }, 422)
  }
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const { anonymous } = context.get(serverContext)!
  const saved = await attempt(() => anonymous.setNewPassword(() => ({ token, password })))
  if (saved.ok) return data<Posted & typeof state>({ error: null, fields: {}, values: {}, ...state, done: true })
  const { refusal } = saved
  return data({ ...refusedForm(form, refusal), done: false, usable: refusal.code !== 'link_invalid' }, refusal.status)
}

const resolver = lazyResolver(async () => (await import('#core/access/accounts/schemas.ts')).newPasswordFormSchema)

const outdated = 'This link is not valid any more. Please ask for a new one.'

/** Where the link of the reset mail leads. */
export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const token = search.get('token')
  const confirms = search.has('confirms')
  const [error, setError] = useState<string | null>(token ? (actionData?.error ?? null) : outdated)
  const [usable, setUsable] = useState(token !== null && (actionData?.usable ?? true))
  const [done, setDone] = useState(actionData?.done ?? false)
  const [told, setTold] = useState(actionData?.fields)
  const form = useForm<z.output<typeof newPasswordFormSchema>>({
    resolver,
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password, confirmPassword }) => {
    // The server never sees the second one: it is compared here even where the rules could not be loaded.
    if (password !== confirmPassword) return form.setError('confirmPassword', { message: 'Passwords do not match' })
    setError(null)
    setTold(undefined)
    try {
      await callBackEnd('/api/accounts/new-password', { token, password })
      setDone(true)
    } catch (caught) {
      const field = caught instanceof Refusal ? caught.fields.find(({ pointer }) => pointer === '/password') : null
      if (field) form.setError('password', { message: field.detail }, { shouldFocus: true })
      else setError(messageOf(caught))
      if (caught instanceof Refusal && caught.code === 'link_invalid') setUsable(false)
    }
  })

  return (
    <AuthLayout
      title={done ? 'New password saved' : confirms ? 'Confirm your address' : 'Choose a new password'}
      subtitle={
        done
          ? confirms
            ? 'Your address is confirmed.'
            : 'Every device was signed out.'
          : usable
            ? confirms
              ? 'This link was opened in another browser than the one that signed up. Choose the password of your account here: that confirms the address.'
              : 'It replaces the old one everywhere; every device is signed out.'
            : undefined
      }
      error={error}
      success={done ? 'Your password is changed. Sign in with the new one.' : null}
      footer={<TextLink to="/login">Back to Login</TextLink>}
    >
      {done ? (
        <ButtonLink to="/login" size="lg" className="w-full">
          Sign in
        </ButtonLink>
      ) : null}
      {usable || done ? null : (
        <ButtonLink to="/login?screen=forgot" size="lg" className="w-full">
          Ask for a new link
        </ButtonLink>
      )}
      {usable && !done ? (
        <form method="post" noValidate onSubmit={submit} className="grid gap-5">
          <Field
            label="New password"
            hint="At least 8 characters with an uppercase letter, a lowercase letter and a number"
            error={errors.password?.message ?? told?.password}
          >
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
          </Field>
          <Field label="Confirm password" error={errors.confirmPassword?.message ?? told?.confirmPassword}>
            <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
          </Field>
          <Button type="submit" size="lg" busy={isSubmitting} busyLabel="Saving...">
            Save the new password
          </Button>
        </form>
      ) : null}
    </AuthLayout>
  )
}
