import { and, desc, eq, gt, isNull, lt, ne, notExists } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { keyCache } from '#core/access/api-keys/authenticate.ts'
import { askMemberChange, takesTwo } from '#core/access/members/by-two.ts'
import type { SecondPerson } from '#core/access/second-person/ask-second.ts'
import { closeSignOn } from '#core/access/sign-on/forget.ts'
import { beginEnding, blockedBy, endingAudited, endingTold, leadersOf, refuseBlocked } from '#core/access/tenant/ending.ts'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { eachOf } from '#core/kernel/each-of.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { organizationKeptMail } from '#core/kernel/mails/member-mails.ts'
import { isMemberOf } from '#core/kernel/members.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import type { Standing } from '#core/record/log/standing.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { settleErasure } from '#core/review/erasure/erase.ts'
import type { Tx } from '#db/connect.ts'
import {
  apiKeys,
  erasures,
  investors,
  memberInvitations,
  memberships,
  organizations,
  persons,
  serviceAccounts,
  users,
  webhookEndpoints,
} from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'

const PERSONS = 200
/** So long somebody who was removed counts as the owner that they were. */
const OWNERS_COUNT_MS = 30 * 86_400_000

async function lockOwn(tx: Tx, organizationId: string) {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, organizationId)).for('update').limit(1)
  if (!row || row.ended_at || row.kind !== 'tenant') throw notFound()
  return row
}

/**
 * An owner whom others took out a short while ago counts: one person alone would else be the only owner by removing the other. Throws
 * `second_person_required`.
 */
async function refuseAfterRemoval(tx: Tx, ctx: Ctx): Promise<void> {
  const [removed] = await tx
    .select({ at: memberships.ended_at })
    .from(memberships)
    .where(
      and(
        eq(memberships.organization_id, ctx.organizationId),
        eq(memberships.role, 'owner'),
        gt(memberships.ended_at, new Date(ctx.now - OWNERS_COUNT_MS)),
        // Who left, or had their account erased, went by themselves.
        ne(memberships.ended_by, memberships.user_id),
        ne(memberships.ended_by, 'system'),
      ),
    )
    .orderBy(desc(memberships.ended_at))
    .limit(1)
  if (!removed?.at) return
  const from = new Date(removed.at.getTime() + OWNERS_COUNT_MS).toISOString().slice(0, 10)
  throw new AppError(
    'second_person_required',
    `Changes of members take two people here, and another owner was removed within 30 days. Make somebody else an owner, who agrees, or ask again after ${from}.`,
  )
}

/**
 * Asks to delete the organisation: its keys do nothing from their next call, and after 30 days, until which an owner can call it off,
 * what no law keeps is erased. Where changes of members take two people, another owner agrees first, if there is one or was one whom others removed within 30
 * days. Whoever asks types its name. Needs a fresh proof. Throws `conflict` with what stands in the way, `already_exists` while it waits, and
 * `second_person_required`.
 */
export const endOrganization = definePageVerb({
  name: 'organizations.end',
  permission: 'organization.own',
  input: z.strictObject({ name: z.string().max(200) }),
  run: async ({ ctx: base, input }): Promise<{ ends_at: string | null; second_person: SecondPerson | null }> => {
    requireStepUp(base, { own: true })
    const ctx = withTenant(base, base.organizationId, 'production')
    const done = await write(ctx, async (tx) => {
      const organization = await lockOwn(tx, ctx.organizationId)
      if (organization.ending_since) throw new AppError('invalid_transition', 'This organisation is about to be deleted already.')
      if (organization.name.trim() !== input.name.trim())
        throw new AppError('conflict', `Type the name of the organisation to delete it: ${organization.name}.`)
      const { id } = ctx.actor
      // A sole owner has nobody who could agree, and would never come out of it.
      const owners = await tx.$count(users, isMemberOf(tx, ctx.organizationId, ['owner']))
      if (!(await takesTwo(tx, ctx.organizationId))) return beginEnding(tx, ctx, id)
      if (owners < 2) {
        await refuseAfterRemoval(tx, ctx)
        return beginEnding(tx, ctx, id)
      }
      await refuseBlocked(tx, ctx.organizationId)
      const waits = await askMemberChange(tx, ctx, {
        subject: { type: 'organization', id: ctx.organizationId },
        summary: 'The organisation is to be deleted',
        change: { change: 'end' },
        askedBy: id,
      })
      return {
        result: { ends_at: null, second_person: waits },
        audit: endingAudited(ctx, 'organization_ending_asked', { case_id: waits.case_id }),
      }
    })
    keyCache.dropOfOrganization(ctx.organizationId)
    return done
  },
})

/** Calls the deletion of the organisation off: its keys work again. Throws `invalid_transition`. */
export const keepOrganization = definePageVerb({
  name: 'organizations.keep',
  permission: 'organization.own',
  run: async ({ ctx: base }): Promise<{ kept: true }> => {
    const ctx = withTenant(base, base.organizationId, 'production')
    const done = await write(ctx, async (tx) => {
      const organization = await lockOwn(tx, ctx.organizationId)
      if (!organization.ending_since) throw new AppError('invalid_transition', 'This organisation is not about to be deleted.')
      await tx
        .update(organizations)
        .set({ ending_since: null, ends_at: null, ending_by: null })
        .where(eq(organizations.id, ctx.organizationId))
      return {
        result: { kept: true as const },
        audit: endingAudited(ctx, 'organization_kept', {}),
        events: [endingTold(ctx, 'organization.kept', null)],
        mails: (await leadersOf(tx, ctx)).map(({ email }) =>
          organizationKeptMail({ to: email, organization: organization.name, publicUrl: ctx.services.config.publicUrl }),
        ),
      }
    })
    keyCache.dropOfOrganization(ctx.organizationId)
    return done
  },
})

/**
 * Deletes organisations whose 30 days are over: memberships, service accounts, invitations, keys and endpoints end, and its persons are
 * erased, or restricted until the day a law names. What is a member's own stays theirs. Its sandbox goes with `endThrowaways`. Says how
 * many it finished.
 */
export async function endOrganizations(services: Services): Promise<number> {
  const due = await services.connection.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(lt(organizations.ends_at, new Date()), isNull(organizations.ended_at)))
    .limit(20)
  let ended = 0
  await eachOf(due, 1, async ({ id }) => {
    const ctx = await tenantCtx(systemCtx(services, { id: 'end-organizations' }), id, 'production')
    if ((await blockedBy(ctx.db, id)).length) return
    // A large one takes several nights; what is left is found again.
    if ((await erasePersons(ctx)) < PERSONS) ended += await close(ctx)
  })
  return ended
}

/** Persons of the organisation who were not erased yet, but for those who are somebody's own record. */
async function erasePersons(ctx: Ctx): Promise<number> {
  const own = ctx.db
    .select({ id: investors.id })
    .from(investors)
    .innerJoin(users, eq(users.id, investors.user_id))
    .where(and(eq(investors.person_id, persons.id), eq(users.organization_id, ctx.organizationId)))
  const settled = ctx.db.select({ id: erasures.id }).from(erasures).where(eq(erasures.person_id, persons.id))
  const rows = await ctx.db
    .select({ id: persons.id })
    .from(persons)
    .where(
      and(
        eq(persons.organization_id, ctx.organizationId),
        eq(persons.environment, 'production'),
        isNull(persons.erased_at),
        notExists(own),
        notExists(settled),
      ),
    )
    .limit(PERSONS)
  // no event beyond those of what ends: nobody listens to an organisation that is over.
  for (const { id } of rows)
    await write(ctx, async (tx) => {
      const person = await lockScoped(tx, persons, ctx, id)
      if (!person) throw notFound()
      const asked_on = new Date(ctx.now).toISOString().slice(0, 10)
      const { row, wiped } = await settleErasure(tx, ctx, person, { law: 'other', asked_on, duties: [], legal_hold: undefined })
      return {
        result: null,
        audit: [
          {
            action: row.status === 'restricted' ? 'person_restricted' : 'person_erased',
            category: 'user',
            subject: { type: 'person', id },
            details: { erasure_id: row.id, erase_from: row.erase_from, records: row.records.map((each) => each.kind) },
          },
          ...wiped.audit,
        ],
        events: wiped.events,
      }
    })
  return rows.length
}

/** Ends everything that acts for the organisation, and takes its name. */
async function close(ctx: Ctx): Promise<number> {
  const id = ctx.organizationId
  // no event: its endpoints end with it.
  return write(ctx, async (tx) => {
    const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('update').limit(1)
    // Called off meanwhile.
    if (!row?.ends_at || row.ends_at > new Date()) return { result: 0, audit: endingAudited(ctx, 'organization_kept', {}) }
    const at = new Date()
    const standing = await closeAll(tx, id, at)
    await tx.update(organizations).set({ name: 'Deleted organisation', ended_at: at }).where(eq(organizations.id, id))
    return {
      result: 1,
      audit: {
        action: 'organization_ended',
        category: 'system',
        subject: { type: 'organization', id },
        standing: [`organization:${id}`, ...standing],
      },
    }
  })
}

/** Ends memberships, invitations, service accounts, keys and endpoints of an organisation. */
export async function closeAll(tx: Tx, id: string, at: Date): Promise<Standing[]> {
  const live = (table: typeof memberships | typeof serviceAccounts) => and(eq(table.organization_id, id), isNull(table.ended_at))
  await tx.update(memberships).set({ ended_at: at, ended_by: 'system' }).where(live(memberships))
  await tx.update(serviceAccounts).set({ ended_at: at, ended_by: 'system' }).where(live(serviceAccounts))
  await tx
    .update(memberInvitations)
    .set({ revoked_at: at, revoked_by: 'system', email_hash: null, email_sealed: null })
    .where(and(eq(memberInvitations.organization_id, id), isNull(memberInvitations.accepted_at), isNull(memberInvitations.revoked_at)))
  await closeSignOn(tx, id)
  const endpoints = await tx
    .update(webhookEndpoints)
    .set({ status: 'disabled' })
    .where(eq(webhookEndpoints.organization_id, id))
    .returning({ id: webhookEndpoints.id })
  const keys = await tx.update(apiKeys).set({ is_active: false }).where(eq(apiKeys.organization_id, id)).returning({ id: apiKeys.id })
  return [...endpoints.map((row) => `webhook_state:${row.id}` as const), ...keys.map((row) => `api_key:${row.id}` as const)]
}
