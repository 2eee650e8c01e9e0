import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { isAllowedAddress } from '#core/kernel/session-policy.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import type { SessionPolicy } from '#db/schema/organizations.ts'
import { domains, memberships, organizations, passkey, users } from '#db/schema.ts'
import { providerOf } from '../accounts/sign-on-of.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { keyCache } from '../api-keys/authenticate.ts'
import { lockOrganization, ofOrganization } from '../members/role.ts'
import { toldSignOn } from './settings.ts'

const hours = z.coerce.number().int().min(1, 'At least an hour').max(720, 'At most 30 days').nullable().default(null)
const policyInput = z.strictObject({
  sign_on: z.boolean().default(false),
  second_factor: z.boolean().default(false),
  second_factor_hours: hours,
  idle_minutes: z.coerce.number().int().min(5, 'At least 5 minutes').max(43_200, 'At most 30 days').nullable().default(null),
  absolute_hours: hours,
  addresses: z
    .array(z.string().trim().max(50))
    .max(100, 'At most 100 addresses and ranges')
    .default([])
    .transform((all) => [...new Set(all.filter(Boolean))]),
})

function requireAddresses(ctx: Ctx, addresses: string[]): void {
  const wrong = addresses.find((one) => !(one.includes('/') ? ipaddr.isValidCIDR(one) : ipaddr.isValid(one)))
  if (wrong !== undefined) throw invalidField('/addresses', 'invalid', `${wrong} is no address and no range such as 192.0.2.0/24.`)
  if (addresses.length && !(ctx.ip && isAllowedAddress(ctx.ip, addresses)))
    throw invalidField(
      '/addresses',
      'own_address',
      `Your own address, ${ctx.ip ?? 'which is not known'}, is not among them: you would lock yourself out.`,
    )
}

/** Signing on becomes the only way in only where it was seen to work, and where every owner has a way in should it break. */
async function requireWayIn(tx: Tx, organizationId: string): Promise<void> {
  const provider = await providerOf(tx, organizationId)
  if (!provider?.proven_at)
    throw new AppError('conflict', 'Nobody has signed on by these settings yet. Sign on once yourself, then make it the only way in.')
  const [domain] = await tx
    .select({ id: domains.id })
    .from(domains)
    .where(and(eq(domains.organization_id, organizationId), isNotNull(domains.sign_on_since)))
    .limit(1)
  if (!domain) throw new AppError('conflict', 'No domain leads to your sign-on. Use a proven one for it first.')
  const owners = await tx
    .select({ mfa: users.mfa_enabled, passkey: passkey.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .leftJoin(passkey, eq(passkey.userId, users.auth_id))
    .where(and(eq(memberships.organization_id, organizationId), eq(memberships.role, 'owner'), isNull(memberships.ended_at)))
  if (owners.some((one) => !one.mfa && one.passkey === null))
    throw new AppError(
      'conflict',
      'Each owner needs a second factor of their own first: it is the way in should the identity provider break.',
    )
}

/**
 * Says what a session needs to work in the organisation. It holds from the next request of every session and key. Needs a fresh proof.
 * Throws `validation_failed`, and `conflict` where signing on cannot be the only way in yet.
 */
export const setSessionPolicy = definePageVerb({
  name: 'session_policy.set',
  permission: 'organization.own',
  input: policyInput,
  run: async ({ ctx: base, input }): Promise<SessionPolicy> => {
    requireStepUp(base, { own: true })
    const ctx = ofOrganization(base)
    requireAddresses(ctx, input.addresses)
    const policy: SessionPolicy = {
      ...(input.sign_on && { sign_on: true }),
      ...(input.second_factor && { second_factor: true }),
      // An age of what nobody is asked for says nothing.
      ...(input.second_factor && input.second_factor_hours !== null && { second_factor_hours: input.second_factor_hours }),
      ...(input.idle_minutes !== null && { idle_minutes: input.idle_minutes }),
      ...(input.absolute_hours !== null && { absolute_hours: input.absolute_hours }),
      ...(input.addresses.length && { addresses: input.addresses }),
    }
    // no event: toldSignOn says it.
    const done = await write(ctx, async (tx) => {
      await lockOrganization(tx, ctx.organizationId)
      if (policy.sign_on) await requireWayIn(tx, ctx.organizationId)
      await tx.update(organizations).set({ session_policy: policy }).where(eq(organizations.id, ctx.organizationId))
      return { result: policy, ...(await toldSignOn(tx, ctx, 'session_policy_changed', { ...policy })) }
    })
    keyCache.dropOfOrganization(ctx.organizationId)
    return done
  },
})
