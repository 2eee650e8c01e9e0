import { offerings } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import { deadlinesOf } from './deadlines.ts'

/** What has a date in an offering's next 60 days, or had one that passed and still matters. Throws `not_found`. */
export async function listDeadlines({ ctx, input }: { ctx: Ctx; input: { id: string } }) {
  requirePermission(ctx, 'offerings.read')
  if (!(await findScoped(ctx.db, offerings, ctx, input.id))) throw notFound()
  const found = await deadlinesOf(ctx, input.id)
  return {
    success: true as const,
    data: found.map(({ kind, due, days, investor_id, count, rule }) => ({ kind, due, days, investor_id, count, rule })),
  }
}
