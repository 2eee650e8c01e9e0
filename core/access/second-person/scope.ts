import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { tenantStanding } from '#core/kernel/members.ts'
import { aboutCaller, ofHolder } from '#core/record/cases/hidden.ts'
import type { World } from '#core/sources/world.ts'
import type { Queryable } from '#db/connect.ts'
import { apiKeys, cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { tenantCtx } from '../accounts/personal.ts'

/** Whether the caller is an administrator of the platform, signed in: who decides what is the platform's own, and nothing of a tenant's. */
export const isOperator = (ctx: Ctx) => ctx.actor.type === 'user' && ctx.actor.role === 'admin'

/**
 * An organisation in which nobody may decide: somebody's own, who is no issuer. Their second person is the platform. One that was an
 * issuer's keeps what others entrusted to it for itself, also where its owners are suspended or have that role no more.
 */
export const isPersonal = (organizationId: PgColumn | SQL): SQL<boolean> =>
  sql`(${tenantStanding(organizationId)} = 'investor' and not exists (
    select 1 from organizations g where g.id = ${organizationId} and g.issuer_since is not null))`

/**
 * Cases that the platform decides, a condition on `cases`: of its users, of its terms and contracts with an organisation, and of
 * organisations in which nobody may decide, but for their own members and settings. Every other one is its organisation's alone.
 */
export const ofPlatform: SQL<boolean> = sql`(${ofHolder} or cases.details ->> 'platform' = 'true' or cases.kind = 'offering_terms'
  or (cases.kind not in ('member_role', 'policy_change') and ${isPersonal(sql`cases.organization_id`)}))`

/**
 * Cases that an organisation is told of and an administrator of Sealwright answers: its contracts, its commercial terms, its own papers. A
 * condition on `cases`. In a sandbox one developer is both sides, but for contracts.
 */
export const answeredByPlatform = ({ people }: World): SQL<boolean> =>
  people.playedByOne ? sql`(cases.kind = 'tenant_contract')` : sql`(cases.details ->> 'platform' = 'true' or cases.kind = 'offering_terms')`

/** Whether a case is of somebody's own account or records: not for their colleagues to open. */
export const isOfHolder = (db: Queryable, id: string): Promise<boolean> => holds(db, id, ofHolder)

/** Whether a case is hidden from the caller: it is about a person's own account or records, or about the caller. */
export const isHiddenFrom = (ctx: Ctx, id: string): Promise<boolean> => holds(ctx.db, id, hiddenFrom(ctx))

const hiddenFrom = (ctx: Ctx): SQL => (isOperator(ctx) ? aboutCaller(ctx) : or(ofHolder, aboutCaller(ctx))!)

/** Whether something has a case that is hidden from the caller: then its papers are, too. */
export async function hasHiddenCase(ctx: Ctx, subjectId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: cases.id })
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.subject_id, subjectId), hiddenFrom(ctx))))
    .limit(1)
  return row !== undefined
}

/** Whether a case is answered by an administrator of Sealwright, and read by the people of its organisation. */
export const isAnsweredByPlatform = ({ db, world }: Ctx, id: string): Promise<boolean> => holds(db, id, answeredByPlatform(world))

async function holds(db: Queryable, id: string, condition: SQL): Promise<boolean> {
  const [row] = await db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.id, id), condition))
    .limit(1)
  return row !== undefined
}

/** Whether an administrator has papers of somebody before them: those that a case which is the platform's to decide is about. */
export async function isBeforePlatform(ctx: Ctx, about: { organizationId: string; id: string }): Promise<boolean> {
  if (!isOperator(ctx)) return false
  const these = or(eq(cases.subject_id, about.id), sql`${cases.details} ->> 'investor_id' = ${about.id}`)
  const [row] = await ctx.db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.organization_id, about.organizationId), these, ofPlatform))
    .limit(1)
  return row !== undefined
}

/**
 * The call as made within the tenant of a case, by that tenant's clock: the caller's own, or, for an administrator, that of a case which
 * is the platform's to decide. Throws `not_found` for any other.
 */
export async function caseCtx(ctx: Ctx, id: string): Promise<Ctx> {
  // A person works in both environments of their organisation, a key in its own.
  const own = ctx.actor.type === 'user' ? eq(cases.organization_id, ctx.organizationId) : inScope(cases, ctx)
  const [row] = await ctx.db
    .select({ organization: cases.organization_id, environment: cases.environment })
    .from(cases)
    .where(and(eq(cases.id, id), isOperator(ctx) ? or(own, ofPlatform) : own))
    .limit(1)
  if (!row) throw notFound()
  const at = row.environment as Environment
  return row.organization === ctx.organizationId && at === ctx.environment ? ctx : tenantCtx(ctx, row.organization, at)
}

/**
 * Whether two actors are one person. In production a key acts for whoever made it; in the sandbox, where one developer tries
 * both sides, two keys are two people.
 */
export async function sameActor(db: Queryable, { people }: Pick<World, 'people'>, a: string, b: string): Promise<boolean> {
  if (a === b) return true
  if (people.playedByOne) return false
  const keys = await db
    .select({ id: apiKeys.id, by: apiKeys.created_by })
    .from(apiKeys)
    .where(inArray(apiKeys.id, [a, b]))
  const person = (id: string) => keys.find((key) => key.id === id)?.by ?? id
  return person(a) === person(b)
}
