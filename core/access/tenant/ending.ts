import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { organizationEndingMail } from '#core/kernel/mails/member-mails.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { isMemberOf } from '#core/kernel/members.ts'
import { addressesOf, openUser } from '#core/kernel/people.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { lots, offerings, organizations, users } from '#db/schema.ts'
import type { SecondPerson } from '../second-person/ask-second.ts'

const GRACE_DAYS = 30
const DAY_MS = 86_400_000

/** Why an organisation cannot be deleted yet: registers whose keeping is its duty. */
export async function blockedBy(db: Queryable, organizationId: string): Promise<string[]> {
  const scope = (table: typeof offerings | typeof lots) =>
    and(eq(table.organization_id, organizationId), eq(table.environment, 'production'))
  const [running, held] = await Promise.all([
    db.$count(offerings, and(scope(offerings), inArray(offerings.status, ['open', 'paused']))),
    db.$count(lots, and(scope(lots), isNull(lots.closed_at))),
  ])
  return [
    ...(running ? [`${running} ${running === 1 ? 'offering is' : 'offerings are'} still open. Close them first.`] : []),
    ...(held ? ['People still hold tokens of it, and the register of holders must be kept.'] : []),
  ]
}

/** Throws `conflict` with what stands in the way of the end of an organisation. */
export async function refuseBlocked(db: Queryable, organizationId: string): Promise<void> {
  const blocked = await blockedBy(db, organizationId)
  if (blocked.length) throw new AppError('conflict', blocked.join(' '))
}

/** Who is told that an organisation ends, or does not. */
export const leadersOf = (tx: Tx, ctx: Ctx) => addressesOf(tx, ctx.services, isMemberOf(tx, ctx.organizationId, ['owner', 'admin']))

/**
 * Begins the 30 days after which an organisation is deleted, and tells its owners and admins: any owner can call it off. The caller holds
 * the organisation. Throws `conflict` with what stands in the way.
 */
export async function beginEnding(tx: Tx, ctx: Ctx, askedBy: string) {
  await refuseBlocked(tx, ctx.organizationId)
  const now = new Date()
  const at = new Date(now.getTime() + GRACE_DAYS * DAY_MS)
  const [organization] = await tx
    .update(organizations)
    .set({ ending_since: now, ends_at: at, ending_by: askedBy })
    .where(eq(organizations.id, ctx.organizationId))
    .returning()
  const [row] = await tx.select().from(users).where(eq(users.id, askedBy)).limit(1)
  const person = row ? await openUser(tx, ctx.services, row) : null
  const told = { organization: organization!.name, who: person ? `${person.first_name} ${person.last_name}` : 'An owner', at }
  const { publicUrl } = ctx.services.config
  const leaders = await leadersOf(tx, ctx)
  await queueMails(
    tx,
    ctx.services,
    leaders.map(({ email }) => organizationEndingMail({ to: email, ...told, publicUrl })),
  )
  return {
    result: { ends_at: at.toISOString() as string | null, second_person: null as SecondPerson | null },
    audit: endingAudited(ctx, 'organization_ending', { ends_at: at.toISOString() }),
    events: [endingTold(ctx, 'organization.ending', at)],
  }
}

export const endingAudited = (ctx: Ctx, action: string, details: Record<string, string>): AuditInput => ({
  action,
  category: 'user',
  subject: { type: 'organization', id: ctx.organizationId },
  details,
  standing: [`organization:${ctx.organizationId}`],
})
export const endingTold = (ctx: Ctx, type: 'organization.ending' | 'organization.kept', at: Date | null) => ({
  type,
  resource: { type: 'organization', id: ctx.organizationId },
  object: { organization: { id: ctx.organizationId, ends_at: at?.toISOString() ?? null } },
})
