import type { Ctx } from '#core/kernel/context.ts'
import { may, type PermissionName, requirePermission } from '#core/kernel/permissions.ts'
import { write } from './transaction.ts'

/** First line of every admin verb: refuses with 401 or 403, and a signed-in person's attempt is audited. */
export async function requireAdmin(ctx: Ctx, permission: PermissionName): Promise<void> {
  await auditRefusal(ctx, permission)
  requirePermission(ctx, permission)
}

/** Audits the attempt of a signed-in person who may not. Refuses nothing. */
export async function auditRefusal(ctx: Ctx, permission: PermissionName): Promise<void> {
  if (ctx.actor.type === 'user' && !may(ctx.actor, permission))
    // no event: a refused attempt concerns the operator, not an integrator.
    await write({ ...ctx, idempotency: null }, async () => ({
      result: null,
      audit: { action: 'admin_access_denied', category: 'admin', status: 'failure', details: { permission } },
    }))
}
