import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { memberInvitedMail } from '#core/kernel/mails/member-mails.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { readMember } from '#core/kernel/members.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { emailHash, findByEmail } from '#core/kernel/people.ts'
import { requireCovers, roleInWords } from '#core/kernel/permissions.ts'
import { openOrNull, PLATFORM_KEY, prepareValues, sealValue } from '#core/kernel/sealed.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { databaseLimits } from '#core/record/rate-limits/store.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { memberInvitations, organizationRoles, organizations } from '#db/schema.ts'
import { personBehind } from '../api-keys/maker.ts'
import { askMemberChange, closeMemberChange, takesTwo } from './by-two.ts'
import { activeMembership } from './enter.ts'
import { lockOrganization, ofOrganization, type RoleHere, readRole, requireProof } from './role.ts'
import { type MemberInvitationView, memberInvitation, memberInvitationAnswer, roleGiven } from './shape.ts'

type Row = typeof memberInvitations.$inferSelect
const DAYS = 7
const DAY_MS = 86_400_000
/** Invitations a day of one organisation, and to one address from whoever. */
const SENT = 100
const RECEIVED = 10

const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
const addressContext = (id: string) => `member_invitations.email:${id}`

const statusOf = (row: Row): MemberInvitationView['status'] =>
  row.accepted_at
    ? 'accepted'
    : row.revoked_at
      ? 'revoked'
      : row.expires_at.getTime() <= Date.now()
        ? 'expired'
        : row.waits_for
          ? 'awaiting_second'
          : 'open'

async function present(ctx: Pick<Ctx, 'db' | 'services'>, row: Row, own: string | null): Promise<MemberInvitationView> {
  return {
    object: 'member_invitation',
    id: row.id,
    email: await openOrNull(ctx.db, ctx.services, addressContext(row.id), row.email_sealed),
    role: row.role,
    role_id: row.role_id,
    role_name: own ?? roleInWords(row.role),
    status: statusOf(row),
    invited_by: row.invited_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

const inviteInput = z.strictObject({
  email: z
    .email('Please enter a valid email address')
    .max(255)
    .meta({ description: 'Where the link is sent; who accepts signs in with it' }),
  ...roleGiven,
})

/**
 * Asks somebody to join the organisation: a mail with a link that works once, for seven days, for whoever signs in with that address.
 * Where changes of members take two people, the address is kept sealed and the mail is sent once the second agreed.
 * Throws `already_exists` for a member and while an invitation to the address is open, `forbidden` for a role that may more than the
 * caller, and `rate_limited` past the day's number.
 */
export const inviteMember = defineVerb({
  name: 'members.invite',
  permission: 'members.write',
  input: inviteInput,
  noted: ['already_exists', 'forbidden'],
  output: memberInvitationAnswer,
  run: async ({ ctx: base, input }) => {
    requireProof(base)
    const ctx = ofOrganization(base)
    const email = input.email.trim().normalize('NFC').toLowerCase()
    const hash = emailHash(ctx.services, email)
    const by = await personBehind(ctx)
    const known = await findByEmail(ctx.db, ctx.services, email)
    const token = randomBytes(32).toString('base64url')
    // no event: where it waits, that of its case.
    return write(ctx, async (tx) => {
      const organization = await lockOrganization(tx, ctx.organizationId)
      const role = await readRole(tx, ctx.organizationId, input)
      requireCovers(ctx, role)
      await refuseKnown(tx, ctx, hash, known?.id ?? null)
      await takeOne(ctx, hash)
      const id = newId('member_invitation')
      const until = new Date(Date.now() + DAYS * DAY_MS)
      const held = { role: role.role, role_id: role.role_id }
      const waits = (await takesTwo(tx, ctx.organizationId))
        ? await askMemberChange(tx, ctx, {
            subject: { type: 'member_invitation', id },
            summary: `Somebody is to be invited as ${role.name}`,
            change: { change: 'invite', ...held },
            askedBy: by.id,
          })
        : null
      const [row] = await tx
        .insert(memberInvitations)
        .values({
          id,
          organization_id: ctx.organizationId,
          email_hash: hash,
          email_sealed: await sealValue(tx, ctx.services, PLATFORM_KEY, addressContext(id), email),
          ...held,
          // While it waits, of a token that nobody has.
          token_hash: tokenHash(token),
          waits_for: waits?.case_id ?? null,
          invited_by: by.id,
          expires_at: until,
        })
        .returning()
      const result = {
        success: true as const,
        ...(await present({ ...ctx, db: tx as never }, row!, role.role_id ? role.name : null)),
        second_person: waits,
      }
      const subject = { type: 'member_invitation', id }
      if (waits)
        return {
          result,
          audit: { action: 'member_invitation_asked', category: 'user', subject, details: { ...held, case_id: waits.case_id } },
        }
      return { result, ...(await sent(tx, ctx, row!, { email, role: role.name, organization: organization.name, token, known })) }
    })
  },
})

/** What is said of an invitation whose link is sent now. */
async function sent(
  tx: Tx,
  ctx: Ctx,
  row: Row,
  to: { email: string; role: string; organization: string; token: string; known: { id: string } | null },
) {
  if (to.known)
    await notify(tx, ctx, {
      userId: to.known.id,
      title: `${to.organization} invites you to work with it`,
      body: `As ${to.role}. The link is in the mail we sent you.`,
    })
  const { publicUrl } = ctx.services.config
  const held = { role: row.role, role_id: row.role_id }
  const until = row.expires_at
  return {
    audit: {
      action: 'member_invited',
      category: 'user' as const,
      subject: { type: 'member_invitation', id: row.id },
      details: { ...held, invited_by: row.invited_by },
    },
    events: [
      {
        type: 'member.invited' as const,
        resource: { type: 'member_invitation', id: row.id },
        object: { invitation: { id: row.id, ...held, expires_at: until.toISOString() } },
      },
    ],
    mails: [
      memberInvitedMail({
        to: to.email,
        organization: to.organization,
        role: to.role,
        until,
        link: `${publicUrl}/join/${to.token}`,
        publicUrl,
      }),
    ],
  }
}

/** Sends the link of an invitation that waited, once a second person has agreed: from then on it is good for seven days. */
export async function sendInvitation(
  tx: Tx,
  ctx: Ctx,
  id: string,
  given: { by: string[]; caseId: string; requireBoth: (role: RoleHere) => void },
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const [row] = await tx
    .select()
    .from(memberInvitations)
    .where(and(eq(memberInvitations.id, id), eq(memberInvitations.organization_id, ctx.organizationId)))
    .for('update')
    .limit(1)
  const email = row && statusOf(row) === 'awaiting_second' ? await openOrNull(tx, ctx.services, addressContext(id), row.email_sealed) : null
  if (!row || !email)
    throw new AppError('conflict', 'This invitation was withdrawn or has expired. Refuse it, and ask again if it is still wanted.')
  const role = await readRole(tx, ctx.organizationId, row)
  given.requireBoth(role)
  const known = await findByEmail(tx, ctx.services, email)
  if (known && (await readMember(tx, known.id, ctx.organizationId)))
    throw new AppError('conflict', 'This person is a member already. Refuse it, and change their role instead.')
  const [organization] = await tx.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const token = randomBytes(32).toString('base64url')
  const [now] = await tx
    .update(memberInvitations)
    .set({ waits_for: null, agreed_by: given.by.at(-1)!, token_hash: tokenHash(token), expires_at: new Date(Date.now() + DAYS * DAY_MS) })
    .where(eq(memberInvitations.id, id))
    .returning()
  const said = await sent(tx, ctx, now!, { email, role: role.name, organization: organization!.name, token, known })
  await queueMails(tx, ctx.services, said.mails)
  const audit = { ...said.audit, details: { ...said.audit.details, given_by: given.by, case_id: given.caseId } }
  return { what: 'invited', audit: [audit], events: said.events }
}

async function refuseKnown(tx: Tx, ctx: Ctx, hash: string, userId: string | null): Promise<void> {
  const member = userId && (await activeMembership(tx, ctx.organizationId, userId))
  if (member)
    throw new AppError('already_exists', 'This person is a member already. Change their role instead.', {
      extra: { existing_id: member.id },
    })
  const [open] = await tx
    .select()
    .from(memberInvitations)
    .where(
      and(
        eq(memberInvitations.organization_id, ctx.organizationId),
        eq(memberInvitations.email_hash, hash),
        isNull(memberInvitations.accepted_at),
        isNull(memberInvitations.revoked_at),
      ),
    )
    .limit(1)
  if (open && ['open', 'awaiting_second'].includes(statusOf(open)))
    throw new AppError('already_exists', 'This address is invited already. Revoke that invitation to send another.', {
      extra: { existing_id: open.id },
    })
  // One that has expired makes way.
  if (open) {
    if (open.waits_for) await closeMemberChange(tx, ctx, open.id)
    await tx
      .update(memberInvitations)
      .set({ revoked_at: new Date(), revoked_by: 'expired', email_hash: null, email_sealed: null })
      .where(eq(memberInvitations.id, open.id))
  }
}

async function takeOne(ctx: Ctx, hash: string): Promise<void> {
  const limits = databaseLimits(ctx.services.connection)
  for (const [key, burst] of [
    [`member-invitations:${ctx.organizationId}`, SENT],
    [`member-invited:${hash}`, RECEIVED],
  ] as const)
    if ((await limits.take(key, { name: 'member-invitations', rate: burst / 86_400, burst }, 1)) === null)
      throw new AppError('rate_limited', `An organisation invites ${SENT} people a day, and few times one address. Try again later.`, {
        extra: { headers: { 'retry-after': '3600' } },
      })
}

/** Whom the organisation asked to join, newest first. */
export const listMemberInvitations = defineVerb({
  name: 'members.list_invitations',
  permission: 'members.read',
  input: z.strictObject(pageQuery),
  output: listOf(memberInvitation),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'member_invitations', input.cursor)
    const rows = await ctx.db
      .select({ invitation: memberInvitations, own: organizationRoles.name })
      .from(memberInvitations)
      .leftJoin(organizationRoles, eq(organizationRoles.id, memberInvitations.role_id))
      .where(
        and(eq(memberInvitations.organization_id, ctx.organizationId), after ? lt(memberInvitations.id, after[0] as string) : undefined),
      )
      .orderBy(desc(memberInvitations.id))
      .limit(input.limit + 1)
    const page = pageOf(
      ctx,
      'member_invitations',
      rows,
      input.limit,
      (row) => row,
      ({ invitation }) => [invitation.id],
    )
    await prepareValues(
      ctx.db,
      ctx.services,
      page.data.map(({ invitation }) => invitation.email_sealed),
    )
    return {
      success: true as const,
      ...page,
      data: await Promise.all(page.data.map(({ invitation, own }) => present(ctx, invitation, own))),
    }
  },
})

/** Takes back an invitation that nobody accepted yet: its link does nothing from now on. Throws `not_found`, `invalid_transition`. */
export const revokeMemberInvitation = defineVerb({
  name: 'members.revoke_invitation',
  permission: 'members.write',
  input: byId('Id of the invitation'),
  output: z.object({ success: z.literal(true), object: z.literal('member_invitation'), id: z.string(), status: z.literal('revoked') }),
  run: async ({ ctx: base, input }) => {
    const ctx = ofOrganization(base)
    const by = await personBehind(ctx)
    // no event: whoever took it back knows.
    return write(ctx, async (tx) => {
      const [row] = await tx
        .select()
        .from(memberInvitations)
        .where(and(eq(memberInvitations.id, input.id), eq(memberInvitations.organization_id, ctx.organizationId)))
        .for('update')
        .limit(1)
      if (!row) throw notFound()
      if (row.accepted_at) throw new AppError('invalid_transition', 'This invitation was accepted. Remove the member instead.')
      if (!row.revoked_at) {
        if (row.waits_for) await closeMemberChange(tx, ctx, row.id)
        await tx
          .update(memberInvitations)
          .set({ revoked_at: new Date(), revoked_by: by.id, email_hash: null, email_sealed: null })
          .where(eq(memberInvitations.id, row.id))
      }
      return {
        result: { success: true as const, object: 'member_invitation' as const, id: row.id, status: 'revoked' as const },
        audit: { action: 'member_invitation_revoked', category: 'user', subject: { type: 'member_invitation', id: row.id } },
      }
    })
  },
})

/** The invitation a link belongs to, held where it is to be accepted. Null for a link of nobody. */
export async function invitationOf(db: Tx | Ctx['db'], token: string, hold = false): Promise<Row | null> {
  const asked = db
    .select()
    .from(memberInvitations)
    .where(eq(memberInvitations.token_hash, tokenHash(token)))
    .limit(1)
  const [row] = hold ? await asked.for('update') : await asked
  return row ?? null
}
export { statusOf as statusOfInvitation }
