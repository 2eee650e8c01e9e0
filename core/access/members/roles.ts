import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import {
  GRANTABLE,
  memberMay,
  NAMED_ROLES,
  ownerOf,
  PERMISSIONS,
  type PermissionName,
  requireCovers,
  roleInWords,
} from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { cases, directoryGroups, memberInvitations, memberships, organizationRoles, serviceAccounts, signOnProviders } from '#db/schema.ts'
import { keyCache } from '../api-keys/authenticate.ts'
import { personBehind } from '../api-keys/maker.ts'
import { MEMBER_CHANGE, refuseAlone } from './by-two.ts'
import { lockOrganization, ofOrganization, requireProof } from './role.ts'
import { type OrganizationRoleView, organizationRole, organizationRoleAnswer } from './shape.ts'

type Row = typeof organizationRoles.$inferSelect
/** Roles of its own an organisation has at a time. */
const MOST_ROLES = 50

const name = z
  .string()
  .trim()
  .min(1, 'Please enter a name')
  .max(60, 'At most 60 characters')
  .meta({ description: 'What the role is called in the organisation' })
const permissions = z
  .array(z.string())
  .min(1, 'Choose at least one permission')
  .max(200)
  .meta({ description: 'What the role may, by the names of docs/methodology/permissions.md' })

/** How many have a role now: members and service accounts. */
const having = (id: typeof organizationRoles.id | string) => sql<number>`(
  (select count(*) from ${memberships} m where m.role_id = ${id} and m.ended_at is null)
  + (select count(*) from ${serviceAccounts} s where s.role_id = ${id} and s.ended_at is null))::int`

/** Whether somebody has a role, is invited to it or waits for it, or would get it by the sign-on or a group of a directory. */
async function isGiven(tx: Tx, { id, organization_id }: Row): Promise<boolean> {
  const { rows } = await tx.execute<{ given: boolean }>(sql`select ${having(id)} > 0
    or exists (select 1 from ${memberInvitations} i where i.role_id = ${id} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now())
    or exists (select 1 from ${cases} c where c.organization_id = ${organization_id} and c.kind = ${MEMBER_CHANGE} and c.status <> 'decided'
      and c.details -> 'to' ->> 'role_id' = ${id})
    or exists (select 1 from ${signOnProviders} p where p.role_id = ${id})
    or exists (select 1 from ${directoryGroups} g where g.role_id = ${id}) as given`)
  return rows[0]!.given
}

const present = (row: Row, members: number): OrganizationRoleView => ({
  object: 'organization_role',
  id: row.id,
  role: 'custom',
  name: row.name,
  permissions: row.permissions,
  members,
  created_at: row.created_at.toISOString(),
})

/** What a named role may, in an organisation that is an issuer. */
const permissionsOf = (role: (typeof NAMED_ROLES)[number]): string[] =>
  (Object.keys(PERMISSIONS) as PermissionName[]).filter(
    (name) => PERMISSIONS[name].roles.length > 0 && memberMay({ ...ownerOf('issuer'), role }, name),
  )

/** The roles every organisation has, then those of its own by name, each with what it may. */
export const listOrganizationRoles = defineVerb({
  name: 'members.list_roles',
  permission: 'members.read',
  input: z.strictObject(pageQuery),
  output: listOf(organizationRole),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'organization_roles', input.cursor)
    const [own, held] = await Promise.all([
      ctx.db
        .select({ row: organizationRoles, members: having(organizationRoles.id) })
        .from(organizationRoles)
        .where(and(eq(organizationRoles.organization_id, ctx.organizationId), isNull(organizationRoles.ended_at)))
        .orderBy(asc(organizationRoles.id))
        .limit(MOST_ROLES),
      heldOf(ctx.db, ctx.organizationId),
    ])
    const all = [
      ...NAMED_ROLES.map((role) => ({
        object: 'organization_role' as const,
        id: null,
        role,
        name: roleInWords(role),
        permissions: permissionsOf(role),
        members: held.get(role) ?? 0,
        created_at: null,
      })),
      ...own.map(({ row, members }) => present(row, members)),
    ]
    const from = after ? all.findIndex((one) => (one.id ?? one.role) === after[0]) + 1 : 0
    const page = pageOf(
      ctx,
      'organization_roles',
      all.slice(from, from + input.limit + 1),
      input.limit,
      (row) => row,
      (row) => [row.id ?? row.role],
    )
    return { success: true as const, ...page }
  },
})

async function heldOf(db: Queryable, organizationId: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ role: string; n: number }>(sql`select role, count(*)::int as n from (
    select role from ${memberships} where organization_id = ${organizationId} and ended_at is null
    union all select role from ${serviceAccounts} where organization_id = ${organizationId} and ended_at is null) held group by role`)
  return new Map(rows.map((row) => [row.role, row.n]))
}

/** Refuses what no role of an organisation's own holds. Throws `validation_failed`. */
function requireGrantable(names: readonly string[]): string[] {
  const wrong = names.find((one) => !(GRANTABLE as readonly string[]).includes(one))
  if (wrong) throw invalidField('/permissions', 'not_allowed', `${wrong} is no permission that a role of an organisation can hold.`)
  return GRANTABLE.filter((one) => names.includes(one))
}

async function lockRole(tx: Tx, organizationId: string, id: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(organizationRoles)
    .where(and(eq(organizationRoles.id, id), eq(organizationRoles.organization_id, organizationId), isNull(organizationRoles.ended_at)))
    .for('update')
    .limit(1)
  if (!row) throw notFound()
  return row
}

async function refuseTwin(tx: Tx, organizationId: string, wanted: string, besides?: string): Promise<void> {
  const taken = await tx
    .select({ id: organizationRoles.id, name: organizationRoles.name })
    .from(organizationRoles)
    .where(and(eq(organizationRoles.organization_id, organizationId), isNull(organizationRoles.ended_at)))
  const twin = taken.find((one) => one.id !== besides && one.name.toLowerCase() === wanted.toLowerCase())
  if (twin || NAMED_ROLES.some((role) => roleInWords(role) === wanted.toLowerCase()))
    throw new AppError('already_exists', 'There is a role of this name already.', { extra: { existing_id: twin?.id ?? null } })
  if (!besides && taken.length >= MOST_ROLES)
    throw new AppError('conflict', `An organisation has at most ${MOST_ROLES} roles of its own. Delete one that nobody has.`)
}

const audited = (action: string, row: Row, permissions: string[]) => ({
  action,
  category: 'user' as const,
  subject: { type: 'organization_role', id: row.id },
  details: { permissions },
})

/** Makes a role of the organisation's own. Throws `forbidden` for one that may more than the caller, `already_exists` for a name in use. */
export const createOrganizationRole = defineVerb({
  name: 'members.create_role',
  permission: 'members.write',
  input: z.strictObject({ name, permissions }),
  output: organizationRoleAnswer,
  run: async ({ ctx: base, input }) => {
    requireProof(base)
    const ctx = ofOrganization(base)
    const by = await personBehind(ctx)
    const granted = requireGrantable(input.permissions)
    // no event: a role nobody has changes nothing.
    return write(ctx, async (tx) => {
      await lockOrganization(tx, ctx.organizationId)
      requireCovers(ctx, { role: 'custom', permissions: granted, name: input.name })
      await refuseTwin(tx, ctx.organizationId, input.name)
      const [row] = await tx
        .insert(organizationRoles)
        .values({
          id: newId('organization_role'),
          organization_id: ctx.organizationId,
          name: input.name,
          permissions: granted,
          created_by: by.id,
        })
        .returning()
      return { result: { success: true as const, ...present(row!, 0) }, audit: audited('organization_role_made', row!, granted) }
    })
  },
})

/**
 * Gives a role of the organisation's own another name or other permissions, for everybody who has it, from their next call. Who has it
 * counts as having got it anew. Throws `not_found`, `forbidden`, `already_exists`.
 */
export const changeOrganizationRole = defineVerb({
  name: 'members.change_own_role',
  permission: 'members.write',
  input: byId('Id of the role').extend({ name: name.optional(), permissions: permissions.optional() }),
  output: organizationRoleAnswer,
  run: async ({ ctx: base, input }) => {
    requireProof(base)
    const ctx = ofOrganization(base)
    const by = await personBehind(ctx)
    // no event: each member's role is still the one of this id.
    const done = await write(ctx, async (tx) => {
      await lockOrganization(tx, ctx.organizationId)
      const row = await lockRole(tx, ctx.organizationId, input.id)
      const granted = input.permissions ? requireGrantable(input.permissions) : row.permissions
      requireCovers(ctx, { role: 'custom', permissions: row.permissions, name: row.name })
      requireCovers(ctx, { role: 'custom', permissions: granted, name: input.name ?? row.name })
      if (input.name) await refuseTwin(tx, ctx.organizationId, input.name, row.id)
      const { rows } = await tx.execute<{ n: number }>(sql`select ${having(row.id)} as n`)
      // What two agree to give is what it was when they agreed.
      if (granted.join() !== row.permissions.join() && (await isGiven(tx, row)))
        await refuseAlone(tx, ctx.organizationId, 'Make another role with these permissions, and ask for it for whoever is to have it.')
      const [now] = await tx
        .update(organizationRoles)
        .set({ name: input.name ?? row.name, permissions: granted, updated_at: new Date() })
        .where(eq(organizationRoles.id, row.id))
        .returning()
      // Nobody agrees, by what was put into their role since, to what was asked for before.
      if (granted.join() !== row.permissions.join())
        await tx
          .update(memberships)
          .set({ role_since: new Date(), role_given_by: [by.id] })
          .where(and(eq(memberships.role_id, row.id), isNull(memberships.ended_at)))
      return {
        result: { success: true as const, ...present(now!, rows[0]?.n ?? 0) },
        audit: audited('organization_role_changed', now!, granted),
      }
    })
    keyCache.dropOfOrganization(ctx.organizationId)
    return done
  },
})

/** Deletes a role of the organisation's own that nobody has. Throws `not_found`, and `conflict` while somebody has it or may come to it. */
export const deleteOrganizationRole = defineVerb({
  name: 'members.delete_role',
  permission: 'members.write',
  input: byId('Id of the role'),
  output: z.object({ success: z.literal(true), object: z.literal('organization_role'), id: z.string(), deleted: z.literal(true) }),
  run: async ({ ctx: base, input }) => {
    requireProof(base)
    const ctx = ofOrganization(base)
    // no event: nobody had it.
    return write(ctx, async (tx) => {
      await lockOrganization(tx, ctx.organizationId)
      const row = await lockRole(tx, ctx.organizationId, input.id)
      if (await isGiven(tx, row))
        throw new AppError(
          'conflict',
          'Somebody has this role or is invited to it, or it is given by the sign-on or a group of a directory. Give another one there first.',
        )
      await tx.update(organizationRoles).set({ ended_at: new Date() }).where(eq(organizationRoles.id, row.id))
      return {
        result: { success: true as const, object: 'organization_role' as const, id: row.id, deleted: true as const },
        audit: audited('organization_role_deleted', row, row.permissions),
      }
    })
  },
})
