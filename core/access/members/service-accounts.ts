import { and, count, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { requireCovers, roleInWords } from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { apiKeys, organizationRoles, serviceAccounts } from '#db/schema.ts'
import { keyCache } from '../api-keys/authenticate.ts'
import { personBehind } from '../api-keys/maker.ts'
import { lockOrganization, ofOrganization, readRole, requireProof } from './role.ts'
import { roleGiven, type ServiceAccountView, serviceAccount, serviceAccountAnswer } from './shape.ts'

type Row = typeof serviceAccounts.$inferSelect
const MOST = 50

const keysOf = sql<number>`(select count(*)::int from ${apiKeys} where ${apiKeys.service_account_id} = ${serviceAccounts.id}
  and ${apiKeys.is_active} and (${apiKeys.expires_at} is null or ${apiKeys.expires_at} > now()))`

const present = (row: Row, own: string | null, keys: number): ServiceAccountView => ({
  object: 'service_account',
  id: row.id,
  name: row.name,
  role: row.role,
  role_id: row.role_id,
  role_name: own ?? roleInWords(row.role),
  keys,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})

/** The programs that act for the organisation, newest first, ended ones among them. */
export const listServiceAccounts = defineVerb({
  name: 'service_accounts.list',
  permission: 'members.read',
  input: z.strictObject(pageQuery),
  output: listOf(serviceAccount),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'service_accounts', input.cursor)
    const rows = await ctx.db
      .select({ row: serviceAccounts, own: organizationRoles.name, keys: keysOf })
      .from(serviceAccounts)
      .leftJoin(organizationRoles, eq(organizationRoles.id, serviceAccounts.role_id))
      .where(and(eq(serviceAccounts.organization_id, ctx.organizationId), after ? lt(serviceAccounts.id, after[0] as string) : undefined))
      .orderBy(desc(serviceAccounts.id))
      .limit(input.limit + 1)
    const page = pageOf(
      ctx,
      'service_accounts',
      rows,
      input.limit,
      ({ row, own, keys }) => present(row, own, keys),
      ({ row }) => [row.id],
    )
    return { success: true as const, ...page }
  },
})

/**
 * Makes a program that acts for the organisation. Its keys do no more than its role, and stay when people leave. Throws `forbidden` for a
 * role that may more than the caller, `already_exists` for a name in use.
 */
export const createServiceAccount = defineVerb({
  name: 'service_accounts.create',
  permission: 'members.write',
  input: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'Please enter a name')
      .max(60, 'At most 60 characters')
      .meta({ description: 'What the program is called in the organisation' }),
    ...roleGiven,
  }),
  output: serviceAccountAnswer,
  run: async ({ ctx: base, input }) => {
    requireProof(base)
    const ctx = ofOrganization(base)
    const by = await personBehind(ctx)
    return write(ctx, async (tx) => {
      await lockOrganization(tx, ctx.organizationId)
      const role = await readRole(tx, ctx.organizationId, input)
      requireCovers(ctx, role)
      const live = and(eq(serviceAccounts.organization_id, ctx.organizationId), isNull(serviceAccounts.ended_at))
      const [twin] = await tx
        .select({ id: serviceAccounts.id })
        .from(serviceAccounts)
        .where(and(live, eq(sql`lower(${serviceAccounts.name})`, input.name.toLowerCase())))
        .limit(1)
      if (twin)
        throw new AppError('already_exists', 'There is a service account of this name already.', { extra: { existing_id: twin.id } })
      const [has] = await tx.select({ n: count() }).from(serviceAccounts).where(live)
      if ((has?.n ?? 0) >= MOST) throw new AppError('conflict', `An organisation has at most ${MOST} service accounts. End one first.`)
      const [row] = await tx
        .insert(serviceAccounts)
        .values({
          id: newId('service_account'),
          organization_id: ctx.organizationId,
          name: input.name,
          role: role.role,
          role_id: role.role_id,
          created_by: by.id,
        })
        .returning()
      return {
        result: { success: true as const, ...present(row!, role.role_id ? role.name : null, 0) },
        audit: {
          action: 'service_account_made',
          category: 'user',
          subject: { type: 'service_account', id: row!.id },
          details: { role: role.role, role_id: role.role_id },
        },
        events: [
          {
            type: 'service_account.created',
            resource: { type: 'service_account', id: row!.id },
            object: { service_account: { id: row!.id, name: row!.name, role: row!.role, role_id: row!.role_id } },
          },
        ],
      }
    })
  },
})

/** Ends a service account for good: its keys do nothing from their next call. Throws `not_found`, `forbidden`. */
export const endServiceAccount = defineVerb({
  name: 'service_accounts.end',
  permission: 'members.write',
  input: byId('Id of the service account'),
  output: serviceAccountAnswer,
  run: async ({ ctx: base, input }) => {
    requireProof(base)
    const ctx = ofOrganization(base)
    const by = await personBehind(ctx)
    const done = await write(ctx, async (tx) => {
      const [row] = await tx
        .select()
        .from(serviceAccounts)
        .where(and(eq(serviceAccounts.id, input.id), eq(serviceAccounts.organization_id, ctx.organizationId)))
        .for('update')
        .limit(1)
      if (!row) throw notFound()
      if (row.ended_at) throw new AppError('invalid_transition', 'This service account has ended already.')
      const [own] = row.role_id ? await tx.select().from(organizationRoles).where(eq(organizationRoles.id, row.role_id)).limit(1) : []
      requireCovers(ctx, { role: row.role, permissions: own?.permissions ?? null, name: own?.name ?? roleInWords(row.role) })
      const at = new Date()
      const [now] = await tx
        .update(serviceAccounts)
        .set({ ended_at: at, ended_by: by.id })
        .where(eq(serviceAccounts.id, row.id))
        .returning()
      return {
        result: { success: true as const, ...present(now!, own?.name ?? null, 0) },
        audit: {
          action: 'service_account_ended',
          category: 'user',
          subject: { type: 'service_account', id: row.id },
          details: { role: row.role },
        },
        events: [
          {
            type: 'service_account.ended',
            resource: { type: 'service_account', id: row.id },
            object: { service_account: { id: row.id, name: row.name, role: row.role, role_id: row.role_id } },
          },
        ],
      }
    })
    keyCache.dropOfOrganization(ctx.organizationId)
    return done
  },
})
