import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { resetRequestSchema } from '#core/access/accounts/schemas.ts'
import { callBackEnd } from '../lib/back-end.ts'
import { lazyResolver } from '../lib/lazy-resolver.ts'
import type { Posted } from '../lib/posted.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { toast } from '../ui/toast.ts'
import { AuthLayout } from './auth-layout.tsx'

const instructions = 'If there is an account for this address, a link to choose a new password is on its way. It works once, for one hour.'

const resolver = lazyResolver(async () => (await import('#core/access/accounts/schemas.ts')).resetRequestSchema)

/** Takes the place of the sign-in form. The answer is the same whether or not the address is known. */
export function ForgotPassword({
  email,
  posted,
  onBack,
}: {
  email: string
  /** The answer to a form sent without scripts. */
  posted?: Posted & { sent: boolean }
  onBack: (typed: string) => void
}) {
  const form = useForm<z.output<typeof resetRequestSchema>>({
    resolver,
    defaultValues: { email },
  })
  const { errors, isSubmitting } = form.formState
  const [sent, setSent] = useState(posted?.sent ?? false)
  const [failed, setFailed] = useState(false)

  const [told, setTold] = useState(posted)
  // Without scripts nothing would open the button again.
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])

  const submit = form.handleSubmit(async (input) => {
    setFailed(false)
    setTold(undefined)
    try {
      await callBackEnd('/api/accounts/reset-password', input)
      setSent(true)
      toast.success('Password reset email sent', { description: instructions })
    } catch {
      setSent(false)
      setFailed(true)
      toast.error('Password reset failed', { description: 'Please try again later' })
    }
  })

  return (
    <AuthLayout
      title="Reset your password"
      subtitle="We send instructions to the address of your account."
      error={failed ? 'Failed to send password reset email. Please try again later.' : (told?.error ?? null)}
      success={sent ? `Password reset email sent. ${instructions}` : null}
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Email" error={errors.email?.message ?? told?.fields.email}>
          <Input type="email" autoComplete="username" autoFocus defaultValue={email} {...form.register('email')} />
        </Field>
        <div className="flex flex-wrap justify-between gap-3">
          <Button variant="outline" className="js-only" onClick={() => onBack(form.getValues('email'))}>
            Back
          </Button>
          <noscript>
            <a href="/login" className="link inline-flex min-h-11 items-center">
              Back
            </a>
          </noscript>
          <Button type="submit" busy={isSubmitting} busyLabel="Sending..." disabled={live && !form.watch('email').trim()}>
            Send instructions
          </Button>
        </div>
      </form>
    </AuthLayout>
  )
}
