import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { supportAskedMail, supportGrantedMail } from '#core/kernel/mails/support-mails.ts'
import { membersWho } from '#core/kernel/members.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { addressesOf } from '#core/kernel/people.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { notePair } from '#core/record/support.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { organizations, session, supportAccess, users } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { personBehind } from '../api-keys/maker.ts'
import { lockOrganization } from '../members/role.ts'
import { lookUpNames } from '../users/look-up-names.ts'

type Row = typeof supportAccess.$inferSelect

const hoursField = z.coerce.number().int().min(1, 'At least 1 hour').max(72, 'At most 72 hours')
const terms = {
  reason: z.string().trim().min(10, 'Say why, in at least 10 characters').max(500, 'At most 500 characters'),
  hours: hoursField.default(1),
}

const STATUSES = ['asked', 'active', 'declined', 'ended', 'over'] as const
/** How an ask or a leave stands. */
export type SupportStatus = (typeof STATUSES)[number]
const statusOf = (row: Row): SupportStatus =>
  row.granted_at ? (row.ended_at ? 'ended' : row.ends_at! > new Date() ? 'active' : 'over') : row.ended_at ? 'declined' : 'asked'

const word = { by: z.string().meta({ description: 'Whose word it is: their address' }), at: z.string() }
const supportGrant = z.object({
  object: z.literal('support_grant'),
  id: z.string(),
  organization: z.object({ id: z.string(), name: z.string() }),
  status: z.enum(STATUSES).meta({
    description:
      '`asked`: the platform asks for it and sees nothing yet; `active`: its administrators may read; `over`: its time ended; `ended`: somebody ended it before; `declined`: it was not given',
  }),
  reason: z.string(),
  hours: z.number().int(),
  asked: z.object(word).nullable().meta({ description: 'By whom of the platform; null where it was given unasked' }),
  granted: z.object({ ...word, until: z.string() }).nullable(),
  ended: z.object(word).nullable(),
})
const supportGrantAnswer = supportGrant.extend({ success: z.literal(true) })
/** Sight of an organisation's data, as both sides see it. */
export type SupportView = z.output<typeof supportGrant>

async function present(ctx: Pick<Ctx, 'db' | 'services'>, rows: Row[]): Promise<SupportView[]> {
  const { nameOf, mailOf } = await lookUpNames(ctx, {
    organizations: rows.map((row) => row.organization_id),
    people: rows.flatMap((row) => [row.asked_by, row.granted_by, row.ended_by].filter((id) => id !== null)),
  })
  const said = (by: string | null, at: Date | null) => (by && at ? { by: mailOf.get(by) ?? by, at: at.toISOString() } : null)
  return rows.map((row) => {
    const granted = said(row.granted_by, row.granted_at)
    return {
      object: 'support_grant' as const,
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

/** What the platform was let at, or asks for, of the caller's organisation; newest first. What was looked at stands in the log by its id. */
export const listSupportAccess = defineVerb({
  name: 'support.list',
  permission: 'support.read',
  input: z.strictObject(pageQuery),
  output: listOf(supportGrant),
  run: async ({ ctx, input }) => {
    const t = supportAccess
    const after = decodeCursor(ctx, 'support_grants', input.cursor)
    const rows = await ctx.db
      .select()
      .from(t)
      .where(and(eq(t.organization_id, ctx.organizationId), after ? lt(t.id, after[0] as string) : undefined))
      .orderBy(desc(t.id))
      .limit(input.limit + 1)
    const page = pageOf(
      ctx,
      'support_grants',
      rows,
      input.limit,
      (row) => row,
      (row) => [row.id],
    )
    return { success: true as const, ...page, data: await present(ctx, page.data) }
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

const grantInput = z
  .strictObject({
    id: z.string().max(60).optional().meta({ description: 'What the platform asked for: it is given as asked, and nothing else is said' }),
    reason: terms.reason.optional().meta({ description: 'Unasked: why. Both sides read it; no names of people it is about' }),
    hours: hoursField.optional().meta({ description: 'Unasked: for how long, 1 while it does not say' }),
  })
  .refine((one) => (one.id === undefined) !== (one.reason === undefined) && !(one.id && one.hours), {
    path: ['reason'],
    error: 'Name what was asked for, or say why and for how long',
  })

/**
 * Lets the platform's administrators read the organisation's data for a time: what was asked for, or unasked. A person needs a fresh proof.
 * A key gives it while its maker may: it opens reading alone, to nobody but the platform, and whoever may end it is told by mail at once.
 * Throws `not_found`, `invalid_transition`, `step_up_required`, `organization_ending`.
 */
export const grantSupportAccess = defineVerb({
  name: 'support.grant',
  permission: 'support.grant',
  input: grantInput,
  output: supportGrantAnswer,
  run: async ({ ctx: caller, input }) => {
    const ctx = forOrganization(caller)
    requireStepUp(ctx, { own: !ctx.services.config.requireSecondFactor })
    const by = await personBehind(caller)
    return write(ctx, async (tx) => {
      const organization = await lockOrganization(tx, ctx.organizationId)
      const asked = input.id === undefined ? null : await lockOwn(tx, ctx, input.id, 'asked')
      const { reason, hours } = asked ?? { reason: input.reason!, hours: input.hours ?? 1 }
      const now = new Date()
      const until = new Date(now.getTime() + hours * 3_600_000)
      const id = asked?.id ?? newId('support_access')
      const given = { granted_by: by.id, granted_at: now, ends_at: until }
      const [row] = asked
        ? await tx.update(supportAccess).set(given).where(eq(supportAccess.id, id)).returning()
        : await tx
            .insert(supportAccess)
            .values({ id, organization_id: ctx.organizationId, reason, hours, ...given })
            .returning()
      const [view] = await present({ services: ctx.services, db: tx as never }, [row!])
      const people = await whoAllows(tx, ctx)
      if (asked?.asked_by)
        await notify(tx, ctx, {
          userId: asked.asked_by,
          title: 'You may look',
          body: `${organization.name} allows it until ${until.toISOString()}.`,
          href: '/admin/support',
        })
      const to = { organization: organization.name, who: view!.granted!.by, reason, hours, until, publicUrl: ctx.services.config.publicUrl }
      return {
        result: { success: true as const, ...view! },
        audit: entry('support_granted', id, { hours, until: until.toISOString(), asked_by: asked?.asked_by ?? null }),
        events: [told('support_access.granted', { id, hours, ends_at: until.toISOString() })],
        mails: people.map(({ email }) => supportGrantedMail({ ...to, to: email })),
      }
    })
  },
})

/** Ends what the platform may look at, or declines what it asks for: at once, in every process. Throws `not_found`, `invalid_transition`. */
export const endSupportAccess = defineVerb({
  name: 'support.end',
  permission: 'support.grant',
  input: byId('Id of the grant, or of what was asked for'),
  output: supportGrantAnswer,
  run: async ({ ctx: caller, input }) => {
    const ctx = forOrganization(caller)
    const by = await personBehind(caller)
    return end(ctx, by.id, (tx) => lockOwn(tx, ctx, input.id, 'open'))
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
    return end(there, ctx.actor.id, (tx) => lockOwn(tx, there, input.id, 'open'))
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

async function end(ctx: Ctx, by: string, lock: (tx: Tx) => Promise<Row>): Promise<z.output<typeof supportGrantAnswer>> {
  return write(ctx, async (tx) => {
    const row = await lock(tx)
    const over = { ended_at: new Date(), ended_by: by }
    await tx.update(supportAccess).set(over).where(eq(supportAccess.id, row.id))
    const [view] = await present({ services: ctx.services, db: tx as never }, [{ ...row, ...over }])
    const audit = entry(row.granted_at ? 'support_ended' : 'support_declined', row.id, { hours: row.hours })
    return {
      result: { success: true as const, ...view! },
      audit,
      events: [told('support_access.ended', { id: row.id, hours: row.hours, ends_at: row.ends_at?.toISOString() ?? null })],
    }
  })
}
