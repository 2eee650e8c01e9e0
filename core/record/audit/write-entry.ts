import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { withoutSecretsIn } from '#core/kernel/monitoring.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { redact } from '#core/kernel/request-log.ts'
import { AUDIT_CATEGORIES } from '../log/append.ts'
import { write } from '../transaction.ts'

/** The actions of the product spec, section 9, that a page may report. */
const AUDIT_ACTIONS = [
  'login',
  'login_failed',
  'logout',
  'create_investment',
  'profile_update',
  'payment_process',
  'api_access',
  'update_verification_status',
  'update_user_role',
  'password_reset_request',
] as const

/** What only an admin's page may report. */
const ADMIN_ACTIONS: readonly string[] = ['update_verification_status', 'update_user_role']
const ADMIN_CATEGORIES: readonly string[] = ['admin', 'system']

export const auditLogInput = z.strictObject({
  userId: z.string().max(100),
  action: z.enum(AUDIT_ACTIONS),
  category: z.enum(AUDIT_CATEGORIES),
  status: z.enum(['success', 'failure']).default('success'),
  details: z.record(z.string(), z.unknown()).default({}),
})

/**
 * Appends an entry a page reports about the signed-in user, as `reported:…`. Only an admin may report about somebody else, or an
 * act of administration.
 */
export async function writeAuditEntry({ ctx, input }: { ctx: Ctx; input: z.output<typeof auditLogInput> }) {
  requirePermission(ctx, 'account.read')
  if (ctx.actor.type !== 'user' || (input.userId !== ctx.actor.id && ctx.actor.role !== 'admin'))
    throw new AppError('forbidden', 'Only an admin may write entries about another user.')
  if (ctx.actor.role !== 'admin' && (ADMIN_ACTIONS.includes(input.action) || ADMIN_CATEGORIES.includes(input.category)))
    throw new AppError('forbidden', 'Only an admin may write entries about acts of administration.')
  if (Buffer.byteLength(JSON.stringify(input.details)) > 8_192)
    throw new AppError('validation_failed', '1 field needs attention', {
      fields: [{ pointer: '/details', code: 'too_long', detail: 'At most 8 kB.' }],
    })
  const details = withoutSecretsIn(redact(input.details)) as Record<string, unknown>
  const id = newId('audit_log')
  // no event: what a page reports is kept in the audit log only.
  return write(ctx, async () => ({
    result: {
      success: true as const,
      log: {
        id,
        userId: input.userId,
        action: input.action,
        category: input.category,
        status: input.status,
        details,
        timestamp: new Date().toISOString(),
      },
    },
    audit: {
      id,
      // Never to be taken for an act the product did itself, wherever it is shown.
      action: `reported:${input.action}`,
      category: input.category,
      status: input.status,
      userId: input.userId,
      details: { ...details, reported_by: 'page' },
    },
  }))
}
