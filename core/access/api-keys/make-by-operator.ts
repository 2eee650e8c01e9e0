import { AppError } from '#core/kernel/errors.ts'
import { readMember } from '#core/kernel/members.ts'
import { findByEmail } from '#core/kernel/people.ts'
import { roleInWords, scopesFor } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { makeApiKey } from './create.ts'

/**
 * Makes a key that acts for a person in their own organisation, as the operator of the installation says. Unless more is asked for, a key
 * of production reads; one of the sandbox, where people are made up, does everything. Gives the full key, and in words whose authority it
 * carries. Throws `not_found`, `validation_failed` for scopes the person does not have, `forbidden` where they may nothing there.
 */
export async function makeKeyByOperator(
  services: Services,
  input: { email: string; name: string; environment: 'sandbox' | 'production'; scopes: string[] | null },
): Promise<{ key: string; authority: string }> {
  const { email, name, environment } = input
  const { db } = services.connection
  const user = await findByEmail(db, services, email)
  if (!user) throw new AppError('not_found', `There is no account for ${email}. Make one with create-user.`)
  const { id, organization_id } = user
  const member = await readMember(db, id, organization_id)
  const allowed = member && !user.suspended_at ? scopesFor(member, environment) : []
  if (!member || !allowed.length)
    throw new AppError('forbidden', `${email} may do nothing in the ${environment} of ${organization_id}, so no key of theirs would.`)
  const scopes =
    input.scopes ?? (services.worldOf(environment).people.playedByOne ? ['*'] : allowed.filter((scope) => scope.endsWith(':read')))
  const made = await makeApiKey({
    ctx: systemCtx(services, { id: 'operator', organizationId: organization_id, environment }),
    input: { name, environment, scopes, allowed_ips: [] },
    madeFor: id,
  })
  const does = made.scopes.includes('*') ? 'everything' : made.scopes.join(', ')
  const authority = `It acts for ${email}, ${roleInWords(member.role)} of ${organization_id}, in the ${environment}, and never does more than they may at that time. Scopes: ${does}.`
  return { key: made.key, authority }
}
