import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { memberJoinedMail } from '#core/kernel/mails/member-mails.ts'
import { readMember } from '#core/kernel/members.ts'
import { emailHash, mailAddresses, openUser } from '#core/kernel/people.ts'
import { coversRole, memberMay, roleInWords } from '#core/kernel/permissions.ts'
import { noteRefused } from '#core/record/log/note-refusal.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { memberInvitations, organizationRoles, organizations, users } from '#db/schema.ts'
import { activeMembership, enterOrganization } from './enter.ts'
import { invitationOf, statusOfInvitation } from './invite.ts'
import { lockOrganization, readRole } from './role.ts'
import { chooseWithin } from './work-in.ts'

const link = z.strictObject({ token: z.string().min(1).max(100) })

type Invitation = NonNullable<Awaited<ReturnType<typeof invitationOf>>>

/** Why a link does nothing, each in its words; null where it is good. */
function problemOf(row: Invitation | null): string | null {
  if (!row) return 'This link is not one of ours, or not all of it was opened. Copy it whole from the mail.'
  const status = statusOfInvitation(row)
  if (status === 'accepted') return 'This invitation was accepted already. Sign in, and choose the organisation in the account menu.'
  if (status === 'revoked') return 'This invitation was withdrawn. Ask the organisation for another.'
  if (status === 'awaiting_second')
    return 'This invitation waits for another person of the organisation to agree. Open the link of the mail then.'
  if (status === 'expired') return 'This invitation has expired: it was good for seven days. Ask the organisation for another.'
  return null
}

/** What the page of an invitation shows. */
export interface JoinPage {
  /** Why it cannot be accepted; then nothing else is told. */
  problem: string | null
  organization: string | null
  role: string | null
  expires_at: string | null
  /** Whether the signed-in person is the one invited; null where nobody is signed in. */
  yours: boolean | null
}

/** The invitation of a link, for whoever has it. */
export const readInvitation = definePageVerb({
  name: 'members.read_invitation',
  permission: null,
  input: link,
  run: async ({ ctx, input }): Promise<JoinPage> => {
    const row = await invitationOf(ctx.db, input.token)
    const problem = problemOf(row)
    if (problem || !row) return { problem, organization: null, role: null, expires_at: null, yours: null }
    const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, row.organization_id)).limit(1)
    const [own] = row.role_id
      ? await ctx.db.select({ name: organizationRoles.name }).from(organizationRoles).where(eq(organizationRoles.id, row.role_id)).limit(1)
      : []
    return {
      problem: null,
      organization: organization?.name ?? 'An organisation',
      role: own?.name ?? roleInWords(row.role),
      expires_at: row.expires_at.toISOString(),
      yours: ctx.actor.type === 'user' ? emailHash(ctx.services, ctx.actor.email) === row.email_hash : null,
    }
  },
})

/**
 * Makes the signed-in person a member by the link of an invitation to their address, and lets them work there. Throws `link_invalid`
 * for one that is not good, `forbidden` for that of another address, and `already_exists` for a member.
 */
export const acceptInvitation = definePageVerb({
  name: 'members.accept_invitation',
  permission: 'account.write',
  input: link,
  run: async ({ ctx: base, input }): Promise<{ organization_id: string; role: string }> => {
    const { actor } = base
    if (actor.type !== 'user' || actor.byKey) throw new AppError('forbidden', 'A person accepts an invitation, signed in.')
    const found = await invitationOf(base.db, input.token)
    if (!found) throw await refused(base, 'unknown', problemOf(null)!)
    const ctx = withTenant(base, found.organization_id, 'production')
    const problem = problemOf(found)
    if (problem) throw await refused(ctx, statusOfInvitation(found), problem, found.id)
    if (emailHash(ctx.services, actor.email) !== found.email_hash) {
      await refused(ctx, 'another_address', '', found.id)
      throw new AppError(
        'forbidden',
        'This invitation was sent to another address. Sign in with that one, or ask for an invitation to yours.',
      )
    }
    try {
      return await join(ctx, actor, found.organization_id, input.token)
    } catch (error) {
      if (error instanceof AppError && error.code === 'already_exists') await refused(ctx, 'member_already', '', found.id)
      throw error
    }
  },
})

/** A link that is no good leaves a word in the log, and of a token that is nobody's nothing but that. */
async function refused(ctx: Ctx, why: string, words: string, id?: string): Promise<AppError> {
  await noteRefused(ctx, 'stranger', `invitation:${ctx.actor.id}:${id ?? ''}:${why}`, {
    action: 'member_invitation_refused',
    category: 'user',
    ...(id && { subject: { type: 'member_invitation', id } }),
    details: { why },
  })
  return new AppError('link_invalid', words)
}

type Person = Ctx['actor'] & { type: 'user' }
type Entered = Awaited<ReturnType<typeof enterOrganization>>

/** Makes the membership, and says what is told of it. The invitation is read anew, held: of two who open its link at once one joins. */
async function join(ctx: Ctx, actor: Person, organizationId: string, token: string): Promise<{ organization_id: string; role: string }> {
  return write(ctx, async (tx) => {
    const organization = await lockOrganization(tx, organizationId)
    const row = await invitationOf(tx, token, true)
    const late = problemOf(row)
    if (late || !row) throw new AppError('link_invalid', late ?? problemOf(null)!)
    await requireStillGiven(tx, row)
    if (await activeMembership(tx, row.organization_id, actor.id))
      throw new AppError('already_exists', 'You are a member of this organisation already.')
    const entered = await enterOrganization(
      tx,
      { organizationId },
      {
        userId: actor.id,
        role: row,
        came: 'invited',
        by: [row.invited_by, ...(row.agreed_by ? [row.agreed_by] : [])],
        invited: { by: row.invited_by, id: row.id },
      },
    )
    await tx
      .update(memberInvitations)
      .set({ accepted_at: new Date(), accepted_by: actor.id, email_hash: null, email_sealed: null })
      .where(eq(memberInvitations.id, row.id))
    await chooseWithin(tx, actor, row.organization_id)
    return toldOf(tx, ctx, actor, row, organization.name, entered)
  })
}

/** Whoever invited still may: a role given up or taken away is not had again by a link of before. Throws `link_invalid`. */
async function requireStillGiven(tx: Tx, row: Invitation): Promise<void> {
  const by = await readMember(tx, row.invited_by, row.organization_id)
  const role = await readRole(tx, row.organization_id, row)
  if (by && memberMay(by, 'members.write') && coversRole(by, role)) return
  throw new AppError('link_invalid', 'Whoever sent this invitation may not give this role any more. Ask the organisation for another.')
}

/** What is said of somebody who has joined. */
async function toldOf(tx: Tx, ctx: Ctx, actor: Person, row: Invitation, organization: string, entered: Entered) {
  const [own] = row.role_id
    ? await tx.select({ name: organizationRoles.name }).from(organizationRoles).where(eq(organizationRoles.id, row.role_id)).limit(1)
    : []
  const role = own?.name ?? roleInWords(row.role)
  const [person] = await tx.select().from(users).where(eq(users.id, actor.id)).limit(1)
  const names = await openUser(tx, ctx.services, person!)
  const inviter = (await mailAddresses(tx, ctx.services, [row.invited_by])).get(row.invited_by)
  const { publicUrl } = ctx.services.config
  return {
    result: { organization_id: row.organization_id, role },
    audit: entered.audit,
    events: [entered.event],
    mails: inviter ? [memberJoinedMail({ to: inviter, organization, who: `${names.first_name} ${names.last_name}`, role, publicUrl })] : [],
  }
}
