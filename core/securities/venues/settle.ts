import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { requireSecondPerson } from '#core/access/second-person/second-person.ts'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { venues } from '#db/schema.ts'
import { presentVenue, type VenueRow, type VenueStatus, type WireVenue } from './venue.ts'

const VENUE_OUTCOMES = ['approve', 'refuse', 'withdraw', 'keep'] as const
type Outcome = (typeof VENUE_OUTCOMES)[number]

const settleVenueInput = z.strictObject({
  id: z.string().max(100),
  outcome: z.enum(VENUE_OUTCOMES),
  reason: z.string().trim().min(10, 'Say in at least 10 characters what you base this on').max(1_000, 'At most 1,000 characters'),
})

/** From which state to which; where the first of two people asked for it before, the second one carries it out. */
const STEPS: Record<Outcome, Partial<Record<VenueStatus, VenueStatus>>> = {
  approve: { proposed: 'active' },
  refuse: { proposed: 'refused' },
  withdraw: { active: 'withdrawing', withdrawing: 'withdrawn' },
  keep: { withdrawing: 'active' },
}

/**
 * One administrator's word on a venue of the register. Approving, withdrawing and keeping take two people; while a withdrawal waits
 * for its second, no trade is allowed there. Refusing what nobody approved takes one. Throws `not_found`, `invalid_transition`,
 * `second_person_required`, `step_up_required`.
 */
export const settleVenue = definePageVerb({
  name: 'venues.settle',
  permission: 'venues.manage',
  admin: true,
  input: settleVenueInput,
  run: async ({ ctx, input }): Promise<WireVenue> => {
    requireStepUp(ctx)
    // no event: the register is everybody's; each decision about a trade names what it found there.
    return write(ctx, async (tx) => {
      const [row] = await tx.select().from(venues).where(eq(venues.id, input.id)).limit(1).for('update')
      if (!row) throw notFound()
      const status = STEPS[input.outcome][row.status as VenueStatus]
      if (!status)
        throw new AppError('invalid_transition', `This venue is ${row.status}: that can no longer be done. Read the register again.`)
      await secondOf(tx, ctx, row, input.outcome, status)
      const [stored] = await tx
        .update(venues)
        .set(changeOf(ctx, status, input))
        .where(eq(venues.id, row.id))
        .returning()
      return {
        result: presentVenue(ctx, stored!),
        audit: {
          action: status === 'active' && input.outcome === 'keep' ? 'venue_kept' : `venue_${ACTIONS[status]}`,
          category: 'admin',
          subject: { type: 'venue', id: row.id },
          details: { name: row.name, kind: row.kind, registration: row.registration, from: row.status, to: status, reason: input.reason },
          standing: [`venue:${row.id}`],
        },
      }
    })
  },
})

const ACTIONS: Record<VenueStatus, string> = {
  proposed: 'proposed',
  active: 'approved',
  withdrawing: 'withdrawal_asked',
  refused: 'refused',
  withdrawn: 'withdrawn',
}

/** Whose word came first must be another person's. The rules of production count: the register is everybody's. */
async function secondOf(tx: Tx, ctx: Ctx, row: VenueRow, outcome: Outcome, status: VenueStatus): Promise<void> {
  const everybody = withTenant(ctx, ctx.organizationId, 'production')
  if (outcome === 'approve') {
    if (row.valid_until !== null && row.valid_until < rulesDay(Date.now()))
      throw new AppError('invalid_transition', `Its registration ended after ${row.valid_until}. Refuse it and propose the one of today.`)
    const own = 'You proposed it. Another administrator has to approve it.'
    await requireSecondPerson(tx, everybody, { by: row.proposed_by, at: row.proposed_at, own })
  }
  if (status === 'withdrawn' || outcome === 'keep') {
    const first = row.first_word!
    const own = 'You asked to withdraw it. Another administrator has to say the same, or keep it.'
    await requireSecondPerson(tx, everybody, { by: first.by, at: new Date(first.at), own })
  }
}

function changeOf(ctx: Ctx, status: VenueStatus, { outcome, reason }: { outcome: Outcome; reason: string }): Partial<VenueRow> {
  const now = new Date()
  const by = ctx.actor.id
  if (outcome === 'approve') return { status, approved_by: by, approved_at: now, reason }
  if (status === 'withdrawing') return { status, first_word: { by, at: now.toISOString(), reason } }
  if (outcome === 'keep') return { status, first_word: null }
  return { status, decided_by: by, decided_at: now, reason }
}
