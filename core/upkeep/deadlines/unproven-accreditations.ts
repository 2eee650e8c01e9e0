import { changeState } from '#core/identity/credentials/change-state.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { credentials } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'

/** The timer that an upgrade sets for each credential which says that somebody is accredited, and was sealed on a digest and a day. */
export const ACCREDITATION_UNPROVEN = 'accreditation_unproven'

/**
 * Revokes such a credential and tells of it: nothing that anybody shows later makes this one true, and while it was only suspended no
 * other could be sealed in its place. What somebody did with it meanwhile stands.
 */
export async function endUnproven(
  tx: Tx,
  ctx: Ctx,
  credentialId: string,
): Promise<{ audit: [AuditInput, ...AuditInput[]]; events: EventInput[] } | null> {
  const row = await lockScoped(tx, credentials, ctx, credentialId)
  if (row?.state !== 'suspended' || row.reason_code !== 'evidence_missing') return null
  const { audit, events } = await changeState(tx, ctx, [row], 'revoked', { reasonCode: ACCREDITATION_UNPROVEN })
  const [first, ...more] = audit
  return { audit: [first!, ...more], events }
}
