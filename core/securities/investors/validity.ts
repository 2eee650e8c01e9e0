import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { timers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const DAY_MS = 86_400_000
/** How long a verification waits for a decision, in days. */
export const WAIT_DAYS = 30
/** An identity is good for two years, or until its document expires. */
const IDENTITY_MONTHS = 24

/** The end of the last day on which all of these documents are valid, or null when none names one. */
export function documentsEnd(documents: readonly { expires_on?: string | undefined }[] | undefined): number | null {
  const days = (documents ?? []).flatMap((each) => (each.expires_on ? [Date.parse(each.expires_on)] : []))
  return days.length ? Math.min(...days) + DAY_MS : null
}

/** Sets what will happen by itself to the statuses that a verification left, in place of what was set before. */
export async function setValidity(
  tx: Tx,
  ctx: Ctx,
  id: string,
  p: { before: Statuses; after: Statuses; checked: readonly string[]; documentsEnd: number | null },
): Promise<void> {
  const identity = p.checked.includes('identity') || p.checked.includes('sanctions')
  const replaced = [...(identity ? ['identity_expires'] : []), ...(p.checked.includes('documents') ? ['documents_expire'] : [])]
  if (replaced.length)
    await tx
      .update(timers)
      .set({ done_at: new Date(ctx.now) })
      .where(inScope(timers, ctx, and(eq(timers.subject_id, id), inArray(timers.kind, replaced), isNull(timers.done_at))))
  if (identity && p.after.identity_status === 'verified') {
    const end = new Date(ctx.now)
    end.setUTCMonth(end.getUTCMonth() + IDENTITY_MONTHS)
    await setTimer(tx, ctx, {
      kind: 'identity_expires',
      subjectId: id,
      dueMs: Math.min(end.getTime(), p.documentsEnd ?? Number.POSITIVE_INFINITY),
    })
  }
  if (p.checked.includes('documents') && p.after.documents_status === 'verified' && p.documentsEnd !== null)
    await setTimer(tx, ctx, { kind: 'documents_expire', subjectId: id, dueMs: p.documentsEnd })
  const waits = (Object.keys(p.after) as (keyof Statuses)[]).some((field) => p.after[field] === 'pending' && p.before[field] !== 'pending')
  if (waits) await setTimer(tx, ctx, { kind: 'verification_waits', subjectId: id, dueMs: ctx.now + WAIT_DAYS * DAY_MS })
}

type Statuses = { identity_status: string; accreditation_status: string; documents_status: string }
