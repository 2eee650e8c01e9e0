import { useState } from 'react'
import { redirect, useNavigate } from 'react-router'
import { AuthLayout } from '../../components/auth-layout.tsx'
import { RegisterForm } from '../../components/register-form.tsx'
import { showAgain } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { serverContext } from '../../server-context.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/register.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Create an account',
    description: 'An account gives you sandbox keys at once: no card, no call, every outcome reachable.',
  })

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(serverContext)?.session) throw redirect('/dashboard')
  return null
}

export const action = (args: Route.ActionArgs) => showAgain(args)

export default function Register() {
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  return (
    <AuthLayout
      wide
      title="Create an account"
      subtitle="Sandbox keys at once: no card, no call, every outcome reachable."
      error={error}
      footer={
        <>
          Have an account already? <TextLink to="/login">Sign in</TextLink>
        </>
      }
    >
      <RegisterForm
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
