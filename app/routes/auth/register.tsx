import { useState } from 'react'
import { data, redirect, useNavigate } from 'react-router'
import { AuthLayout } from '../../components/auth-layout.tsx'
import { RegisterForm } from '../../components/register-form.tsx'
import { pageMeta } from '../../lib/meta.ts'
import { type Posted, refusedForm, textOf, withCookies } from '../../lib/posted.ts'
import { attempt } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/register.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Create an account',
    description: 'An account gives you sandbox keys at once: no card, no call, every outcome reachable.',
  })

/** The link of the invitation that somebody came by, where they came by one. */
const joinOf = (search: URLSearchParams): string | undefined => /^\/join\/([\w-]{1,100})$/.exec(search.get('next') ?? '')?.[1]

export function loader({ context, request }: Route.LoaderArgs) {
  const join = joinOf(new URL(request.url).searchParams)
  if (context.get(serverContext)?.session) throw redirect(join ? `/join/${join}` : '/dashboard')
  return { join }
}

/** The way of browsers without scripts: the same rules, the same call, the next page as the answer. */
export async function action({ context, request }: Route.ActionArgs) {
  const { registerFormSchema } = await import('#core/access/accounts/schemas.ts')
  const form = await request.formData()
  const read = registerFormSchema.safeParse({
    ...Object.fromEntries([...form.keys()].map((name) => [name, textOf(form, name)])),
    solutionsInterest: form.getAll('solutionsInterest'),
    acceptTerms: form.has('acceptTerms'),
  })
  if (!read.success) {
    const fields = read.error.issues.map((issue) => ({ pointer: `/${issue.path.join('/')}`, code: issue.code, detail: issue.message }))
    return data<Posted>(refusedForm(form, { status: 422, code: 'validation_failed', message: '', fields }), 422)
  }
  const { confirmPassword: _, acceptTerms: __, ...input } = read.data
  const join = joinOf(new URL(request.url).searchParams)
  const made = await attempt(() => context.get(serverContext)!.anonymous.signUp(() => ({ ...input, ...(join && { join }) })))
  return made.ok
    ? redirect('/verify-email', { headers: withCookies(made.result.cookies) })
    : data<Posted>(refusedForm(form, made.refusal), made.refusal.status)
}

export default function Register({ actionData, loaderData: { join } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(actionData?.error ?? null)
  return (
    <AuthLayout
      wide
      title="Create an account"
      subtitle="Sandbox keys at once: no card, no call, every outcome reachable."
      error={error}
      footer={
        <>
          Have an account already? <TextLink to={join ? `/login?next=/join/${join}` : '/login'}>Sign in</TextLink>
        </>
      }
    >
      <RegisterForm
        posted={actionData}
        join={join}
        onCreated={async (email) => {
          toast.success('Account created', { description: 'Please check your email to verify your account' })
          await navigate('/verify-email', { state: { email } })
        }}
        onFailed={(message, said) => {
          setError(message)
          if (said) toast.error('Registration failed', { description: said })
        }}
      />
    </AuthLayout>
  )
}
