import type { Approval } from '#core/access/second-person/approval.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { isAsked } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { evidenceAbout, needsEvidence, openEvidence, type ReleaseEvidence, requireEvidenceOf } from '#core/screening/exceptions/evidence.ts'
import { refuseStrong } from '#core/screening/holds/lift-matches.ts'
import { type ScreenedMatch, type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { heldSubjects, openSubject } from './evidence.ts'

/** What a release sets aside, of whom, and the evidence it rests on. */
export interface Releasable {
  /** Of a held act the release sets aside what the two had before them when it takes effect, so none are named. */
  entities: string[]
  subject: SubjectToScreen | null
  evidence: ReleaseEvidence | null
}

/**
 * The entries a release would set aside: every match that makes this subject a possible match now. Throws
 * `exception_not_possible` for a listed address or a match as good as certain, or when whom it is about was erased;
 * `validation_failed` when an exact or strong name is to be released without evidence.
 */
export async function releasable(tenant: Ctx, row: CaseRow, evidence: ReleaseEvidence | null): Promise<Releasable> {
  const { held, one } = await openMatches(tenant, row)
  const stated = requireEvidenceOf(held, evidence)
  const first = held.find(({ matches }) => matches.some(needsEvidence))
  return { entities: one ? entitiesOf(held) : [], subject: one ? held[0]!.subject : (first?.subject ?? null), evidence: stated }
}

/** The same once another proposed it: what both saw is what takes effect, or nothing does. Throws `conflict` for a new match. */
export async function stillReleasable(tenant: Ctx, row: CaseRow, first: Approval): Promise<Releasable> {
  const { held, one } = await openMatches(tenant, row)
  const evidence = await openEvidence(tenant.db, tenant, row.id, first.evidence ?? null)
  if (one && entitiesOf(held).some((id) => !first.entities.includes(id)))
    throw new AppError('conflict', 'A list changed since the release was proposed: there are new matches. Send it back and look again.')
  const matches = held.flatMap((each) => each.matches)
  requireEvidenceOf(held, evidenceAbout(matches, evidence))
  return { entities: first.entities, subject: null, evidence }
}

interface Held {
  subject: SubjectToScreen
  matches: ScreenedMatch[]
}
const entitiesOf = (held: Held[]) => held.flatMap(({ matches }) => matches.map((match) => match.entity_id)).sort()

/** Everybody a case is about with what is found of them now and not set aside yet; `one` where it is about one subject. */
async function openMatches(tenant: Ctx, row: CaseRow): Promise<{ held: Held[]; one: boolean }> {
  if (isAsked(row.kind)) return { held: [], one: false }
  const { subject, erased } = await openSubject(tenant, row)
  const asked = subject ? [{ asked: subject, screened: await screenSubject(tenant.db, tenant, subject) }] : await heldSubjects(tenant, row)
  if (!asked.length && (row.kind === 'sanctions_match' || erased))
    throw new AppError(
      'exception_not_possible',
      'Whom this is about was erased, so nothing can be compared. Confirm the match or wait for a new check.',
    )
  const held = asked.map(({ asked, screened }) => ({ subject: asked, matches: screened.matches.filter((m) => m.exception === null) }))
  refuseStrong(subject ? asked[0]!.screened.matches : held.flatMap(({ matches }) => matches))
  return { held, one: subject !== null }
}
