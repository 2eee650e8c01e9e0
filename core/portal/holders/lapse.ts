import { eq } from 'drizzle-orm'
import { changeStatus, mirror } from '#core/identity/holders/status.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { endFiles } from '#core/securities/investors/accreditation/end.ts'
import { endReview } from '#core/securities/investors/end-review.ts'
import { WAIT_DAYS } from '#core/securities/investors/validity.ts'
import { setWalletStatus } from '#core/securities/investors/wallet-status.ts'
import type { Tx } from '#db/connect.ts'
import { investors } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'

type Field = 'identity_status' | 'accreditation_status' | 'documents_status'
type Lapsed = Promise<{ audit: AuditInput; events: EventInput[] } | null>

const DAY_MS = 86_400_000

/** The identity’s or the documents’ validity is over: what was verified has to be brought again. */
export const lapseIdentity = (tx: Tx, ctx: Ctx, id: string): Lapsed => lapse(tx, ctx, id, 'identity_status', 'verified', 'expired')
export const lapseDocuments = (tx: Tx, ctx: Ctx, id: string): Lapsed => lapse(tx, ctx, id, 'documents_status', 'verified', 'expired')

/** Nobody decided what waits within thirty days: it has to be sent again, and the case about it is closed. */
export async function lapseWaiting(tx: Tx, ctx: Ctx, id: string): Lapsed {
  for (const field of ['identity_status', 'accreditation_status', 'documents_status'] as const) {
    const [row] = await tx
      .select({ history: investors.history })
      .from(investors)
      .where(inScope(investors, ctx, eq(investors.id, id)))
    const since = row?.history.find((entry) => entry.field === field && entry.to === 'pending')?.at
    if (!since || ctx.now - Date.parse(String(since)) < WAIT_DAYS * DAY_MS) continue
    const lapsed = await lapse(tx, ctx, id, field, 'pending', `timeout_${WAIT_DAYS}d`)
    if (!lapsed) continue
    if (field === 'accreditation_status') lapsed.events.push(...(await endFiles(tx, ctx, id)))
    lapsed.events.push(...(await endReview(tx, ctx, { investorId: id, check: field.replace('_status', '') as 'identity' })))
    return lapsed
  }
  return null
}

async function lapse(tx: Tx, ctx: Ctx, id: string, field: Field, from: string, reason: string): Lapsed {
  const row = await lockScoped(tx, investors, ctx, id)
  if (row?.[field] !== from) return null
  const events = await changeStatus(tx, ctx, row, field, 'incomplete', { reason })
  if (field === 'identity_status' && from === 'pending') await setWalletStatus(tx, ctx, row.wallet_id, 'incomplete')
  if (row.external_id === SELF && row.user_id) await mirror(tx, ctx, row.user_id, null)
  return {
    audit: { action: 'verification_lapsed', category: 'user', subject: { type: 'investor', id }, details: { field, from, reason } },
    events,
  }
}
