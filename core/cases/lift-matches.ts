import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { exceptions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { exceptionEvent } from '../exceptions/present.ts'
import { newId } from '../ids.ts'
import type { Screened, ScreenedMatch, SubjectToScreen } from '../screenings/screen-subject.ts'
import { isStrong } from '../screenings/strong.ts'
import { subjectFactsHash, subjectKey } from '../screenings/subject-key.ts'

const DAY_MS = 86_400_000
const DAYS = 180

/** Two people's word that something may go on. */
export interface Release {
  caseId: string
  author: string
  approver: string
  reason: string
  /** Codes of the rules that held it; only these are lifted. */
  codes: readonly string[]
  /** Whether they had this match before them; only such are set aside. */
  saw: (match: ScreenedMatch) => boolean
}

/**
 * Records every possible match of a subject as a false positive that two people agreed on, so that the next screening, and
 * with it the rules, find it clear. Throws `exception_not_possible` for a listed address or a match as good as certain: no
 * number of people lifts those; and `conflict` for a match that was found only after they looked.
 */
export async function liftMatches(
  tx: Tx,
  ctx: Ctx,
  subject: SubjectToScreen,
  screened: Pick<Screened, 'matches'>,
  release: Release,
): Promise<EventInput[]> {
  const open = screened.matches.filter((match) => match.exception === null)
  if (open.some(isStrong))
    throw new AppError(
      'exception_not_possible',
      'A listed address, or a name whose further facts agree, is never released. Refuse the case; should the list change, it is screened again by itself.',
    )
  if (!open.every(release.saw))
    throw new AppError(
      'conflict',
      'Another entry of a list was found since this was held. Nothing is released unseen: refuse it, and check anew with what is known now.',
    )
  const events: EventInput[] = []
  const at = new Date(ctx.now)
  for (const match of open) {
    const about = inScope(
      exceptions,
      ctx,
      and(
        eq(exceptions.subject_id, subjectKey(ctx, subject)),
        eq(exceptions.entity_id, match.entity_id),
        inArray(exceptions.state, ['proposed', 'active']),
      ),
    )
    const agreed = {
      state: 'active',
      author: release.author,
      reason: release.reason,
      approved_by: release.approver,
      approved_at: at,
      subject_hash: subjectFactsHash(ctx, subject),
      entity_hash: match.entry_hash,
      expires_at: new Date(ctx.now + DAYS * DAY_MS),
    }
    const [known] = await tx.update(exceptions).set(agreed).where(about).returning()
    const [row] = known
      ? [known]
      : await tx
          .insert(exceptions)
          .values({
            id: newId('exception', ctx.now),
            organization_id: ctx.organizationId,
            environment: ctx.environment,
            subject_id: subjectKey(ctx, subject),
            entity_id: match.entity_id,
            entity_name: match.name,
            wallet_address: subject.wallet_address ?? null,
            check_id: release.caseId,
            created_at: at,
            ...agreed,
          })
          .returning()
    events.push(exceptionEvent('exception.created', row!))
  }
  return events
}
