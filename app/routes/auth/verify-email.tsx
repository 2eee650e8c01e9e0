import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { AuthLayout } from '../../components/auth-layout.tsx'
import { callBackEnd, messageOf } from '../../lib/back-end.ts'
import { pageMeta } from '../../lib/meta.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/verify-email.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Verify your email', description: 'Open the link in the mail to confirm your address.', noindex: true })

export default function VerifyEmail() {
  const [search] = useSearchParams()
  const known = (useLocation().state as { email?: string } | null)?.email ?? ''
  const [email, setEmail] = useState(known)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(
    search.has('error') ? 'This link is not valid any more. Ask for a new one below.' : null,
  )
  const [success, setSuccess] = useState<string | null>(null)

  async function resend(event: React.FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    setSuccess(null)
    try {
      await callBackEnd('/api/accounts/resend-verification', { email })
      setSuccess('If this address waits for its confirmation, a new link is on its way.')
    } catch (caught) {
      setError(messageOf(caught))
    }
    setBusy(false)
  }

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
          . It confirms your address and signs you in.
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
      <form noValidate onSubmit={resend} className="mt-6 grid gap-4">
        <Field label="Email">
          <Input type="email" autoComplete="email" value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <Button type="submit" variant="outline" busy={busy} busyLabel="Sending..." disabled={!email.trim()} className="justify-self-start">
          Send the link again
        </Button>
      </form>
    </AuthLayout>
  )
}
