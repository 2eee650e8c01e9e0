import { useEffect, useRef, useState } from 'react'
import { data, redirect, useNavigate, useSearchParams } from 'react-router'
import { AuthLayout } from '../../components/auth-layout.tsx'
import { ForgotPassword } from '../../components/forgot-password.tsx'
import { LoginForm, type LoginOutcome } from '../../components/login-form.tsx'
import { OtherSignIns } from '../../components/other-sign-ins.tsx'
import { ownPath } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { keepPartialAuth } from '../../lib/partial-auth.ts'
import { type Posted, refusedForm, textOf, withCookies } from '../../lib/posted.ts'
import { useSession } from '../../lib/session.tsx'
import { attempt } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/login.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Sign in', description: 'Sign in to Sealwright to manage API keys, wallets and checks.' })

/** Whoever is signed in already goes on to where they wanted, unless they forgot the password that opened this session. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const signedIn = Boolean(context.get(serverContext)?.session)
  if (signedIn && searchParams.get('screen') !== 'forgot') throw redirect(ownPath(searchParams.get('next')))
  return { signedIn }
}

const onwards = (search: URLSearchParams) => (search.get('next') ? `?next=${encodeURIComponent(ownPath(search.get('next')))}` : '')

/** Where an address leads whose organisation has its sign-on as the only way in. */
const signOnOf = (email: string, search: URLSearchParams) =>
  `/sign-on?${new URLSearchParams({ email, refused: 'only_way_in', next: ownPath(search.get('next')) })}`

/** The way of browsers without scripts, and of who is quicker than them: the same calls, the next page as the answer. */
export async function action({ context, request }: Route.ActionArgs) {
  const { anonymous } = context.get(serverContext)!
  const { searchParams } = new URL(request.url)
  const form = await request.formData()
  const email = textOf(form, 'email')
  if (searchParams.get('screen') === 'forgot') {
    const asked = await attempt(() => anonymous.requestReset(() => ({ email })))
    if (asked.ok) return data<Posted & { sent: boolean }>({ error: null, fields: {}, values: { email }, sent: true })
    return data({ ...refusedForm(form, asked.refusal), sent: false }, asked.refusal.status)
  }
  const tried = await attempt(() =>
    anonymous.signIn(() => ({ email, password: textOf(form, 'password'), rememberMe: form.has('rememberMe') })),
  )
  if (!tried.ok && tried.refusal.code === 'sign_on_required') return redirect(signOnOf(email ?? '', searchParams))
  if (!tried.ok) return data({ ...refusedForm(form, tried.refusal), sent: false }, tried.refusal.status)
  const headers = withCookies(tried.result.cookies)
  return redirect(tried.result.mfaRequired ? `/verify-mfa${onwards(searchParams)}` : ownPath(searchParams.get('next')), { headers })
}

const redirectAfterMs = 1000

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { refresh } = useSession()
  const [screen, setScreen] = useState<'login' | 'forgot'>(search.get('screen') === 'forgot' ? 'forgot' : 'login')
  const [email, setEmail] = useState(String(actionData?.values.email ?? ''))
  const [returned, setReturned] = useState(false)
  const [underWay, setUnderWay] = useState(false)
  const [error, setError] = useState<string | null>(actionData?.error ?? null)
  const [success, setSuccess] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const next = ownPath(search.get('next'))
  const passOn = onwards(search)

  function start() {
    setUnderWay(true)
    setError(null)
  }
  async function finish(outcome: LoginOutcome) {
    setUnderWay(false)
    if (outcome.state === 'failed') {
      setError(outcome.message)
      toast.error('Login failed', { description: outcome.message })
      return
    }
    if (outcome.state === 'sign_on') return void (await navigate(signOnOf(outcome.email, search)))
    if (outcome.state === 'mfa') {
      keepPartialAuth({ auth_id: outcome.authId, requires_mfa: true })
      toast.info('MFA Required', { description: 'Please enter your authentication code to proceed' })
      await navigate(`/verify-mfa${passOn}`)
      return
    }
    keepPartialAuth(null)
    setSuccess('Login successful! Redirecting...')
    toast.success('Login successful', { description: `Welcome back, ${outcome.firstName}!` })
    timer.current = setTimeout(async () => {
      await refresh()
      await navigate(next)
    }, redirectAfterMs)
  }

  if (screen === 'forgot')
    return (
      <ForgotPassword
        email={email}
        posted={actionData}
        onBack={(typed) => {
          if (loaderData.signedIn) return void navigate('/settings#security')
          setEmail(typed)
          setReturned(true)
          setScreen('login')
        }}
      />
    )
  return (
    <AuthLayout
      title="Sign in"
      subtitle="Keys, wallets and decisions, where you left them."
      error={error}
      success={success}
      footer={<LoginFooter passOn={passOn} />}
    >
      <OtherSignIns way="passkey" disabled={underWay || success !== null} onStart={start} onOutcome={finish} />
      <LoginForm
        email={email}
        posted={actionData}
        returned={returned}
        disabled={underWay || success !== null}
        onStart={start}
        onOutcome={finish}
        onForgot={(typed) => {
          setEmail(typed)
          setError(null)
          setScreen('forgot')
        }}
      />
      <OtherSignIns way="wallet" disabled={underWay || success !== null} onStart={start} onOutcome={finish} />
    </AuthLayout>
  )
}

function LoginFooter({ passOn }: { passOn: string }) {
  return (
    <>
      <p>
        <TextLink to={`/sign-on${passOn}`}>Sign in with your organisation</TextLink>
      </p>
      New to Sealwright? <TextLink to="/register">Create an account</TextLink>
    </>
  )
}
