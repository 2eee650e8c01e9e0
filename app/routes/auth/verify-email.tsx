import { useEffect, useState } from 'react'
import { data, useLocation, useSearchParams } from 'react-router'
import { AuthLayout } from '../../components/auth-layout.tsx'
import { callBackEnd, messageOf } from '../../lib/back-end.ts'
import { pageMeta } from '../../lib/meta.ts'
import { refusedForm, textOf } from '../../lib/posted.ts'
import { attempt } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/verify-email.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Verify your email', description: 'Open the link in the mail to confirm your address.', noindex: true })

const sentAgain = 'If this address waits for its confirmation, a new link is on its way.'

/** The way of browsers without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const email = textOf(form, 'email')
  const asked = await attempt(() => context.get(serverContext)!.anonymous.resendVerification(() => ({ email })))
  if (asked.ok) return data({ error: null, field: undefined, email, sent: true })
  const { error, fields } = refusedForm(form, asked.refusal)
  return data({ error, field: fields.email, email, sent: false }, asked.refusal.status)
}

export default function VerifyEmail({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const known = (useLocation().state as { email?: string } | null)?.email ?? ''
  const [email, setEmail] = useState(actionData?.email ?? known)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(
    actionData?.error
      ? actionData.error
      : search.has('error') && !actionData
        ? 'This link is not valid any more. Ask for a new one below.'
        : null,
  )
  const [success, setSuccess] = useState<string | null>(actionData?.sent ? sentAgain : null)
  // Without scripts nothing would open the button again.
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])

  async function resend(event: React.FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    setSuccess(null)
    try {
      await callBackEnd('/api/accounts/resend-verification', { email })
      setSuccess(sentAgain)
    } catch (caught) {
      setError(messageOf(caught))
    }
    setBusy(false)
  }

  if (search.has('confirmed'))
    return (
      <AuthLayout title="Your address is confirmed" subtitle="This link did its work before. Log in to go on.">
        <ButtonLink to="/login">Log in</ButtonLink>
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="Check your email"
      subtitle={
        <>
          A verification link was sent
          {known ? (
            <>
              {' '}
              to <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{known}</strong>
            </>
          ) : null}
          . Open it in this browser to be signed in; in another you choose your password first.
        </>
      }
      error={error}
      success={success}
      footer={<TextLink to="/login">Back to Login</TextLink>}
    >
      <p>
        Nothing there after a few minutes? Check your spam folder, send the link again, or{' '}
        <TextLink to="/support">contact support</TextLink>.
      </p>
      <form method="post" noValidate onSubmit={resend} className="mt-6 grid gap-4">
        <Field label="Email" error={live ? undefined : actionData?.field}>
          <Input type="email" name="email" autoComplete="email" value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="outline"
          busy={busy}
          busyLabel="Sending..."
          disabled={live && !email.trim()}
          className="justify-self-start"
        >
          Send the link again
        </Button>
      </form>
    </AuthLayout>
  )
}
