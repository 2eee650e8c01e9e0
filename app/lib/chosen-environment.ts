import { redirect } from 'react-router'
import type { ServerContext } from '../server-context.ts'
import type { Environment } from './environment.ts'
import { askedAddress } from './guard.ts'

/** Remembers in this browser whose data its pages show. */
export const environmentCookie = (environment: Environment, publicUrl: string): string =>
  `sealwright.environment=${environment}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${new URL(publicUrl).protocol === 'https:' ? '; Secure' : ''}`

/**
 * A page of one thing is shown where that thing is, and the pages go on there: nobody decides about production in a page that says
 * sandbox, nor looks for it afterwards in a list that is of the other one.
 */
export function goWhereItIs({ environment, publicUrl }: ServerContext, request: Request, row: { environment: Environment }): void {
  if (row.environment === environment) return
  throw redirect(askedAddress(request), { headers: { 'set-cookie': environmentCookie(row.environment, publicUrl) } })
}
