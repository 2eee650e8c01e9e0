import { and, count, eq, isNull, ne, sql } from 'drizzle-orm'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { tenantStanding } from '#core/kernel/members.ts'
import { type MemberRole, roleInWords } from '#core/kernel/permissions.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { memberships, organizationRoles, organizations } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'

/** A role of an organisation, with what it may where it is one of its own. */
export interface RoleHere {
  role: MemberRole
  role_id: string | null
  permissions: string[] | null
  name: string
}

/**
 * The call as one about the organisation as a whole. People belong to both of its environments: what one of them does stands with
 * production, what a key does with the key's.
 */
export const ofOrganization = (ctx: Ctx): Ctx => (ctx.actor.type === 'user' ? withTenant(ctx, ctx.organizationId, 'production') : ctx)

/** Reads the role a call names. Throws `validation_failed` for one the organisation has not. */
export async function readRole(
  db: Queryable,
  organizationId: string,
  { role, role_id }: { role: MemberRole; role_id?: string | null | undefined },
): Promise<RoleHere> {
  if (role !== 'custom') {
    if (role_id) throw invalidField('/role_id', 'not_allowed', 'Only with the role custom.')
    return { role, role_id: null, permissions: null, name: roleInWords(role) }
  }
  const [row] = role_id
    ? await db
        .select()
        .from(organizationRoles)
        .where(
          and(eq(organizationRoles.id, role_id), eq(organizationRoles.organization_id, organizationId), isNull(organizationRoles.ended_at)),
        )
        .for('share')
        .limit(1)
    : []
  if (!row) throw invalidField('/role_id', 'unknown_role', 'Name one of the roles of your organisation.')
  return { role, role_id: row.id, permissions: row.permissions, name: row.name }
}

/** A change of who may do what is made by somebody who has just proven who they are. Throws `step_up_required`. */
export const requireProof = (ctx: Ctx): void => requireStepUp(ctx, { own: !ctx.services.config.requireSecondFactor })

/** Whoever waits for the organisation holds a place that others need. */
const LOCK_WAIT = '3s'

/**
 * Holds the organisation, so that of two changes of who belongs to it one waits for the other, for a few seconds. Throws where it ends or is
 * nobody's to keep, and `rate_limited` where the other takes longer.
 */
export async function lockOrganization(tx: Tx, organizationId: string) {
  await tx.execute(sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`)
  const [row] = await tx
    .select()
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update')
    .limit(1)
    .catch((error: Error & { cause?: { code?: string } }) => {
      if (error.cause?.code !== '55P03') throw error
      throw new AppError('rate_limited', 'Another change of who belongs to this organisation is under way. Try again in a few seconds.', {
        ...{ cause: error, extra: { headers: { 'retry-after': '3' } } },
      })
    })
  await tx.execute(sql`set local lock_timeout to default`)
  if (!row || row.kind === 'throwaway')
    throw new AppError('forbidden', 'This sandbox is for a day and belongs to nobody. Open an account to have members.')
  if (row.ended_at || row.ending_since)
    throw new AppError('organization_ending', 'This organisation is about to be deleted. An owner can call it off first.')
  return row
}

/** Throws `last_owner` when nobody but this membership is the organisation's owner. The caller holds the organisation. */
export async function refuseLastOwner(tx: Tx, row: typeof memberships.$inferSelect): Promise<void> {
  if (row.role !== 'owner') return
  const [others] = await tx
    .select({ n: count() })
    .from(memberships)
    .where(
      and(
        eq(memberships.organization_id, row.organization_id),
        eq(memberships.role, 'owner'),
        isNull(memberships.ended_at),
        ne(memberships.id, row.id),
      ),
    )
  if (!others?.n) throw new AppError('last_owner', 'This is the last owner of the organisation. Make somebody else an owner first.')
}

/** Whether an organisation may do what issuers do. */
async function isIssuers(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ standing: string }>(sql`select ${tenantStanding(organizationId)} as standing`)
  return rows[0]!.standing === 'issuer'
}

/**
 * Does a change of who owns an organisation that leaves it what it may: where it is an issuer's, an owner who makes it one stays. Throws
 * `conflict` for any other.
 */
export async function keepingStanding<T>(tx: Tx, organizationId: string, change: () => Promise<T>): Promise<T> {
  const before = await isIssuers(tx, organizationId)
  const done = await change()
  if (before && !(await isIssuers(tx, organizationId)))
    throw new AppError(
      'conflict',
      'The organisation could not do any more what issuers do: none of its other owners has the role issuer on the platform. Have the next owner ask for that role first, on the page of their account.',
    )
  return done
}
