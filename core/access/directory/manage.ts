import { createHash, randomBytes } from 'node:crypto'
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { isAllowedAddress } from '#core/kernel/session-policy.ts'
import { systemCtx } from '#core/kernel/system.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { directories, directoryGroupMembers, directoryGroups, directoryUsers, organizations } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { lockOrganization, ofOrganization, readRole } from '../members/role.ts'
import { roleGiven } from '../members/shape.ts'
import type { DirectoryCall } from './in-line.ts'
import { ScimError } from './scim.ts'
import { settleAll } from './settle.ts'

const MOST = 5
const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
const TOKEN = /^scim_[A-Za-z0-9_-]{43}$/

/** The directory that a bearer token is of, and the call as one of its organisation. Throws `ScimError` 401 and 403. */
export async function authenticateDirectory(base: Ctx, header: string | null): Promise<DirectoryCall> {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  const [found] = TOKEN.test(token)
    ? await base.db
        .select({ directory: directories, organization: organizations })
        .from(directories)
        .innerJoin(organizations, eq(organizations.id, directories.organization_id))
        .where(and(eq(directories.token_hash, tokenHash(token)), isNull(directories.ended_at)))
        .limit(1)
    : []
  if (!found)
    throw new ScimError(
      401,
      'Send the token of the directory as "Authorization: Bearer scim_…". It is made in the settings of the sign-on.',
    )
  const { directory, organization } = found
  if (organization.ended_at || organization.ending_since) throw new ScimError(403, 'This organisation is about to be deleted.')
  const { addresses } = organization.session_policy
  if (addresses?.length && !(base.ip && isAllowedAddress(base.ip, addresses)))
    throw new ScimError(
      403,
      'This organisation is worked in from its own network addresses alone. An owner can add those of the directory.',
    )
  if (!directory.last_used_at || Date.now() - directory.last_used_at.getTime() > 60_000)
    await base.db.update(directories).set({ last_used_at: new Date() }).where(eq(directories.id, directory.id))
  const ctx = systemCtx(base.services, { id: directory.id, organizationId: organization.id, environment: 'production' })
  return { ctx: { ...ctx, requestId: base.requestId, ip: base.ip }, directory }
}

export interface DirectoriesPage {
  directories: { id: string; name: string; created_at: string; last_used_at: string | null }[]
  groups: { id: string; name: string; members: number; role: string | null; role_id: string | null }[]
  users: { active: number; waiting: number }
}

/** The directories of the organisation, the groups they made and what each is here. */
export const readDirectories = definePageVerb({
  name: 'directories.read',
  permission: 'members.read',
  run: async ({ ctx }): Promise<DirectoriesPage> => {
    const own = <T extends typeof directories | typeof directoryGroups | typeof directoryUsers>(table: T) =>
      eq(table.organization_id, ctx.organizationId)
    const rows = await ctx.db
      .select()
      .from(directories)
      .where(and(own(directories), isNull(directories.ended_at)))
      .orderBy(desc(directories.created_at))
    const groups = await ctx.db
      .select({
        id: directoryGroups.id,
        name: directoryGroups.name,
        role: directoryGroups.role,
        role_id: directoryGroups.role_id,
        members: sql<number>`(select count(*)::int from ${directoryGroupMembers} where ${directoryGroupMembers.group_id} = ${directoryGroups.id})`,
      })
      .from(directoryGroups)
      .where(own(directoryGroups))
      .orderBy(asc(directoryGroups.name))
      .limit(500)
    const [people] = await ctx.db
      .select({
        active: sql<number>`(count(*) filter (where ${directoryUsers.active}))::int`,
        waiting: sql<number>`(count(*) filter (where ${directoryUsers.active} and ${directoryUsers.user_id} is null))::int`,
      })
      .from(directoryUsers)
      .where(own(directoryUsers))
    return {
      directories: rows.map((row) => ({
        id: row.id,
        name: row.name,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at?.toISOString() ?? null,
      })),
      groups,
      users: people ?? { active: 0, waiting: 0 },
    }
  },
})

/** Lets a directory put people in and take them out. Its token is shown this once. Needs a fresh proof. Throws `conflict` above five. */
export const createDirectory = definePageVerb({
  name: 'directories.create',
  permission: 'organization.own',
  input: z.strictObject({ name: z.string().trim().min(1, 'Please enter a name').max(60, 'At most 60 characters') }),
  run: async ({ ctx: base, input }): Promise<{ id: string; token: string }> => {
    requireStepUp(base, { own: true })
    const ctx = ofOrganization(base)
    const token = `scim_${randomBytes(32).toString('base64url')}`
    // no event: who comes by it is told one by one.
    return write(ctx, async (tx) => {
      await lockOrganization(tx, ctx.organizationId)
      const live = and(eq(directories.organization_id, ctx.organizationId), isNull(directories.ended_at))
      const [has] = await tx.select({ n: count() }).from(directories).where(live)
      if ((has?.n ?? 0) >= MOST) throw new AppError('conflict', `An organisation has at most ${MOST} directories. End one first.`)
      const id = newId('directory')
      await tx
        .insert(directories)
        .values({ id, organization_id: ctx.organizationId, name: input.name, token_hash: tokenHash(token), created_by: ctx.actor.id })
      return {
        result: { id, token },
        audit: { action: 'directory_made', category: 'user', subject: { type: 'directory', id }, details: { name: input.name } },
      }
    })
  },
})

/** Ends the token of a directory: from its next call it changes nothing. Whom it put in stays. Throws `not_found`. */
export const endDirectory = definePageVerb({
  name: 'directories.end',
  permission: 'organization.own',
  input: z.strictObject({ id: z.string().max(60) }),
  run: async ({ ctx: base, input }): Promise<{ id: string }> => {
    requireStepUp(base, { own: true })
    const ctx = ofOrganization(base)
    // no event: nobody comes or goes by it.
    return write(ctx, async (tx) => {
      const [row] = await tx
        .update(directories)
        .set({ ended_at: new Date(), ended_by: ctx.actor.id })
        .where(and(eq(directories.id, input.id), eq(directories.organization_id, ctx.organizationId), isNull(directories.ended_at)))
        .returning({ id: directories.id })
      if (!row) throw notFound()
      return { result: row, audit: { action: 'directory_ended', category: 'user', subject: { type: 'directory', id: row.id } } }
    })
  },
})

/** Says what people of a group are here, at once for everybody in it; without a role the group says nothing. Throws `not_found`. */
export const giveGroupRole = definePageVerb({
  name: 'directories.give_group_role',
  permission: 'organization.own',
  input: z.strictObject({ id: z.string().max(60), ...roleGiven, role: roleGiven.role.nullable() }),
  run: async ({ ctx: base, input }): Promise<{ id: string }> => {
    requireStepUp(base, { own: true })
    const ctx = ofOrganization(base)
    if (input.role === 'owner') throw invalidField('/role', 'not_allowed', 'A directory makes no owners. Choose another role.')
    // no event: settleAll says what changes.
    return write(ctx, async (tx) => {
      await lockOrganization(tx, ctx.organizationId)
      const role = input.role ? await readRole(tx, ctx.organizationId, { role: input.role, role_id: input.role_id }) : null
      const [row] = await tx
        .update(directoryGroups)
        .set({ role: role?.role ?? null, role_id: role?.role_id ?? null, mapped_by: role ? ctx.actor.id : null })
        .where(and(eq(directoryGroups.id, input.id), eq(directoryGroups.organization_id, ctx.organizationId)))
        .returning({ id: directoryGroups.id })
      if (!row) throw notFound()
      const people = await tx
        .select({ id: directoryGroupMembers.directory_user_id })
        .from(directoryGroupMembers)
        .where(eq(directoryGroupMembers.group_id, row.id))
      const settled = await settleAll(
        tx,
        { ctx, directory: { id: ctx.actor.id, created_by: ctx.actor.id } },
        people.map((one) => one.id),
      )
      const audit: AuditInput = {
        action: 'directory_group_role',
        category: 'user',
        subject: { type: 'directory_group', id: row.id },
        details: { role: role?.role ?? null, role_id: role?.role_id ?? null },
      }
      return { result: row, ...settled, audit: [audit, ...settled.audit] as [AuditInput, ...AuditInput[]] }
    })
  },
})
