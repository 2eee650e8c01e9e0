import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { forgetSignOnOf } from '#core/access/sign-on/forget.ts'
import { lockAdmins } from '#core/access/users/change-roles.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { queueMails, sentTo } from '#core/kernel/mails/queue.ts'
import { NO_NAMES, openUser } from '#core/kernel/people.ts'
import { inquiryHash } from '#core/portal/inquiries/content.ts'
import { subscriberHash } from '#core/portal/status/subscribe.ts'
import { type EventInput, recordEvents } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Standing } from '#core/record/log/standing.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { LAST_MAIL, settleErasure } from '#core/review/erasure/erase.ts'
import { destroyAccountKey, ERASED_AUTH, erasePapers } from '#core/review/erasure/wipe.ts'
import type { Tx } from '#db/connect.ts'
import {
  user as authUser,
  contactInquiries,
  erasureRequests,
  formDrafts,
  investors,
  invitations,
  mails,
  memberInvitations,
  memberships,
  notifications,
  organizations,
  persons,
  roleRequests,
  statusSubscribers,
  userProfiles,
  userRoles,
  users,
  verificationStatus,
  wallets,
  walletTransfers,
} from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { type AccountPlan, aloneIn, ownRecords, planErasure } from './account-plan.ts'
import { closeAll } from './end-organizations.ts'

type Row = typeof users.$inferSelect

/**
 * Carries out a person's request for erasure: the account, its sign-in and everything it sealed go for good; what a law keeps
 * is locked away and goes on its day. The person is told by a last mail. For admins, with a fresh second factor, never about
 * themselves. Throws `not_found`, `conflict` with what stands in the way, `second_person_required`, `step_up_required`.
 */
export const carryOutErasure = definePageVerb({
  name: 'account_erasures.carry_out',
  permission: 'users.write',
  admin: true,
  input: byId(),
  run: async ({ ctx, input }): Promise<AccountPlan & { success: true }> => {
    requireStepUp(ctx)
    // no event: an account concerns its person, not an integrator; its credentials' ends are events of their own tenants.
    return write({ ...ctx, idempotency: null }, async (tx) => {
      await lockAdmins(tx)
      const { request, user, email } = await pendingRequest(tx, ctx, input.id)
      const plan = await planErasure(tx, ctx, user)
      if (plan.blocked.length) throw new AppError('conflict', plan.blocked.join(' '))
      const { audit, events } = await eraseOwnRecords(tx, ctx, user, request)
      for (const told of events) await recordEvents(tx, told.ctx, told.events)
      const ended: Standing[] = []
      for (const id of await aloneIn(tx, user)) ended.push(...(await closeOrganization(tx, id)))
      await leaveAll(tx, user.id)
      await forgetAccount(tx, ctx, user, email)
      const kept = plan.kept.filter((each) => each.until !== null)
      if (!kept.length) await erasePapers(tx, ctx, user.id)
      await tx
        .update(erasureRequests)
        .set({ status: 'done', reason: null, decided_at: new Date(), decided_by: ctx.actor.id })
        .where(eq(erasureRequests.id, request.id))
      const mail = composeMail({
        to: email,
        subject: 'Your account was erased',
        heading: 'Your account was erased',
        paragraphs: [
          'As you asked, your account and the personal data in it are erased. You cannot sign in any more, and we cannot bring it back.',
          ...(kept.length ? ['The law obliges us to keep the following. It is locked away and erased on the day named.'] : []),
        ],
        ...(kept.length && { facts: kept.map((each): [string, string] => [each.what, `until ${each.until} (${each.ground})`]) }),
        after: [
          'Organisations in which you invested keep registers of their own. Ask them about those.',
          'This is the last mail to this address; the address is forgotten once it is sent.',
        ],
      })
      await queueMails(tx, ctx.services, [mail], { id: `${LAST_MAIL}${request.id}` })
      return {
        result: { success: true as const, ...plan },
        audit: [
          {
            action: 'account_erased',
            category: 'admin',
            userId: user.id,
            subject: { type: 'user', id: user.id },
            standing: [`factors:${user.id}`, ...ended],
            details: { request_id: request.id, kept: kept.map((each) => ({ ground: each.ground, until: each.until })) },
          },
          ...audit,
        ],
      }
    })
  },
})

/** Answers a request that cannot be carried out, with the reason, which is mailed to the person. For admins. */
export const refuseErasure = definePageVerb({
  name: 'account_erasures.refuse',
  permission: 'users.write',
  admin: true,
  input: z.strictObject({
    id: z.string().max(100),
    reason: z
      .string()
      .trim()
      .min(10, 'Say in at least 10 characters why, as the person will read it')
      .max(1_000, 'At most 1,000 characters'),
  }),
  run: async ({ ctx, input: { id, reason } }): Promise<{ success: true }> => {
    // no event: an account concerns its person, not an integrator.
    return write({ ...ctx, idempotency: null }, async (tx) => {
      const { request, user, email } = await pendingRequest(tx, ctx, id)
      await tx
        .update(erasureRequests)
        .set({ status: 'refused', decided_at: new Date(), decided_by: ctx.actor.id })
        .where(eq(erasureRequests.id, request.id))
      return {
        result: { success: true as const },
        audit: {
          action: 'account_erasure_refused',
          category: 'admin' as const,
          userId: user.id,
          subject: { type: 'user', id: user.id },
          details: { request_id: request.id },
        },
        mails: [
          composeMail({
            to: email,
            subject: 'About your request for erasure',
            heading: 'We could not erase your account',
            paragraphs: [reason, 'You can ask again at any time, and you can complain to your supervisory authority or go to court.'],
            button: { label: 'Open your settings', url: `${ctx.services.config.publicUrl}/settings#privacy` },
          }),
        ],
      }
    })
  },
})

async function pendingRequest(tx: Tx, ctx: Ctx, id: string) {
  const [request] = await tx.select().from(erasureRequests).where(eq(erasureRequests.id, id)).for('update').limit(1)
  if (!request) throw notFound()
  if (request.status !== 'pending') throw new AppError('conflict', `This request is ${request.status} already.`)
  if (request.user_id === ctx.actor.id)
    throw new AppError('second_person_required', 'Nobody erases their own account here: ask another admin.')
  const [user] = await tx.select().from(users).where(eq(users.id, request.user_id)).for('update').limit(1)
  if (!user) throw notFound()
  return { request, user, email: (await openUser(tx, ctx.services, user)).email }
}

/** The person's own records in their organisation, erased or restricted like those of any investor. */
async function eraseOwnRecords(tx: Tx, ctx: Ctx, user: Row, request: typeof erasureRequests.$inferSelect) {
  const audit: AuditInput[] = []
  const events: { ctx: Ctx; events: EventInput[] }[] = []
  for (const own of await ownRecords(tx, ctx, user)) {
    const there = await tenantCtx(ctx, own.organization_id, own.environment)
    const person = await lockScoped(tx, persons, there, own.person_id)
    if (!person) continue
    const { row, wiped } = await settleErasure(tx, there, person, {
      law: 'gdpr',
      asked_on: request.created_at.toISOString().slice(0, 10),
      duties: own.duties,
      legal_hold: undefined,
    })
    events.push({ ctx: there, events: wiped.events })
    audit.push({
      action: row.status === 'restricted' ? 'person_restricted' : 'person_erased',
      category: 'user',
      subject: { type: 'person', id: person.id },
      details: { erasure_id: row.id, request_id: request.id, erase_from: row.erase_from },
    })
    audit.push(...wiped.audit)
  }
  return { audit, events }
}

/** An organisation without anybody: what acts for it ends, and its name, often the person's, goes. */
async function closeOrganization(tx: Tx, id: string): Promise<Standing[]> {
  await tx.update(organizations).set({ name: 'Erased' }).where(eq(organizations.id, id))
  return closeAll(tx, id, new Date())
}

/** The person belongs to no organisation any more, and no invitation waits for them. */
async function leaveAll(tx: Tx, id: string): Promise<void> {
  await tx
    .update(memberships)
    .set({ ended_at: new Date(), ended_by: 'system' })
    .where(and(eq(memberships.user_id, id), isNull(memberships.ended_at)))
  await forgetSignOnOf(tx, id)
  const own = tx.select({ hash: users.email_hash }).from(users).where(eq(users.id, id))
  await tx
    .update(memberInvitations)
    .set({ revoked_at: new Date(), revoked_by: 'system', email_hash: null, email_sealed: null })
    .where(and(inArray(memberInvitations.email_hash, own), isNull(memberInvitations.accepted_at), isNull(memberInvitations.revoked_at)))
}

/** Everything else that says who somebody was. The row stays, nameless, because the log and decisions name its id. */
async function forgetAccount(tx: Tx, ctx: Ctx, user: Row, email: string): Promise<void> {
  await tx
    .update(users)
    .set({
      auth_id: `${ERASED_AUTH}${user.id}`,
      ...NO_NAMES,
      role: 'investor',
      is_verified: false,
      profile_completed: false,
      mfa_enabled: false,
      updated_at: new Date(),
    })
    .where(eq(users.id, user.id))
  // Sessions, password, passkeys, second factor, backup codes, wallets to sign in with and devices go with it.
  await tx.delete(authUser).where(eq(authUser.id, user.auth_id))
  for (const table of [userProfiles, verificationStatus, userRoles, roleRequests, notifications, formDrafts, walletTransfers] as const)
    await tx.delete(table).where(eq(table.user_id, user.id))
  await tx.update(wallets).set({ user_id: null }).where(eq(wallets.user_id, user.id))
  await tx
    .update(investors)
    .set({ user_id: null })
    .where(and(eq(investors.user_id, user.id), sql`${investors.organization_id} <> ${user.organization_id}`))
  await tx.update(invitations).set({ user_id: null }).where(eq(invitations.user_id, user.id))
  await tx.delete(mails).where(sentTo(ctx.services, email))
  await tx.delete(contactInquiries).where(eq(contactInquiries.email_hash, inquiryHash(ctx.services, email)))
  await tx.delete(statusSubscribers).where(eq(statusSubscribers.email_hash, subscriberHash(ctx.services, email)))
  await destroyAccountKey(tx, ctx, user.id)
}
