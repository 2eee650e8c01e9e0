import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { invitations, offerings, organizations } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { findByEmail } from '../accounts/people.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { tenantKeyId } from '../keyring.ts'
import { composeMail } from '../mails/mail.ts'
import { notify } from '../notifications/notify.ts'
import { requirePermission } from '../permissions.ts'
import type { Rows } from '../rows.ts'
import { write } from '../transaction.ts'
import { takeInvitation } from './daily-limit.ts'
import { invitationSeal, invitedHash } from './email.ts'

export const inviteInput = z.strictObject({
  offering_id: z.string().max(100),
  email: z.email('Please enter a valid email address').max(255),
})

export interface InvitationView {
  id: string
  offering_id: string
  email: string
  status: 'sent' | 'accepted' | 'declined' | 'withdrawn'
  created_at: string
  answered_at: string | null
}

/**
 * Invites a person to an offering: a mail, and a notice when the address has an account. Offerings are never listed publicly,
 * so this is the only way in. Throws `not_found`, `already_exists` while an invitation to the address is open, and `rate_limited`
 * past the day's number.
 */
export async function inviteInvestor({ ctx, input }: { ctx: Ctx; input: z.output<typeof inviteInput> }): Promise<InvitationView> {
  requirePermission(ctx, 'investors.write')
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
    const test = ctx.environment === 'sandbox' ? ' This is a test in a sandbox: nothing in it is a real security.' : ''
    return {
      result: { id, offering_id: offering.id, email, status: 'sent' as const, created_at: at.toISOString(), answered_at: null },
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
                `${from} invites you to look at this offering and, if you are eligible, to invest.${test}`,
                'Sign in with this address, or open an account with it. Sealwright checks eligibility; it does not host, recommend or sell offerings.',
              ],
              button: { label: 'See the invitation', url },
            }),
          ]
        : [],
    }
  })
}

export const listInvitationsInput = z.strictObject({
  offering_id: z.string().max(100),
  status: z.enum(['sent', 'accepted', 'declined', 'withdrawn']).optional(),
  page: z.number().int().min(1).max(1_000_000).default(1),
  page_size: z.number().int().min(1).max(50_000).default(25),
})

/** The invitations of an offering, newest first, with their addresses opened, a page at a time. */
export async function listInvitations({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof listInvitationsInput>
}): Promise<Rows<InvitationView>> {
  requirePermission(ctx, 'investors.read')
  const { page, page_size } = input
  const where = inScope(
    invitations,
    ctx,
    and(eq(invitations.offering_id, input.offering_id), input.status ? eq(invitations.status, input.status) : undefined),
  )
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
  const rows = await Promise.all(
    found.map(async (row) => ({
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
  return { rows, total: all!.total, page, page_size }
}

/** Takes back an invitation that was not answered yet. Throws `conflict` afterwards. */
export async function withdrawInvitation({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<{ success: true }> {
  requirePermission(ctx, 'investors.write')
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
}
