import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { PermissionName } from '#core/kernel/permissions.ts'
import { PERMISSIONS } from '#core/kernel/permissions.ts'
import { type AuditInput, appendAudit } from './log/append.ts'
import { write } from './transaction.ts'

/**
 * Notes what an administrator of the platform did about an organisation's data, once in the organisation's log and once in that of the
 * administrator's own: the two carry one id. `ctx` is the organisation's.
 */
export async function notePair(
  ctx: Ctx,
  home: string,
  grantId: string,
  entry: Pick<AuditInput, 'action' | 'status' | 'details'>,
): Promise<void> {
  const both: AuditInput = {
    ...entry,
    category: 'admin',
    subject: { type: 'support_access', id: grantId },
    details: { ...entry.details, pair: newId('support_look'), organization_id: ctx.organizationId },
  }
  // no event: what is looked at concerns the log; that it may be was told when it was allowed.
  await write({ ...ctx, idempotency: null }, async (tx) => {
    await appendAudit(tx, { ...ctx, organizationId: home }, [both])
    return { result: null, audit: both }
  })
}

/** Notes each thing that somebody looks at by an organisation's leave, and each that they are refused. */
export async function noteLook(
  ctx: Ctx,
  look: { verb: string; permission: PermissionName | null; about?: unknown; refused?: true },
): Promise<void> {
  const { actor } = ctx
  if (actor.type !== 'user' || !actor.support) return
  // What somebody does with their own account is no look at the organisation's data.
  if (!look.refused && (look.permission === null || PERMISSIONS[look.permission].members === null)) return
  await notePair(ctx, actor.home, actor.support.id, {
    action: look.refused ? 'support_refused' : 'support_looked',
    ...(look.refused && { status: 'failure' }),
    details: { verb: look.verb, ...(typeof look.about === 'string' && { about: look.about }) },
  })
}
