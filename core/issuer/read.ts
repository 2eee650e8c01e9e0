import { eq } from 'drizzle-orm'
import { organizations } from '#db/schema.ts'
import type { Json } from '#engine/canonical.ts'
import type { Ctx, Environment } from '../context.ts'
import { requirePermission } from '../permissions.ts'
import { type Established, establish, type Stated, statedOf } from './profile.ts'

/** An organisation as the rules know it when it offers securities. */
export interface IssuerView {
  success: true
  object: 'issuer'
  organization_id: string
  environment: Environment
  investor_id: string | null
  verification: Established['verification']
  sanctions_status: 'clear' | 'possible_match' | 'hit' | null
  control_persons_screened: boolean | null
  compliance_facts: Record<string, Json>
  updated_at: string | null
}

/** The caller's organisation as an issuer: what it stated, and what is established about it now. Throws `screening_unavailable`. */
export async function readIssuer({ ctx }: { ctx: Ctx }): Promise<IssuerView> {
  requirePermission(ctx, 'offerings.read')
  const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const stated = statedOf(row, ctx)
  return viewOf(ctx, stated, await establish(ctx.db, ctx, stated))
}

export const viewOf = (ctx: Ctx, stated: Stated, found: Established): IssuerView => ({
  success: true,
  object: 'issuer',
  organization_id: ctx.organizationId,
  environment: ctx.environment,
  investor_id: stated.investor_id,
  verification: found.verification,
  sanctions_status: found.sanctions?.status ?? null,
  control_persons_screened: found.control_persons_screened ?? null,
  compliance_facts: stated.facts,
  updated_at: stated.updated_at,
})
