import type { Approval } from '#core/access/second-person/approval.ts'
import { isOperator, sameActor } from '#core/access/second-person/scope.ts'
import { requireSecondPerson } from '#core/access/second-person/second-person.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { CANCELLATION } from '#core/securities/offerings/cancel.ts'
import { TERMS } from '#core/securities/offerings/commercial-terms.ts'
import { IDENTITY_APPEAL, requireOtherDecider } from '../appeals/appeal.ts'
import { isIdentityCase } from './case.ts'

interface Given {
  outcome: Approval['outcome']
  /** The word of the first of two people, where it waits for the second. */
  first: Approval | null
  /** The word of the second, where it is against the first and waits for a third. */
  against: Approval | null
}

/**
 * Whether this person may give this word on a case: nobody decides about themselves, what they asked for or sent, or twice. Says whether the
 * act is one that two sides agree on. Throws `second_person_required`.
 */
export async function requireMayDecide(tenant: Ctx, row: CaseRow, { outcome, first, against }: Given): Promise<boolean> {
  const { actor, db } = tenant
  const releases = outcome === 'release'
  // A change for a member is no secret from them.
  if (typeof row.details.user_id === 'string' && (await sameActor(db, tenant.world, row.details.user_id, actor.id)))
    throw new AppError('second_person_required', 'Nobody decides about themselves.')
  await refuseSender(tenant, row, releases)
  await requireOtherDecider(db, tenant, row)
  const platform = row.kind === TERMS || row.details.platform === true
  if (platform && !isOperator(tenant) && !tenant.world.people.playedByOne)
    throw new AppError('second_person_required', 'This is for Sealwright: one of its administrators answers it.')
  const asked = platform || row.kind === CANCELLATION
  if (asked) await refuseAsker(tenant, row, releases)
  if (against) await refuseContradictor(tenant, against)
  // Whoever accepted may be convinced by who did not: that lets nothing pass.
  if (first && !(against && outcome === 'refuse')) await refuseProposer(tenant, first, releases)
  return asked
}

/**
 * Who brought figures and documents does not confirm them, nor does whoever opened the session in which somebody showed who they are; and
 * neither does somebody whom they, or who brought them in, made for it. Refusing takes another person too, but no older one.
 */
async function refuseSender(tenant: Ctx, row: CaseRow, releases: boolean): Promise<void> {
  const { sent_by, opened_by } = row.details
  const { db, world, actor } = tenant
  // In the sandbox one developer tries both sides.
  const ofSession = isIdentityCase(row.kind) || row.kind === IDENTITY_APPEAL
  const by = sent_by ?? (ofSession && !world.people.playedByOne ? opened_by : null)
  if (typeof by !== 'string') return
  const own = sent_by
    ? 'You sent this. Another person has to read it.'
    : 'You opened this session. Another person has to look at what was shown.'
  if (releases) await requireSecondPerson(db, tenant, { by, at: row.created_at, waits: true, own })
  else if (await sameActor(db, world, by, actor.id)) throw new AppError('second_person_required', own)
}

/**
 * What one asks, another answers; in the sandbox, where one developer tries both sides, another key does. Agreeing takes
 * somebody who had their role before it was asked; refusing does not, so that there is always a way on.
 */
async function refuseAsker(tenant: Ctx, row: CaseRow, agrees: boolean): Promise<void> {
  const own = 'You asked for this. Another person answers it.'
  await requireSecondPerson(tenant.db, tenant, { by: String(row.details.asked_by), at: agrees ? row.created_at : null, own })
}

/**
 * Whoever proposed a release has no second word on it, by whichever key of theirs, nor has somebody they made for it: the latter may
 * still refuse. Throws `second_person_required`.
 */
async function refuseProposer(tenant: Ctx, first: Approval, confirms: boolean): Promise<void> {
  const own = 'You proposed this release. Another person has to agree before it takes effect.'
  if (confirms) await requireSecondPerson(tenant.db, tenant, { by: first.by, at: new Date(first.at), own })
  else if (await sameActor(tenant.db, tenant.world, first.by, tenant.actor.id)) throw new AppError('second_person_required', own)
}

/** Who refused what another person had accepted has said it: a third person decides, or the one who had accepted agrees. */
async function refuseContradictor({ db, world, actor }: Ctx, against: Approval): Promise<void> {
  if (await sameActor(db, world, against.by, actor.id))
    throw new AppError('second_person_required', 'You refused this. A third person decides, or whoever had accepted it agrees with you.')
}
