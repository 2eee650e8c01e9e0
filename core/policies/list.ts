import { desc, lt } from 'drizzle-orm'
import { z } from 'zod'
import { policies } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { decodeCursor, type Page, pageOf, pageQuery } from '../pagination.ts'
import { requirePermission } from '../permissions.ts'
import type { Services } from '../services.ts'
import { lastPolicy, type PolicyRow } from './note.ts'

export interface WirePolicy {
  id: string
  object: 'policy'
  version: string
  sha256: string
  change: 'first' | 'published' | 'rolled_back'
  in_force_since: string
}

const present = (row: PolicyRow): WirePolicy => ({
  id: row.id,
  object: 'policy',
  version: row.version,
  sha256: row.sha256,
  change: row.change as WirePolicy['change'],
  in_force_since: row.in_force_since.toISOString(),
})

/** The rules in force and since when. */
export async function policyInForce(services: Services): Promise<WirePolicy | null> {
  const row = await lastPolicy(services.connection.db)
  return row && present(row)
}

/** The same, for a caller of the API. */
export async function getCurrentPolicy({ ctx }: { ctx: Ctx }): Promise<{ success: true } & WirePolicy> {
  requirePermission(ctx, 'decisions.read')
  const policy = await policyInForce(ctx.services)
  if (!policy) throw notFound()
  return { success: true, ...policy }
}

export const listPoliciesQuery = z.strictObject(pageQuery)

/** Every change of the rules in force, newest first. */
export async function listPolicies({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof listPoliciesQuery>
}): Promise<{ success: true } & Page<WirePolicy>> {
  requirePermission(ctx, 'decisions.read')
  const after = decodeCursor(ctx, 'policies', input.cursor)
  const rows = await ctx.db
    .select()
    .from(policies)
    .where(after ? lt(policies.number, Number(after[0])) : undefined)
    .orderBy(desc(policies.number))
    .limit(input.limit + 1)
  return { success: true, ...pageOf(ctx, 'policies', rows, input.limit, present, (row) => [row.number]) }
}
