import type { Ctx, Environment } from '../context.ts'
import { notFound } from '../errors.ts'
import { tenantCtx } from '../holders/personal.ts'
import { requireAdmin } from '../users/admin-only.ts'
import { type CaseRow, findCase } from './case.ts'

/** The case an administrator acts on, as it stands, and the tenant it belongs to. Throws `not_found`; for admins who may decide. */
export async function findAdminCase(ctx: Ctx, id: string): Promise<{ seen: CaseRow; tenant: Ctx }> {
  await requireAdmin(ctx, 'cases.decide')
  const seen = await findCase(ctx.db, ctx, id)
  if (!seen) throw notFound()
  return { seen, tenant: await tenantCtx(ctx, seen.organization_id, seen.environment as Environment) }
}
