import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { loginSchema } from '#core/access/accounts/schemas.ts'
import { callBackEnd, messageOf, Refusal } from '../lib/back-end.ts'
import { lazyResolver } from '../lib/lazy-resolver.ts'
import { keepRememberMe, readRememberMe } from '../lib/partial-auth.ts'
import type { Posted } from '../lib/posted.ts'
import { Button } from '../ui/button.tsx'
import { CheckLine } from '../ui/check-line.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'

export type LoginOutcome =
  | { state: 'done'; firstName: string }
  | { state: 'mfa'; authId: string }
  | { state: 'sign_on'; email: string }
  | { state: 'failed'; message: string }

export interface SignInAnswer {
  mfa_required: boolean
  auth_id: string | null
  user: { firstName: string } | null
}

/** Why signing in failed: in the service's words, else in the words that fit anything. */
export function failureOf(error: unknown): string {
  if (error instanceof Refusal && error.status === 0) return 'Authentication service unavailable'
  if (error instanceof Refusal && error.status >= 500) return 'Authentication failed'
  return error instanceof Refusal && error.code === 'unknown' ? 'Invalid email or password' : messageOf(error)
}

/** What an answer of the server means for the screen. */
export const outcomeOf = (answer: SignInAnswer): LoginOutcome =>
  answer.mfa_required ? { state: 'mfa', authId: answer.auth_id ?? '' } : { state: 'done', firstName: answer.user?.firstName ?? 'Unknown' }

const resolver = lazyResolver(async () => (await import('#core/access/accounts/schemas.ts')).loginSchema)

/** E-mail, password and remember-me, checked with the server's own schema. */
export function LoginForm({
  email,
  posted,
  returned,
  disabled,
  onStart,
  onOutcome,
  onForgot,
}: {
  /** What was typed on the screen before, so that it is not typed twice. */
  email: string
  /** The answer to a form sent without scripts. */
  posted?: Posted
  /** Whether the person came back from another screen: then the focus has to go somewhere. */
  returned: boolean
  disabled: boolean
  onStart: () => void
  onOutcome: (outcome: LoginOutcome) => void
  onForgot: (email: string) => void
}) {
  const form = useForm<z.input<typeof loginSchema>, unknown, z.output<typeof loginSchema>>({
    resolver,
    defaultValues: { email, password: '', rememberMe: false },
  })
  const { errors, isSubmitting } = form.formState
  const [told, setTold] = useState(posted?.fields)
  useEffect(() => form.setValue('rememberMe', readRememberMe()), [form])

  const submit = form.handleSubmit(async (input) => {
    onStart()
    setTold(undefined)
    try {
      const answer = await callBackEnd<SignInAnswer>('/api/accounts/sign-in', input)
      keepRememberMe(input.rememberMe)
      onOutcome(outcomeOf(answer))
    } catch (error) {
      const elsewhere = error instanceof Refusal && error.code === 'sign_on_required'
      onOutcome(elsewhere ? { state: 'sign_on', email: input.email } : { state: 'failed', message: failureOf(error) })
    }
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Email" error={errors.email?.message ?? told?.email}>
        <Input type="email" autoComplete="username" autoFocus={returned} defaultValue={email} {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message ?? told?.password}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <CheckLine label="Remember me" {...form.register('rememberMe')} />
        <button
          type="button"
          className="js-only link min-h-8 disabled:opacity-55"
          disabled={disabled}
          onClick={() => onForgot(form.getValues('email'))}
        >
          Forgot password?
        </button>
        <noscript>
          <a href="/login?screen=forgot" className="link inline-flex min-h-8 items-center">
            Forgot password?
          </a>
        </noscript>
      </div>
      <Button type="submit" size="lg" busy={isSubmitting} busyLabel="Signing in..." disabled={disabled}>
        Sign in
      </Button>
    </form>
  )
}
