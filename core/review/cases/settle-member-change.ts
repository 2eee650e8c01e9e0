import { and, eq, isNull } from 'drizzle-orm'
import { keyCache } from '#core/access/api-keys/authenticate.ts'
import { BY_TWO, type MemberChange, requireTwoLeft } from '#core/access/members/by-two.ts'
import { settleRole } from '#core/access/members/change.ts'
import { settleEntry } from '#core/access/members/enter-by-two.ts'
import { sendInvitation } from '#core/access/members/invite.ts'
import { lockOrganization, type RoleHere } from '#core/access/members/role.ts'
import { keepWords } from '#core/access/tenant/contracts.ts'
import { beginEnding } from '#core/access/tenant/ending.ts'
import { factsNow } from '#core/access/tenant/four-eyes.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { readMember } from '#core/kernel/members.ts'
import { coversRole, type Member, memberMay, requireCovers } from '#core/kernel/permissions.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { memberInvitations } from '#db/schema.ts'
import { hashOf } from '#engine/canonical.ts'

interface Effect {
  what: string
  audit: AuditInput[]
  events: EventInput[]
}

/**
 * The second person's word on a change of members, within the transaction that decides its case. Both people must be able to make the
 * change at this time, each by their own role as it is now. Throws `second_person_required` for somebody else, `forbidden` for a role
 * that may more than either, and `conflict` where what was asked for is not there any more.
 */
export async function settleMemberChange(tx: Tx, ctx: Ctx, row: CaseRow, word: AskedAnswer): Promise<Effect> {
  const asked = row.details as unknown as MemberChange & { asked_by: string }
  if (word.outcome === 'refuse') {
    if (asked.change === 'invite') await dropInvitation(tx, row.subject_id, ctx.actor.id)
    return { what: 'as before', audit: [], events: [] }
  }
  const { actor } = ctx
  const mine = actor.type === 'user' && !actor.byKey && actor.organizationId === row.organization_id ? actor.member : null
  if (!memberMay(mine, 'members.write'))
    throw new AppError(
      'second_person_required',
      'A member of this organisation who may change its members agrees, signed in and working in it.',
    )
  await lockOrganization(tx, row.organization_id)
  const first = await readMember(tx, asked.asked_by, row.organization_id)
  if (!memberMay(first, 'members.write'))
    throw new AppError(
      'conflict',
      asked.change === 'enter'
        ? 'Whoever set up the sign-on, the directory or the role of the group may not change members any more. Refuse it, and set that up anew.'
        : 'Whoever asked for this may not change members any more. Refuse it, and ask again if it is still wanted.',
    )
  const given = {
    ...{ by: [asked.asked_by, actor.id], caseId: row.id },
    requireBoth: (role: RoleHere) => requireBoth(ctx, first!, role),
  }
  if (asked.change === 'end') return settleEnd(tx, ctx, row, { first, second: mine, askedBy: asked.asked_by })
  if (asked.change === 'enter') return settleEntry(tx, ctx, row.subject_id, asked, given)
  if (asked.change === 'invite') return sendInvitation(tx, ctx, row.subject_id, given)
  if (asked.change === 'role') {
    const done = await settleRole(tx, ctx, row.subject_id, asked, given)
    await requireTwoLeft(tx, row.organization_id)
    return done
  }
  // One that was asked for by an older process is about this rule alone.
  const { values = { [BY_TWO]: null }, before = { [BY_TWO]: true } } = asked
  const now = await factsNow(tx, ctx)
  // What was said meanwhile, a key that was taken back for one, is not undone by an older request.
  if (Object.keys(values).some((fact) => hashOf(now[fact] ?? null) !== hashOf(before[fact] ?? null)))
    throw new AppError('conflict', 'Another word on this was said since it was asked for. Refuse it, and ask again if it is still wanted.')
  await keepWords(tx, ctx, values, { as: 'tenant', by: asked.asked_by, note: asked.note })
  return {
    what: 'ended',
    audit: [
      {
        action: 'tenant_facts_stated',
        category: 'system',
        subject: { type: 'organization', id: row.organization_id },
        details: {
          facts: Object.keys(values),
          sha256: hashOf(values),
          asked_by: asked.asked_by,
          countersigned_by: actor.id,
          case_id: row.id,
        },
        standing: [`organization:${row.organization_id}`],
      },
    ],
    // As with every fact of an organisation: whoever asks for it reads it.
    events: [],
  }
}

/** Two owners delete the organisation: from now on its 30 days run. */
async function settleEnd(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  { first, second, askedBy }: { first: Member | null; second: Member | null; askedBy: string },
): Promise<Effect> {
  if (!memberMay(second, 'organization.own'))
    throw new AppError('second_person_required', 'Another owner of this organisation agrees to its deletion.')
  if (!memberMay(first, 'organization.own'))
    throw new AppError('conflict', 'Whoever asked for this is no owner any more. Refuse it, and ask again if it is still wanted.')
  const { audit, events } = await beginEnding(tx, ctx, askedBy)
  keyCache.dropOfOrganization(row.organization_id)
  const both = { asked_by: askedBy, agreed_by: ctx.actor.id, case_id: row.id }
  return { what: 'about to be deleted', audit: [{ ...audit, details: { ...audit.details, ...both } }], events }
}

function requireBoth(ctx: Ctx, first: Member, role: RoleHere): void {
  requireCovers(ctx, role)
  if (!coversRole(first, role))
    throw new AppError('conflict', `Whoever asked for this may not give the role ${role.name} any more. Refuse it, and ask again.`)
}

async function dropInvitation(tx: Tx, id: string, by: string): Promise<void> {
  await tx
    .update(memberInvitations)
    .set({ revoked_at: new Date(), revoked_by: by, email_hash: null, email_sealed: null })
    .where(and(eq(memberInvitations.id, id), isNull(memberInvitations.accepted_at), isNull(memberInvitations.revoked_at)))
}
