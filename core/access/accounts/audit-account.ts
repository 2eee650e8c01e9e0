import type { Ctx } from '#core/kernel/context.ts'
import type { Mail } from '#core/kernel/mails/mail.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'

/** Audits what happened to an account while nobody, or somebody else, was signed in, and queues the mails about it. */
export async function auditAccount(
  ctx: Ctx,
  entry: { userId: string | null; action: string; status?: 'success' | 'failure'; details?: Record<string, unknown>; mails?: Mail[] },
): Promise<void> {
  // no event: signing in and its protection concern the person, not an integrator.
  await write({ ...systemCtx(ctx.services, { id: 'accounts' }), requestId: ctx.requestId }, async () => ({
    result: null,
    audit: {
      action: entry.action,
      category: 'auth',
      status: entry.status ?? 'success',
      userId: entry.userId,
      ...(entry.userId && { subject: { type: 'user', id: entry.userId } }),
      details: entry.details ?? {},
    },
    mails: entry.mails ?? [],
  }))
  if (entry.mails?.length) ctx.services.wake('mail')
}
