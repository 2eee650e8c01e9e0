import { and, eq, inArray } from 'drizzle-orm'
import type { Author, Sealing } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { appendAudit } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { exceptions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { evidenceAbout, keptEvidence, type ReleaseEvidence, requireEvidence } from '../exceptions/evidence.ts'
import { exceptionEvent } from '../exceptions/present.ts'
import type { Screened, ScreenedMatch, SubjectToScreen } from '../matching/screen-subject.ts'
import { isStrong } from '../matching/strong.ts'
import { subjectFactsHash, subjectKey } from '../matching/subject-key.ts'

const DAY_MS = 86_400_000
const DAYS = 180

/** Two people's word that something may go on. */
export interface Release {
  caseId: string
  author: string
  approver: string
  reason: string
  /** What they stated of an exact or strong name. */
  evidence: ReleaseEvidence | null
  /** Codes of the rules that held it; only these are lifted. */
  codes: readonly string[]
  /** Whether they had this match before them; only such are set aside. */
  saw: (match: ScreenedMatch) => boolean
}

/** Somebody whose matches a release sets aside, with what screening says of them now. */
export interface HeldSubject {
  asked: SubjectToScreen
  screened: Pick<Screened, 'matches'>
}

/** Throws `exception_not_possible` for a listed address or a match as good as certain. */
export function refuseStrong(matches: readonly ScreenedMatch[]): void {
  if (matches.some(isStrong))
    throw new AppError(
      'exception_not_possible',
      'A listed address, or a name whose further facts agree, is never released. Refuse the case; should the list change, it is screened again by itself.',
    )
}

/**
 * Records every possible match of a subject as a false positive that two people agreed on, so that the next screening, and
 * with it the rules, find it clear. An exact or strong name needs evidence, `validation_failed` without. Throws `exception_not_possible` for a listed address or a match as good as certain: no
 * number of people lifts those; and `conflict` for a match that was found only after they looked.
 */
export async function liftMatches(
  tx: Tx,
  ctx: Author & Sealing,
  subject: SubjectToScreen,
  screened: Pick<Screened, 'matches'>,
  release: Release,
): Promise<EventInput[]> {
  const open = screened.matches.filter((match) => match.exception === null)
  refuseStrong(open)
  if (!open.every(release.saw))
    throw new AppError(
      'conflict',
      'Another entry of a list was found since this was held. Nothing is released unseen: refuse it, and check anew with what is known now.',
    )
  requireEvidence(open, subject, evidenceAbout(open, release.evidence))
  const { organizationId, environment, now, db, services } = ctx
  const sealing: Sealing = { organizationId, environment, now, db, services }
  const events: EventInput[] = []
  const at = new Date(now)
  for (const match of open) {
    const about = inScope(
      exceptions,
      sealing,
      and(
        eq(exceptions.subject_id, subjectKey(sealing, subject)),
        eq(exceptions.entity_id, match.entity_id),
        inArray(exceptions.state, ['proposed', 'active']),
      ),
    )
    const [known] = await tx.select({ id: exceptions.id }).from(exceptions).where(about).limit(1)
    const id = known?.id ?? newId('exception', now)
    const agreed = {
      ...(await keptEvidence(tx, sealing, subject, id, evidenceAbout([match], release.evidence))),
      state: 'active' as const,
      author: release.author,
      reason: release.reason,
      approved_by: release.approver,
      approved_at: at,
      subject_hash: subjectFactsHash(sealing, subject),
      entity_hash: match.entry_hash,
      expires_at: new Date(now + DAYS * DAY_MS),
    }
    const [row] = known
      ? await tx.update(exceptions).set(agreed).where(about).returning()
      : await tx
          .insert(exceptions)
          .values({
            id,
            organization_id: organizationId,
            environment,
            subject_id: subjectKey(sealing, subject),
            entity_id: match.entity_id,
            entity_name: match.name,
            wallet_address: subject.wallet_address ?? null,
            check_id: release.caseId,
            created_at: at,
            ...agreed,
          })
          .returning()
    await appendAudit(tx, ctx, [
      {
        action: 'exception_approved',
        category: 'system',
        subject: { type: 'exception', id: row!.id },
        details: {
          entity_id: match.entity_id,
          author: release.author,
          case_id: release.caseId,
          evidence_hash: row!.evidence_hash,
        },
        standing: [`exception:${row!.id}`],
      },
    ])
    events.push(exceptionEvent('exception.created', row!))
  }
  return events
}
