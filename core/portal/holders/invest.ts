import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { Environment } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { decimal, positiveDecimal } from '#core/kernel/fields.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { InvestmentView } from '#core/securities/bookings/present.ts'
import { decideInvestment } from '#core/securities/investments/create.ts'
import { documents } from '#db/schema.ts'
import { findAdmission, findOwnInvitation } from './admissions.ts'

/**
 * Invests in an offering one was invited to and admitted to. The offering's organisation decides by the same rules as for every
 * other call. Throws `forbidden` before the invitation is accepted, and the refusals of an investment.
 */
export const investAsHolder = definePageVerb({
  name: 'own.invest',
  permission: 'account.write',
  input: z.strictObject({
    invitation_id: z.string().max(100),
    amount: positiveDecimal,
    payment_method: z.enum(['card', 'ach', 'wire', 'crypto']).default('wire'),
    annual_income: decimal.optional(),
    net_worth: decimal.optional(),
    /** The person read and signs the subscription agreement of the offering. */
    agreed: z.boolean().default(false),
    /** The agreement they were shown. It is signed by its digest, so that nobody signs one that took its place meanwhile. */
    agreement_sha256: z.string().max(64).optional(),
    /** Only asks what would be decided; nothing is kept. */
    dry_run: z.boolean().default(false),
  }),
  run: async ({ ctx, input }): Promise<InvestmentView> => {
    const invitation = await findOwnInvitation(ctx, input.invitation_id)
    const tenant = await tenantCtx(ctx, invitation.organization_id, invitation.environment as Environment)
    const admission = await findAdmission(tenant)
    if (invitation.status !== 'accepted' || !admission) throw new AppError('forbidden', 'Accept the invitation first.')
    const [agreement] = await ctx.db
      .select({ sha256: documents.sha256 })
      .from(documents)
      .where(
        and(
          eq(documents.owner_type, 'offering'),
          eq(documents.owner_id, invitation.offering_id),
          eq(documents.kind, 'subscription_agreement'),
          eq(documents.status, 'uploaded'),
        ),
      )
      .limit(1)
    if (!input.agreed && !input.dry_run) throw invalidField('/agreed', 'required', 'Read and accept the terms of the subscription first.')
    if (input.agreement_sha256 !== undefined && input.agreement_sha256 !== (agreement?.sha256 ?? ''))
      throw invalidField('/agreed', 'changed', 'The subscription agreement was replaced while you read. Read the new one, then go on.')
    return decideInvestment(tenant, {
      offering_id: invitation.offering_id,
      investor_id: admission.id,
      amount: input.amount,
      payment_method: input.payment_method,
      ...(agreement && input.agreed && { agreement_sha256: agreement.sha256 }),
      ...(input.annual_income && { annual_income: input.annual_income }),
      ...(input.net_worth && { net_worth: input.net_worth }),
      compliance_facts: {},
      dry_run: input.dry_run,
    })
  },
})
