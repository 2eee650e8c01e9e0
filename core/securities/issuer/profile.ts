import { and, eq, exists, inArray } from 'drizzle-orm'
import { namedOwners, screenOwners } from '#core/identity/entities/owners.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { isMemberOf } from '#core/kernel/members.ts'
import type { Statement } from '#core/record/facts/statements.ts'
import { screenSubject } from '#core/screening/matching/screen-subject.ts'
import type { Queryable } from '#db/connect.ts'
import { investors, organizations, persons, userRoles, users } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { EMBARGO } from '#engine/tables/country-risk.ts'

type OrganizationRow = typeof organizations.$inferSelect

/** What an organisation said of itself as an issuer, in one environment. */
export interface Stated {
  /** Its own record among its investors, of type entity: who is screened as the issuer, with its owners. */
  investor_id: string | null
  facts: Record<string, Json>
  /** Who stated each of them, and when. */
  stated?: Record<string, Statement>
  updated_at: string | null
}

const NOTHING: Stated = { investor_id: null, facts: {}, updated_at: null }

export const statedOf = (organization: Pick<OrganizationRow, 'settings'> | undefined, { environment }: Pick<Ctx, 'environment'>): Stated =>
  (organization?.settings.issuer as Partial<Record<string, Stated | null>> | undefined)?.[environment] ?? NOTHING

/** Puts a statement in the place of the one before, which nobody changes meanwhile; null takes it away. */
export async function putStated<S extends Stated | null>(
  tx: Queryable,
  organizationId: string,
  environment: Ctx['environment'],
  next: (before: Stated) => S,
): Promise<S> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, organizationId)).limit(1).for('update')
  const stated = next(statedOf(row, { environment }))
  const issuer = { ...(row!.settings.issuer as object | undefined), [environment]: stated }
  await tx
    .update(organizations)
    .set({ settings: { ...row!.settings, issuer } })
    .where(eq(organizations.id, organizationId))
  return stated
}

/** What is found out about an issuer, whatever it says: the rules know these facts, and nobody states them. */
export interface Established {
  verification: 'verified' | 'pending' | 'unverified'
  sanctions?: { status: 'clear' | 'possible_match' | 'hit' }
  control_persons_screened?: boolean
}

/**
 * Who the issuer is, as far as Sealwright knows: an administrator verified somebody who acts for it, its own record is a verified entity
 * that evidence still shows, and that entity and whoever controls it are on no list, screened at the time of the call. Without a record
 * nothing is known of lists. Throws `screening_unavailable`.
 */
export async function establish(db: Queryable, ctx: Ctx, stated: Stated): Promise<Established> {
  const [known, record] = await Promise.all([
    isKnown(db, ctx),
    stated.investor_id ? findScoped(db, investors, ctx, stated.investor_id) : null,
  ])
  const person = record && (await findScoped(db, persons, ctx, record.person_id))
  // Where an issuer is seated it is paid: an embargo of its own place is one of the issuer.
  if ([stated.facts.domicile, stated.facts.principal_place].some((place) => typeof place === 'string' && EMBARGO.includes(place)))
    return { verification: known ? 'verified' : 'unverified', sanctions: { status: 'hit' } }
  if (!record || !person) return ctx.world.statements.issuerOfRecord ?? { verification: known ? 'pending' : 'unverified' }
  try {
    const data = await openPerson(db, ctx, person)
    const asked = { full_name: data.full_name, country: data.country ?? undefined, entity_type: 'organization' as const }
    const [own, owners] = [await screenSubject(db, ctx, asked), await screenOwners(db, ctx, person.id, data)]
    const controlled = ((await namedOwners(db, ctx, person.id, data)) ?? []).some(({ owner }) => owner.controls)
    // What was once verified counts while evidence carries it.
    const identity = await ctx.world.identity.of(db, ctx, { personId: person.id, shownFor: record.id, played: null })
    const shown = record.identity_status === 'verified' && identity.status === 'verified'
    return {
      verification: !known ? 'unverified' : shown ? 'verified' : 'pending',
      sanctions: {
        status: [own.status, owners.status].find((one) => one === 'hit') ?? (owners.status === 'clear' ? own.status : owners.status),
      },
      control_persons_screened: controlled,
    }
  } catch (error) {
    if (error instanceof Erased) return { verification: 'unverified' }
    throw error
  }
}

/** Whether an administrator verified one of the people who act for the organisation. */
async function isKnown(db: Queryable, ctx: Ctx): Promise<boolean> {
  if (ctx.world.statements.issuerOfRecord) return true
  const acts = db
    .select({ id: userRoles.id })
    .from(userRoles)
    .where(and(eq(userRoles.user_id, users.id), inArray(userRoles.role, ['issuer', 'admin'])))
  const [one] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isMemberOf(db, ctx.organizationId), eq(users.is_verified, true), exists(acts)))
    .limit(1)
  return one !== undefined
}
