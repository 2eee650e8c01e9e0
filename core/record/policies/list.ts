import { desc, lt } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { notFound } from '#core/kernel/errors.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import type { Services } from '#core/kernel/services.ts'
import { policies } from '#db/schema.ts'
import { defineVerb } from '../verb.ts'
import { lastPolicy, type PolicyRow } from './note.ts'

const policy = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('policy'),
  version: z.string(),
  sha256: z.string(),
  change: z.enum(['first', 'published', 'rolled_back']).meta({ description: '`rolled_back`: these rules had been in force before' }),
  in_force_since: z.string(),
})
type WirePolicy = z.output<typeof policy>

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
export const getCurrentPolicy = defineVerb({
  name: 'policies.current',
  permission: 'decisions.read',
  output: policy,
  run: async ({ ctx }) => {
    const policy = await policyInForce(ctx.services)
    if (!policy) throw notFound()
    return { success: true as const, ...policy }
  },
})

const listPoliciesQuery = z.strictObject(pageQuery)

/** Every change of the rules in force, newest first. */
export const listPolicies = defineVerb({
  name: 'policies.list',
  permission: 'decisions.read',
  input: listPoliciesQuery,
  output: listOf(policy),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'policies', input.cursor)
    const rows = await ctx.db
      .select()
      .from(policies)
      .where(after ? lt(policies.number, Number(after[0])) : undefined)
      .orderBy(desc(policies.number))
      .limit(input.limit + 1)
    return { success: true as const, ...pageOf(ctx, 'policies', rows, input.limit, present, (row) => [row.number]) }
  },
})
