import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { invitationSeal, invitedHash } from '#core/kernel/mails/invitation-mail.ts'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { decodeCursor, encodeCursor, newestFirst, olderThan, type Page, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { findByEmail } from '#core/kernel/people.ts'
import { queryInteger } from '#core/kernel/query-fields.ts'
import type { Rows } from '#core/kernel/rows.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { invitations, offerings, organizations } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { takeInvitation } from './daily-limit.ts'
import { invitation, invitationAnswer } from './shape.ts'

const inviteInput = z.strictObject({
  offering_id: z.string().max(100),
  email: z.email('Please enter a valid email address').max(255),
})

export type InvitationView = Omit<z.output<typeof invitation>, 'object'>

/**
 * Invites a person to an offering: a mail, and a notice when the address has an account. Offerings are never listed publicly,
 * so this is the only way in. Throws `not_found`, `already_exists` while an invitation to the address is open, and `rate_limited`
 * past the day's number.
 */
export const inviteInvestor = defineVerb({
  name: 'invitations.create',
  permission: 'investors.write',
  input: inviteInput,
  output: invitationAnswer,
  run: async ({ ctx, input }) => {
    const email = input.email.toLowerCase()
    const offering = await findScoped(ctx.db, offerings, ctx, input.offering_id)
    if (!offering) throw notFound()
    if (offering.status === 'cancelled') throw new AppError('conflict', 'The offering is cancelled: nobody can be invited to it any more.')
    const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
    const known = await findByEmail(ctx.db, ctx.services, email)
    const from = organization?.name ?? 'An organisation'
    // Anybody may open a sandbox for a day: strangers get no word, in our name, of what is written there.
    const tells = organization?.kind !== 'throwaway'
    const hash = invitedHash(ctx.services, email)
    if (tells) await takeInvitation(ctx, hash)
    // no event: the organisation invited the person itself.
    return write(ctx, async (tx) => {
      // Two calls of the same moment make one invitation.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${offering.id}|${hash}`}, 0))`)
      const [open] = await tx
        .select({ id: invitations.id })
        .from(invitations)
        .where(
          inScope(
            invitations,
            ctx,
            and(
              eq(invitations.offering_id, offering.id),
              eq(invitations.email_hash, hash),
              inArray(invitations.status, ['sent', 'accepted']),
            ),
          ),
        )
        .limit(1)
      if (open) throw new AppError('already_exists', 'This address is already invited to the offering.')
      const id = newId('invitation')
      const keyId = tenantKeyId(ctx)
      const sealed = await ctx.services.keyring.seal(tx, ctx, keyId, invitationSeal(id), email)
      const at = new Date(ctx.now)
      await tx.insert(invitations).values({
        id,
        organization_id: ctx.organizationId,
        environment: ctx.environment,
        offering_id: offering.id,
        email_hash: hash,
        subject_key_id: keyId,
        email_sealed: sealed.toString('base64'),
        user_id: known?.id ?? null,
        created_at: at,
      })
      if (known && tells)
        await notify(tx, ctx, {
          userId: known.id,
          title: `${from} invites you to ${offering.name}`,
          body: 'Look at the terms and answer on your dashboard.',
          href: `/dashboard/offerings/${id}`,
        })
      const url = `${ctx.services.config.publicUrl}/dashboard/offerings/${id}`
      return {
        result: {
          success: true as const,
          object: 'invitation' as const,
          id,
          offering_id: offering.id,
          email,
          status: 'sent' as const,
          created_at: at.toISOString(),
          answered_at: null,
        },
        audit: {
          action: 'investor_invited',
          category: 'investment',
          subject: { type: 'invitation', id },
          details: { offering_id: offering.id },
        },
        mails: tells
          ? [
              composeMail({
                to: email,
                subject: `${from} invites you to ${offering.name}`,
                heading: `You are invited to ${offering.name}`,
                paragraphs: [
                  `${from} invites you to look at this offering and, if you are eligible, to invest.${ctx.world.people.invitationNote}`,
                  'Sign in with this address, or open an account with it. Sealwright checks eligibility; it does not host, recommend or sell offerings.',
                ],
                button: { label: 'See the invitation', url },
              }),
            ]
          : [],
      }
    })
  },
})

const rowsInput = z.strictObject({
  offering_id: z.string().max(100),
  status: z.enum(['sent', 'accepted', 'declined', 'withdrawn']).optional(),
  page: z.number().int().min(1).max(1_000_000).default(1),
  page_size: z.number().int().min(1).max(50_000).default(25),
})

const listInvitationsInput = z.strictObject({
  offering_id: rowsInput.shape.offering_id,
  status: rowsInput.shape.status,
  limit: pageQuery.limit.unwrap().optional().meta({ description: 'How many, 1 to 100' }),
  cursor: pageQuery.cursor,
  page: queryInteger(1, 1_000_000).default(1).meta({ deprecated: true, description: 'Use `cursor`' }),
  page_size: queryInteger(1, 100).default(100).meta({ deprecated: true, description: 'Use `limit`' }),
})

/** The invitations of an offering, newest first, with their addresses opened: from one cursor to the next, or a counted page of them. */
export const listInvitations = defineVerb({
  name: 'invitations.list',
  permission: 'investors.read',
  input: listInvitationsInput,
  output: z.object({
    success: z.literal(true),
    total: z.number().int().optional().meta({ deprecated: true, description: 'Only with `page`' }),
    page: z.number().int().optional().meta({ deprecated: true, description: 'Only with `page`' }),
    page_size: z.number().int().optional().meta({ deprecated: true, description: 'Only with `page`' }),
    data: z.array(invitation),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  run: async ({ ctx, input: { limit, cursor, ...input } }) => {
    const shown = (each: InvitationView) => ({ object: 'invitation' as const, ...each })
    if (limit !== undefined || cursor !== undefined) {
      const { data, ...page } = await walk(ctx, { ...input, limit: limit ?? 20, cursor })
      return { success: true as const, ...page, data: data.map(shown) }
    }
    const { rows, ...page } = await pageOfRows(ctx, input)
    const has_more = page.page * page.page_size < page.total
    const next_cursor = has_more && rows.length ? cursorAfter(ctx, rows.at(-1)!) : null
    return { success: true as const, ...page, data: rows.map(shown), has_more, next_cursor }
  },
})

/** The same as rows of a page. */
export const listInvitationRows = definePageVerb({
  name: 'invitations.rows',
  permission: 'investors.read',
  input: rowsInput,
  run: ({ ctx, input }) => pageOfRows(ctx, input),
})

async function walk(
  ctx: Ctx,
  input: Pick<z.output<typeof listInvitationsInput>, 'offering_id' | 'status'> & { limit: number; cursor?: string | undefined },
): Promise<Page<InvitationView>> {
  const rows = await ctx.db
    .select()
    .from(invitations)
    .where(and(asked(ctx, input), olderThan(invitations, decodeCursor(ctx, listName(input), input.cursor))))
    .orderBy(...newestFirst(invitations))
    .limit(input.limit + 1)
  const page = pageOf(ctx, listName(input), rows, input.limit, (row) => row, placeOf)
  return { ...page, data: await openAll(ctx, page.data) }
}

const listName = (input: { offering_id: string }) => `invitations:${input.offering_id}`

/** The cursor that goes on after this one. */
const cursorAfter = (ctx: Ctx, last: InvitationView): string => encodeCursor(ctx, listName(last), [last.created_at, last.id])

const asked = (ctx: Ctx, input: Pick<z.output<typeof listInvitationsInput>, 'offering_id' | 'status'>) =>
  inScope(
    invitations,
    ctx,
    and(eq(invitations.offering_id, input.offering_id), input.status ? eq(invitations.status, input.status) : undefined),
  )

const openAll = (ctx: Ctx, rows: (typeof invitations.$inferSelect)[]): Promise<InvitationView[]> =>
  Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      offering_id: row.offering_id,
      email: await ctx.services.keyring.open<string>(
        ctx.db,
        row.subject_key_id,
        invitationSeal(row.id),
        Buffer.from(row.email_sealed, 'base64'),
      ),
      status: row.status as InvitationView['status'],
      created_at: row.created_at.toISOString(),
      answered_at: row.answered_at?.toISOString() ?? null,
    })),
  )

async function pageOfRows(ctx: Ctx, input: z.output<typeof rowsInput>): Promise<Rows<InvitationView>> {
  const { page, page_size } = input
  const where = asked(ctx, input)
  const [found, [all]] = await Promise.all([
    ctx.db
      .select()
      .from(invitations)
      .where(where)
      .orderBy(desc(invitations.created_at), desc(invitations.id))
      .limit(page_size)
      .offset((page - 1) * page_size),
    ctx.db.select({ total: count() }).from(invitations).where(where),
  ])
  const rows = await openAll(ctx, found)
  return { rows, total: all!.total, page, page_size }
}

/** Takes back an invitation that was not answered yet. Throws `conflict` afterwards. */
export const withdrawInvitation = defineVerb({
  name: 'invitations.withdraw',
  permission: 'investors.write',
  input: byId('Invitation id'),
  output: z.object({ success: z.literal(true) }),
  run: async ({ ctx, input }) => {
    // no event: the organisation did it itself.
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, invitations, ctx, input.id)
      if (!row) throw notFound()
      if (row.status !== 'sent') throw new AppError('conflict', `The invitation is ${row.status}: it cannot be taken back.`)
      await tx
        .update(invitations)
        .set({ status: 'withdrawn', answered_at: new Date(ctx.now) })
        .where(inScope(invitations, ctx, eq(invitations.id, row.id)))
      return {
        result: { success: true as const },
        audit: { action: 'invitation_withdrawn', category: 'investment', subject: { type: 'invitation', id: row.id } },
      }
    })
  },
})
