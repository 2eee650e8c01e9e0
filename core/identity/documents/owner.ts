import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { hasHiddenCase, isBeforePlatform } from '#core/access/second-person/scope.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { invitedHash } from '#core/kernel/mails/invitation-mail.ts'
import { may, requirePermission } from '#core/kernel/permissions.ts'
import { noteLook } from '#core/record/support.ts'
import { identitySessions, investors, invitations, offerings, persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

/** What a document belongs to: a person's account, an offering, an investor of an organisation, or a session in which somebody proves who they are. */
export const owner = z.strictObject({ owner_type: z.enum(['user', 'offering', 'investor', 'identity_session']), owner_id: z.string() })
export type Owner = z.output<typeof owner>

/** The data key of a person's account: what it seals can be erased with it. */
export const userKeyId = (userId: string) => `user:${userId}`

/** People who were invited to an offering may read its papers. */
async function isInvited(ctx: Ctx, offeringId: string): Promise<boolean> {
  if (ctx.actor.type !== 'user') return false
  const [row] = await ctx.db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.offering_id, offeringId),
        eq(invitations.email_hash, invitedHash(ctx.services, ctx.actor.email)),
        inArray(invitations.status, ['sent', 'accepted']),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** The key of whom an investor is: their papers go with it. */
async function ofInvestor(ctx: Ctx, id: string, act: 'read' | 'write'): Promise<{ subjectKeyId: string }> {
  requirePermission(ctx, act === 'read' ? 'investors.read' : 'investors.write')
  const [row] = await ctx.db
    .select({
      ...{ key: persons.subject_key_id, erased: persons.erased_at },
      ...{ organizationId: investors.organization_id, environment: investors.environment },
    })
    .from(investors)
    .innerJoin(persons, eq(persons.id, investors.person_id))
    .where(eq(investors.id, id))
    .limit(1)
  if (!row || row.erased) throw notFound()
  const own = row.organizationId === ctx.organizationId && row.environment === ctx.environment
  if (!own && !(act === 'read' && (await isBeforePlatform(ctx, { ...row, id })))) throw notFound()
  return { subjectKeyId: row.key }
}

/**
 * Lets the caller at an owner's documents, or refuses. People have their own; reviewers may read a person's; an offering's and an
 * investor's belong to its organisation; what was sent in a session is read by whoever decides its case or audits it, and only its holder sends it. Says
 * which data key seals them.
 */
export async function requireOwner(ctx: Ctx, owner: Owner, act: 'read' | 'write'): Promise<{ subjectKeyId: string }> {
  try {
    const key = await keyOf(ctx, owner, act)
    if (act === 'read') await look(ctx, owner)
    return key
  } catch (error) {
    if (act === 'read') await look(ctx, owner, true)
    throw error
  }
}

/** Papers are read with a permission of one's own account, which says nothing of whose they are: the look is noted by what they belong to. */
const look = (ctx: Ctx, { owner_type, owner_id }: Owner, refused = false): Promise<void> =>
  noteLook(ctx, {
    ...{ verb: 'documents.read', permission: owner_type === 'user' ? null : OF[owner_type], about: owner_id },
    ...(refused && { refused: true as const }),
  })
const OF = { offering: 'offerings.read', investor: 'investors.read', identity_session: 'cases.read' } as const

async function keyOf(ctx: Ctx, owner: Owner, act: 'read' | 'write'): Promise<{ subjectKeyId: string }> {
  if (owner.owner_type === 'user') {
    requirePermission(ctx, act === 'read' ? 'account.read' : 'account.write')
    const own = ctx.actor.type === 'user' && ctx.actor.id === owner.owner_id
    if (!own && !(act === 'read' && may(ctx.actor, 'users.write'))) throw notFound()
    return { subjectKeyId: userKeyId(owner.owner_id) }
  }
  if (owner.owner_type === 'investor') return ofInvestor(ctx, owner.owner_id, act)
  if (owner.owner_type === 'identity_session') {
    requirePictures(ctx)
    const session = act === 'read' ? await sessionToJudge(ctx, owner.owner_id) : null
    if (!session) throw notFound()
    return { subjectKeyId: session.subject_key_id }
  }
  if (act === 'read' && (await isInvited(ctx, owner.owner_id))) return { subjectKeyId: tenantKeyId(ctx) }
  requirePermission(ctx, act === 'read' ? 'offerings.read' : 'offerings.write')
  if (!(await findScoped(ctx.db, offerings, ctx, owner.owner_id))) throw notFound()
  return { subjectKeyId: tenantKeyId(ctx) }
}

/**
 * Pictures of somebody's face and documents are for who decides about them, and for who audits that. Whoever supports an organisation needs
 * none of them.
 */
function requirePictures(ctx: Ctx): void {
  const supports = ctx.actor.type === 'user' && ctx.actor.support
  const audits = !supports && may(ctx.actor, 'cases.read') && may(ctx.actor, 'audit_log.read')
  if (!audits) requirePermission(ctx, 'cases.decide')
}

/** A session whose documents the caller may look at: of their own organisation, or one that the platform decides about. */
async function sessionToJudge(ctx: Ctx, id: string): Promise<typeof identitySessions.$inferSelect | null> {
  const own = await findScoped(ctx.db, identitySessions, ctx, id)
  if (own) return (await hasHiddenCase(ctx, id)) ? null : own
  const [row] = await ctx.db.select().from(identitySessions).where(eq(identitySessions.id, id)).limit(1)
  return row && (await isBeforePlatform(ctx, { organizationId: row.organization_id, id })) ? row : null
}
