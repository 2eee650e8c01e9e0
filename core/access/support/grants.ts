import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { supportAskedMail, supportGrantedMail } from '#core/kernel/mails/support-mails.ts'
import { membersWho } from '#core/kernel/members.ts'
import { addressesOf } from '#core/kernel/people.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { notePair } from '#core/record/support.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { organizations, session, supportAccess, users } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { lookUpNames } from '../users/look-up-names.ts'

type Row = typeof supportAccess.$inferSelect

const terms = {
  reason: z.string().trim().min(10, 'Say why, in at least 10 characters').max(500, 'At most 500 characters'),
  hours: z.coerce.number().int().min(1, 'At least 1 hour').max(72, 'At most 72 hours').default(1),
}

/** How an ask or a leave stands. */
export type SupportStatus = 'asked' | 'active' | 'declined' | 'ended' | 'over'
const statusOf = (row: Row): SupportStatus =>
  row.granted_at ? (row.ended_at ? 'ended' : row.ends_at! > new Date() ? 'active' : 'over') : row.ended_at ? 'declined' : 'asked'

/** Sight of an organisation's data, as both sides see it. */
export interface SupportView {
  id: string
  organization: { id: string; name: string }
  status: SupportStatus
  reason: string
  hours: number
  asked: { by: string; at: string } | null
  granted: { by: string; at: string; until: string } | null
  ended: { by: string; at: string } | null
}

async function present(ctx: Ctx, rows: Row[]): Promise<SupportView[]> {
  const { nameOf, mailOf } = await lookUpNames(ctx, {
    organizations: rows.map((row) => row.organization_id),
    people: rows.flatMap((row) => [row.asked_by, row.granted_by, row.ended_by].filter((id) => id !== null)),
  })
  const said = (by: string | null, at: Date | null) => (by && at ? { by: mailOf.get(by) ?? by, at: at.toISOString() } : null)
  return rows.map((row) => {
    const granted = said(row.granted_by, row.granted_at)
    return {
      id: row.id,
      organization: { id: row.organization_id, name: nameOf.get(row.organization_id) ?? row.organization_id },
      status: statusOf(row),
      ...{ reason: row.reason, hours: row.hours },
      asked: said(row.asked_by, row.asked_at),
      granted: granted && { ...granted, until: row.ends_at!.toISOString() },
      ended: said(row.ended_by, row.ended_at),
    }
  })
}

/** What the platform was let at, or asks for, of the caller's organisation; newest first, at most 100. */
export const listSupportAccess = definePageVerb({
  name: 'support.list',
  permission: 'support.read',
  run: async ({ ctx }): Promise<SupportView[]> => {
    const t = supportAccess
    const rows = await ctx.db
      .select()
      .from(t)
      .where(eq(t.organization_id, ctx.organizationId))
      .orderBy(desc(t.created_at), desc(t.id))
      .limit(100)
    return present(ctx, rows)
  },
})

/** What organisations let the platform's administrators look at, and what was asked of them; newest first, at most 100. For admins. */
export const listSupportGiven = definePageVerb({
  name: 'support.list_given',
  permission: 'support.use',
  admin: true,
  run: async ({ ctx }): Promise<SupportView[]> => {
    const t = supportAccess
    return present(ctx, await ctx.db.select().from(t).orderBy(desc(t.created_at), desc(t.id)).limit(100))
  },
})

/**
 * Asks an organisation for sight of its data. Nothing is seen until one of its people allows it. Throws `not_found`, `already_exists`
 * while an ask waits, `conflict` for an organisation the caller belongs to. For admins.
 */
export const askSupportAccess = definePageVerb({
  name: 'support.ask',
  permission: 'support.use',
  admin: true,
  input: z.strictObject({ organization_id: z.string().trim().max(60), ...terms }),
  run: async ({ ctx, input }): Promise<{ id: string }> => {
    const { organization_id, reason, hours } = input
    if (organization_id === ctx.organizationId) throw new AppError('conflict', 'You belong to this organisation: its desk is open to you.')
    const there = withTenant(ctx, organization_id, 'production')
    return write(there, async (tx) => {
      const [organization] = await tx
        .select()
        .from(organizations)
        .where(and(eq(organizations.id, organization_id), isNull(organizations.ended_at), eq(organizations.kind, 'tenant')))
        .for('update')
        .limit(1)
      if (!organization) throw notFound()
      const [waits] = await tx
        .select({ id: supportAccess.id })
        .from(supportAccess)
        .where(and(eq(supportAccess.organization_id, organization_id), isNull(supportAccess.granted_at), isNull(supportAccess.ended_at)))
        .limit(1)
      if (waits)
        throw new AppError('already_exists', 'This organisation was asked already and has not answered.', {
          extra: { existing_id: waits.id },
        })
      const id = newId('support_access')
      await tx.insert(supportAccess).values({ id, organization_id, reason, hours, asked_by: ctx.actor.id, asked_at: new Date() })
      const people = await whoAllows(tx, there)
      for (const person of people)
        await notify(tx, there, { userId: person.id, title: 'Support asks to look at your data', body: reason, href: '/desk/support' })
      const who = emailOf(ctx)
      const { publicUrl } = ctx.services.config
      return {
        result: { id },
        audit: entry('support_asked', id, { hours }),
        events: [told('support_access.asked', { id, hours, ends_at: null })],
        mails: people.map(({ email }) => supportAskedMail({ to: email, organization: organization.name, who, reason, hours, publicUrl })),
      }
    })
  },
})

/**
 * Lets the platform's administrators read the organisation's data for a time: what was asked for, or unasked. Needs a fresh proof. Throws
 * `not_found`, `invalid_transition`, `step_up_required`.
 */
export const grantSupportAccess = definePageVerb({
  name: 'support.grant',
  permission: 'support.grant',
  input: z.union([byId(), z.strictObject(terms)]),
  run: async ({ ctx: caller, input }): Promise<{ id: string; until: string }> => {
    const ctx = forOrganization(caller)
    requireStepUp(ctx, { own: !ctx.services.config.requireSecondFactor })
    return write(ctx, async (tx) => {
      const asked = 'id' in input ? await lockOwn(tx, ctx, input.id, 'asked') : null
      const { reason, hours } = asked ?? (input as z.output<z.ZodObject<typeof terms>>)
      const now = new Date()
      const until = new Date(now.getTime() + hours * 3_600_000)
      const id = asked?.id ?? newId('support_access')
      const given = { granted_by: ctx.actor.id, granted_at: now, ends_at: until }
      if (asked) await tx.update(supportAccess).set(given).where(eq(supportAccess.id, id))
      else await tx.insert(supportAccess).values({ id, organization_id: ctx.organizationId, reason, hours, ...given })
      const [organization] = await tx
        .select({ name: organizations.name })
        .from(organizations)
        .where(eq(organizations.id, ctx.organizationId))
      const people = await whoAllows(tx, ctx)
      if (asked?.asked_by)
        await notify(tx, ctx, {
          userId: asked.asked_by,
          title: 'You may look',
          body: `${organization!.name} allows it until ${until.toISOString()}.`,
          href: '/admin/support',
        })
      const to = { organization: organization!.name, who: emailOf(ctx), reason, hours, until, publicUrl: ctx.services.config.publicUrl }
      return {
        result: { id, until: until.toISOString() },
        audit: entry('support_granted', id, { hours, until: until.toISOString(), asked_by: asked?.asked_by ?? null }),
        events: [told('support_access.granted', { id, hours, ends_at: until.toISOString() })],
        mails: people.map(({ email }) => supportGrantedMail({ ...to, to: email })),
      }
    })
  },
})

/** Ends what the platform may look at, or declines what it asks for: at once, in every process. Throws `not_found`, `invalid_transition`. */
export const endSupportAccess = definePageVerb({
  name: 'support.end',
  permission: 'support.grant',
  input: byId(),
  run: async ({ ctx: caller, input }) => {
    const ctx = forOrganization(caller)
    return end(ctx, (tx) => lockOwn(tx, ctx, input.id, 'open'))
  },
})

/** The same by an administrator, who needs it no more. For admins. */
export const giveUpSupportAccess = definePageVerb({
  name: 'support.give_up',
  permission: 'support.use',
  admin: true,
  input: byId(),
  run: async ({ ctx, input }) => {
    const [row] = await ctx.db.select().from(supportAccess).where(eq(supportAccess.id, input.id)).limit(1)
    if (!row) throw notFound()
    const there = withTenant(ctx, row.organization_id, 'production')
    return end(there, (tx) => lockOwn(tx, there, input.id, 'open'))
  },
})

/**
 * Lets the caller's session look at an organisation's data by its leave: as one of its auditors, until the leave ends or they stop. What an
 * administrator may besides rests meanwhile. Needs a fresh second factor. Throws `not_found`, `invalid_transition`, `step_up_required`. For admins.
 */
export const beginLooking = definePageVerb({
  name: 'support.begin',
  permission: 'support.use',
  admin: true,
  input: byId(),
  run: async ({ ctx, input }): Promise<{ organization_id: string; until: string }> => {
    const { actor } = ctx
    if (actor.type !== 'user' || actor.byKey) throw new AppError('forbidden', 'A person looks, signed in.')
    requireStepUp(ctx)
    const [row] = await ctx.db.select().from(supportAccess).where(eq(supportAccess.id, input.id)).limit(1)
    if (!row) throw notFound()
    if (statusOf(row) !== 'active') throw new AppError('invalid_transition', 'The organisation does not allow this now.')
    // The session names the leave, so that it ends with it and no later one takes its place.
    await ctx.db.update(session).set({ activeOrganizationId: row.id }).where(eq(session.id, actor.sessionId))
    await notePair(withTenant(ctx, row.organization_id, 'production'), actor.home, row.id, { action: 'support_begun', details: {} })
    return { organization_id: row.organization_id, until: row.ends_at!.toISOString() }
  },
})

/** The caller looks no more: they work in their own organisation again. What is allowed stays so until it ends. */
export const stopLooking = definePageVerb({
  name: 'support.stop',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<{ success: true }> => {
    const { actor } = ctx
    if (actor.type !== 'user' || !actor.support) return { success: true }
    await ctx.db.update(session).set({ activeOrganizationId: null }).where(eq(session.id, actor.sessionId))
    await notePair(withTenant(ctx, ctx.organizationId, 'production'), actor.home, actor.support.id, {
      action: 'support_stopped',
      details: {},
    })
    return { success: true }
  },
})

/** What concerns the organisation as a whole stands beside its production. */
const forOrganization = (ctx: Ctx): Ctx => withTenant(ctx, ctx.organizationId, 'production')

const emailOf = ({ actor }: Ctx): string => (actor.type === 'user' ? actor.email : 'Somebody')

const entry = (action: string, id: string, details: Record<string, unknown>): AuditInput => ({
  action,
  category: 'admin',
  subject: { type: 'support_access', id },
  details,
})

const told = (
  type: 'support_access.asked' | 'support_access.granted' | 'support_access.ended',
  support_access: { id: string; hours: number; ends_at: string | null },
): EventInput => ({ type, resource: { type: 'support_access', id: support_access.id }, object: { support_access } })

async function whoAllows(tx: Tx, ctx: Ctx): Promise<{ id: string; email: string }[]> {
  const ids = await membersWho(tx, ctx.organizationId, 'support.grant')
  return ids.length ? addressesOf(tx, ctx.services, inArray(users.id, ids), 50) : []
}

/** A row of the organisation, locked: one that is asked for, or any that is not over. */
async function lockOwn(tx: Tx, ctx: Ctx, id: string, wanted: 'asked' | 'open'): Promise<Row> {
  const [row] = await tx
    .select()
    .from(supportAccess)
    .where(and(eq(supportAccess.id, id), eq(supportAccess.organization_id, ctx.organizationId)))
    .for('update')
    .limit(1)
  if (!row) throw notFound()
  const status = statusOf(row)
  if (status !== 'asked' && !(wanted === 'open' && status === 'active'))
    throw new AppError('invalid_transition', `This is ${status === 'over' ? 'over' : status} already.`)
  return row
}

async function end(ctx: Ctx, lock: (tx: Tx) => Promise<Row>): Promise<{ success: true }> {
  return write(ctx, async (tx) => {
    const row = await lock(tx)
    await tx.update(supportAccess).set({ ended_at: new Date(), ended_by: ctx.actor.id }).where(eq(supportAccess.id, row.id))
    const audit = entry(row.granted_at ? 'support_ended' : 'support_declined', row.id, { hours: row.hours })
    return {
      result: { success: true as const },
      audit,
      events: [told('support_access.ended', { id: row.id, hours: row.hours, ends_at: row.ends_at?.toISOString() ?? null })],
    }
  })
}
