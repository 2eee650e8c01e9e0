import { type Ctx, withTenant } from '#core/kernel/context.ts'
import type { EventType } from '#core/record/events/event-types.ts'
import { recordEvents } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'

/** Tells the organisation a user belongs to, whoever changed them, so that its own systems can follow. */
export async function tellUserChanged(
  tx: Tx,
  ctx: Ctx,
  type: Extract<EventType, `user.${string}`>,
  user: { id: string; organization_id: string },
  change: { from: string; to: string },
  /** Who asked for it, where the caller is the second of two. */
  askedBy: string | null = null,
): Promise<void> {
  await recordEvents(tx, withTenant(ctx, user.organization_id, 'production'), [
    {
      type,
      resource: { type: 'user', id: user.id },
      object: { user_id: user.id, ...change, actor: askedBy ?? ctx.actor.id, countersigned_by: ctx.actor.id },
    },
  ])
}
