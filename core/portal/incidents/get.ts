import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { requireAdmin } from '#core/record/admin-only.ts'
import { incidents } from '#db/schema.ts'
import { type IncidentView, presentIncident } from './incident.ts'

/** One incident with its timeline. Throws `not_found`. */
export async function getIncident({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<IncidentView> {
  await requireAdmin(ctx, 'status.manage')
  const [row] = await ctx.db.select().from(incidents).where(eq(incidents.id, input.id)).limit(1)
  if (!row) throw notFound()
  return presentIncident(row, Date.now())
}
