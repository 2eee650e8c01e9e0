import { and, eq } from 'drizzle-orm'
import { type Changed, changeState, personCredentials } from '#core/identity/credentials/change-state.ts'
import { changeStatus } from '#core/identity/holders/status.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'
import { evidence } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { InvestorRow } from '../create.ts'
import { readStatus } from '../present.ts'

/** Lets an accreditation that rested on evidence wait again once that was taken back. Nothing follows while other evidence carries it. */
export async function followEvidence(tx: Tx, ctx: Ctx, row: InvestorRow): Promise<EventInput[]> {
  if (readStatus(row.accreditation_status) !== 'verified' || row.accreditation?.evidence_id === undefined) return []
  if (await isVouchedFor(tx, ctx, row.person_id, row.id)) return []
  return changeStatus(tx, ctx, row, 'accreditation_status', 'pending', { reason: 'evidence_withdrawn' })
}

/** Ends the credentials that say somebody is accredited, once what that rested on was taken back: they are not resumed with the identity. */
export async function endAccredited(tx: Tx, ctx: Ctx, personId: string): Promise<Changed | null> {
  const withdrawn = and(eq(evidence.person_id, personId), eq(evidence.proves, 'accreditation'), eq(evidence.state, 'withdrawn'))
  const [gone] = await tx
    .select({ id: evidence.id })
    .from(evidence)
    .where(inScope(evidence, ctx, withdrawn))
    .limit(1)
  if (!gone) return null
  const held = []
  for (const row of await personCredentials(tx, ctx, personId, ['active', 'suspended']))
    if (row.level === 'accredited' && !(await isVouchedFor(tx, ctx, personId, row.wallet_id))) held.push(row)
  return held.length ? changeState(tx, ctx, held, 'revoked', { reasonCode: 'accreditation_withdrawn' }) : null
}

const isVouchedFor = async (tx: Tx, ctx: Ctx, personId: string, shownFor: string): Promise<boolean> =>
  (await ctx.world.accreditation.of(tx, ctx, { personId, shownFor, played: null })).status !== 'unknown'
