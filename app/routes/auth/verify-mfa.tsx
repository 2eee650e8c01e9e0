import { Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { data, redirect, useNavigate, useSearchParams } from 'react-router'
import { AuthLayout } from '../../components/auth-layout.tsx'
import { CodeField } from '../../components/mfa/code-field.tsx'
import { callBackEnd, messageOf, Refusal } from '../../lib/back-end.ts'
import { ownPath } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { keepPartialAuth, readPartialAuth } from '../../lib/partial-auth.ts'
import { askPasskey, passkeysSupported } from '../../lib/passkeys.ts'
import { textOf, withCookies } from '../../lib/posted.ts'
import { useSession } from '../../lib/session.tsx'
import { attempt } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/verify-mfa.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Enter your code', description: 'The second step of signing in.', noindex: true })

export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(serverContext)?.session) throw redirect(ownPath(new URL(request.url).searchParams.get('next')))
  return { begun: /(?:^|;\s*)(?:__Host-)?sealwright\.pending=[^;]/.test(request.headers.get('cookie') ?? '') }
}

/** The way of browsers without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const code = textOf(await request.formData(), 'code').trim()
  const proved = await attempt(() => context.get(serverContext)!.anonymous.verifyMfa(() => ({ code })))
  if (!proved.ok) return data({ error: proved.refusal.message }, proved.refusal.status)
  return redirect(ownPath(new URL(request.url).searchParams.get('next')), { headers: withCookies(proved.result.cookies) })
}

interface Verified {
  user: { firstName: string } | null
}

/** The second half of a sign-in. Without one that waits, the way leads back to its beginning. */
export default function VerifyMfa({ loaderData: { begun }, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { refresh } = useSession()
  const [pending, setPending] = useState(begun)
  const [way, setWay] = useState<'code' | 'backup'>(search.get('way') === 'backup' ? 'backup' : 'code')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(actionData?.error ?? null)
  const [fieldError, setFieldError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [canPasskey, setCanPasskey] = useState(false)

  useEffect(() => {
    setCanPasskey(passkeysSupported())
    if (readPartialAuth()) setPending(true)
    else if (!begun) void navigate('/login', { replace: true })
  }, [navigate, begun])

  async function prove(proof: () => Promise<Record<string, unknown>>) {
    setBusy(true)
    setError(null)
    setFieldError(undefined)
    try {
      const done = await callBackEnd<Verified>('/api/accounts/verify-mfa', await proof())
      keepPartialAuth(null)
      toast.success('Login successful', { description: `Welcome back, ${done.user?.firstName ?? 'Unknown'}!` })
      await refresh()
      await navigate(ownPath(search.get('next')), { replace: true })
    } catch (caught) {
      setBusy(false)
      setError(messageOf(caught))
      const wrong = caught instanceof Refusal && caught.code === 'invalid_verification_code'
      toast.error('Verification failed', { description: wrong ? 'Invalid code, please try again' : 'Please try again' })
      if (caught instanceof Refusal && caught.code === 'session_expired') keepPartialAuth(null)
    }
  }
  function submit(event: React.FormEvent) {
    event.preventDefault()
    if (way === 'code' && code.length < 6) {
      setFieldError('Please enter a 6-digit verification code')
      toast.error('Invalid code', { description: 'Please enter a 6-digit verification code' })
      return
    }
    void prove(async () => ({ code }))
  }
  const change = (next: 'code' | 'backup') => {
    setWay(next)
    setCode('')
    setError(null)
    setFieldError(undefined)
  }

  const other = new URLSearchParams({
    ...(way === 'code' && { way: 'backup' }),
    ...(search.has('next') && { next: ownPath(search.get('next')) }),
  })

  return (
    <AuthLayout
      title="Enter your code"
      subtitle={way === 'code' ? 'Open your authenticator app and type the code for Sealwright.' : 'Each backup code works once.'}
      error={error}
      footer={<TextLink to="/login">Back to Login</TextLink>}
    >
      {pending ? (
        <>
          <form method="post" noValidate onSubmit={submit} className="grid gap-5">
            {way === 'code' ? (
              <CodeField value={code} onChange={setCode} error={fieldError} />
            ) : (
              <Field label="Backup code" hint="Four groups of four characters." error={fieldError}>
                <Input
                  name="code"
                  autoFocus
                  autoComplete="off"
                  maxLength={24}
                  placeholder="XXXX-XXXX-XXXX-XXXX"
                  className="font-mono"
                  value={code}
                  onChange={(event) => setCode(event.target.value)}
                />
              </Field>
            )}
            <Button type="submit" size="lg" busy={busy} busyLabel="Verifying...">
              Verify
            </Button>
          </form>
          <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
            <button type="button" className="js-only link min-h-8" onClick={() => change(way === 'code' ? 'backup' : 'code')}>
              {way === 'code' ? 'Use a backup code' : 'Use the authenticator'}
            </button>
            <noscript>
              <a href={`/verify-mfa?${other}`} className="link inline-flex min-h-8 items-center">
                {way === 'code' ? 'Use a backup code' : 'Use the authenticator'}
              </a>
            </noscript>
            {canPasskey ? (
              <button
                type="button"
                className="link inline-flex min-h-8 items-center gap-1.5"
                disabled={busy}
                onClick={() =>
                  void prove(async () => ({ passkey: await askPasskey('/api/accounts/passkey-sign-in/options', 'second-factor') }))
                }
              >
                <Fingerprint className="size-4" aria-hidden /> Use a passkey
              </button>
            ) : null}
          </div>
        </>
      ) : (
        <>
          <div role="status" aria-label="Loading..." className="js-only grid gap-5">
            <Skeleton className="h-20" />
            <Skeleton className="h-12" />
          </div>
          <noscript>Authentication session expired. Please sign in again.</noscript>
        </>
      )}
    </AuthLayout>
  )
}
