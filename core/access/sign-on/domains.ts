import { and, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { domains } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { lockOrganization, ofOrganization } from '../members/role.ts'
import { toldSignOn } from './settings.ts'

/**
 * Leads people with an address of a proven domain to the organisation's sign-on, or does so no more. A domain is one organisation's
 * alone. Needs a fresh proof. Throws `not_found`, and `conflict` for one that is not proven, or is another organisation's for this.
 */
export const useDomainForSignOn = definePageVerb({
  name: 'sign_on.use_domain',
  permission: 'organization.own',
  input: z.strictObject({ id: z.string().max(60), use: z.boolean() }),
  run: async ({ ctx: base, input }): Promise<{ domain: string }> => {
    requireStepUp(base, { own: true })
    const ctx = ofOrganization(base)
    // no event: toldSignOn says it.
    return write(ctx, async (tx) => {
      const organization = await lockOrganization(tx, ctx.organizationId)
      const row = await lockScoped(tx, domains, ctx, input.id)
      if (!row) throw notFound()
      if (input.use) {
        if (row.status !== 'verified')
          throw new AppError('conflict', `${row.domain} is not proven. Put its proof in place and look for it first.`)
        const [other] = await tx
          .select({ of: domains.organization_id })
          .from(domains)
          .where(and(eq(domains.domain, row.domain), isNotNull(domains.sign_on_since)))
          .limit(1)
        if (other && other.of !== ctx.organizationId)
          throw new AppError('conflict', `Another organisation signs on by ${row.domain}. It has to let go of the domain first.`)
      } else if (organization.session_policy.sign_on && row.sign_on_since)
        throw new AppError('conflict', 'Signing on is the only way in now. Let other ways in again first.')
      await tx
        .update(domains)
        .set({ sign_on_since: input.use ? (row.sign_on_since ?? new Date()) : null })
        .where(inScope(domains, ctx, eq(domains.id, row.id)))
      const action = input.use ? 'sign_on_domain_used' : 'sign_on_domain_released'
      return { result: { domain: row.domain }, ...(await toldSignOn(tx, ctx, action, { domain: row.domain })) }
    })
  },
})
