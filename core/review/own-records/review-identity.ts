import { and, eq, inArray } from 'drizzle-orm'
import { recordReview } from '#core/identity/evidence/carry.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import type { Tx } from '#db/connect.ts'
import { documents, persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

const IDENTITY_PAPERS = ['passport', 'id_card', 'drivers_license']

/**
 * What the reviewers of an identity found, as evidence: they saw the papers of the person's account beside what was said. Throws `conflict`
 * where nobody brought any, so that there was nothing to see.
 */
export async function reviewIdentity(
  tx: Tx,
  ctx: Ctx,
  investor: InvestorRow,
  word: { caseId: string; author: string; approver: string },
): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  const person = (await findScoped(tx, persons, ctx, investor.person_id))!
  const identity = await ctx.world.identity.of(tx, ctx, { personId: person.id, shownFor: investor.id, played: null })
  if (identity.status === 'verified') return { audit: [], events: [] }
  const papers = await papersOf(tx, investor)
  if (!papers.length)
    throw new AppError('conflict', 'No passport, identity card or driver’s licence was brought, so nothing shows who this is. Ask for one.')
  const { full_name, date_of_birth, country } = await openPerson(tx, ctx, person)
  return recordReview(tx, ctx, person, {
    papers,
    level: 'enhanced',
    read: { full_name, ...(date_of_birth && { date_of_birth }), ...(country && { country }) },
    reviewer: word.author,
    second: word.approver === word.author ? null : word.approver,
    caseId: word.caseId,
    investorId: investor.id,
  })
}

/** Digests of the papers of the person's account that show who somebody is and were not refused. */
async function papersOf(tx: Tx, { user_id }: InvestorRow): Promise<string[]> {
  if (!user_id) return []
  const rows = await tx
    .select({ sha256: documents.sha256 })
    .from(documents)
    .where(
      and(
        eq(documents.owner_type, 'user'),
        eq(documents.owner_id, user_id),
        inArray(documents.kind, IDENTITY_PAPERS),
        inArray(documents.status, ['uploaded', 'accepted']),
      ),
    )
  return rows.map(({ sha256 }) => sha256)
}
