import { redirect } from 'react-router'
import { environmentCookie } from '../../lib/chosen-environment.ts'
import { ownPath, requireSession } from '../../lib/guard.ts'
import { serverContext } from '../../server-context.ts'
import type { Route } from './+types/environment.ts'

/** Remembers whether this browser looks at sandbox or production data, and goes back to where the switch was. */
export async function action({ request, context }: Route.ActionArgs) {
  requireSession(context, request)
  const form = await request.formData()
  const environment = form.get('environment') === 'production' ? 'production' : 'sandbox'
  return redirect(ownPath(String(form.get('next') ?? ''), '/dashboard'), {
    headers: { 'set-cookie': environmentCookie(environment, context.get(serverContext)!.publicUrl) },
  })
}

export const loader = () => redirect('/dashboard')
