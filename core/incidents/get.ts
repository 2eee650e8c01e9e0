import { eq } from 'drizzle-orm'
import { incidents } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { requireAdmin } from '../users/admin-only.ts'
import { type IncidentView, presentIncident } from './incident.ts'

/** One incident with its timeline. Throws `not_found`. */
export async function getIncident({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<IncidentView> {
  await requireAdmin(ctx, 'status.manage')
  const [row] = await ctx.db.select().from(incidents).where(eq(incidents.id, input.id)).limit(1)
  if (!row) throw notFound()
  return presentIncident(row, Date.now())
}
