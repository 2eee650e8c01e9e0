import { and, eq, inArray } from 'drizzle-orm'
import { recordReview } from '#core/identity/evidence/carry.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import type { DocumentShown, Reviewed } from '#core/identity/reviews/data.ts'
import { anyDiffers, differencesOf } from '#core/identity/reviews/differences.ts'
import { reviewPolicy } from '#core/identity/sessions/policy.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, requireFields } from '#core/kernel/errors.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import type { Tx } from '#db/connect.ts'
import { documents, persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

const IDENTITY_PAPERS = ['passport', 'id_card', 'drivers_license']

/**
 * What the reviewers of an identity found, as evidence: they saw the papers of the person's account beside what was said, and what counts is
 * what they read there, until the document ends or the policy of the tenant does. Throws `conflict` where nobody brought any papers, so that
 * there was nothing to see, or the document is over; `validation_failed` where they do not say what it shows, that it differs, or that it
 * counts for somebody else.
 */
export async function reviewIdentity(
  tx: Tx,
  ctx: Ctx,
  investor: InvestorRow,
  word: { caseId: string; author: string; approver: string; document?: DocumentShown | undefined; reviewed?: Reviewed | null | undefined },
): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  const person = (await findScoped(tx, persons, ctx, investor.person_id))!
  const identity = await ctx.world.identity.of(tx, ctx, { personId: person.id, shownFor: investor.id, played: null })
  if (identity.status === 'verified') return { audit: [], events: [] }
  const papers = await papersOf(tx, investor)
  if (!papers.length)
    throw new AppError('conflict', 'No passport, identity card or driver’s licence was brought, so nothing shows who this is. Ask for one.')
  const shown = requireShown(ctx, word.document)
  const { number: _, ...said } = shown
  const typed = { ...said, kind: 'passport' as const, number: shown.number ?? '', expires_on: undefined }
  if (anyDiffers(differencesOf(await openPerson(tx, ctx, person), typed, null)) && !word.reviewed?.differences_seen)
    throw invalidField(
      '/identity/differences_seen',
      'required',
      'The document shows another name or birth date than was said. Say that you compared them and that it is one person, or refuse.',
    )
  return recordReview(tx, ctx, person, {
    papers,
    level: 'enhanced',
    read: shown.number === null ? said : shown,
    document: { expires_on: shown.expires_on, numbered: shown.number !== null },
    days: (await reviewPolicy(tx, ctx)).days,
    reviewer: word.author,
    second: word.approver === word.author ? null : word.approver,
    caseId: word.caseId,
    investorId: investor.id,
    otherHolderCompared: word.reviewed?.other_holder_compared ?? false,
  })
}

/** What the document shows, whole: nothing of it is taken from what was said. */
function requireShown(ctx: Ctx, document: DocumentShown | undefined) {
  requireFields({ document: !document && 'Say what the document shows: name, birth date, who issued it, and its last day.' })
  const { full_name, date_of_birth, issuing_country, expires_on, number } = document!
  if (full_name === undefined || date_of_birth === undefined || issuing_country === undefined || expires_on === undefined)
    throw invalidField(
      '/document',
      'required',
      'Say the name, the birth date, who issued it, and its last day: null where none is printed.',
    )
  requireNumber(number)
  if (expires_on && endOfDay(expires_on) <= ctx.now)
    throw new AppError('conflict', 'The document has expired, so it shows nothing of today. Refuse it, or ask for another one.')
  return { full_name, date_of_birth, issuing_country, expires_on, number }
}

/** Of a document that is read its number is said, or that none can be read. */
export function requireNumber(number: DocumentShown['number']): asserts number is string | null {
  if (number === undefined)
    throw invalidField(
      '/document/number',
      'required',
      'Type its number, by which one document shown for two people is found; say so where none can be read: null.',
    )
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
