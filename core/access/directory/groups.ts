import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { directoryGroupMembers, directoryGroups, directoryUsers } from '#db/schema.ts'
import { type DirectoryCall, inLine, lockFor } from './in-line.ts'
import {
  applyPatch,
  type Body,
  type FilterPart,
  GROUP_SCHEMA,
  isScimObject,
  noSuch,
  type PatchOperation,
  plainPath,
  readDirectoryBody,
  readFilter,
  readPage,
  readPatch,
  ScimError,
} from './scim.ts'
import { settleAll } from './settle.ts'

type Row = typeof directoryGroups.$inferSelect
const MOST_MEMBERS = 5_000

const groupOf = z.object({
  displayName: z.string().trim().min(1).max(255),
  externalId: z.string().trim().max(255).nullish(),
  members: z
    .array(z.object({ value: z.string().max(60) }))
    .max(MOST_MEMBERS)
    .nullish(),
})
type Said = z.output<typeof groupOf>

const readGroup = (body: unknown): Said => readDirectoryBody(groupOf, body, 'The group')

/** Who is in each of some groups. */
async function membersByGroup(db: Queryable, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map(ids.map((id) => [id, [] as string[]]))
  if (!ids.length) return found
  const rows = await db
    .select({ id: directoryGroupMembers.directory_user_id, group: directoryGroupMembers.group_id })
    .from(directoryGroupMembers)
    .where(inArray(directoryGroupMembers.group_id, [...ids]))
    .orderBy(asc(directoryGroupMembers.directory_user_id))
  for (const { id, group } of rows) found.get(group)!.push(id)
  return found
}

const membersOf = async (db: Queryable, id: string): Promise<string[]> => (await membersByGroup(db, [id])).get(id)!

function present({ services }: Ctx, row: Row, members: string[] | null): Body {
  const { publicUrl } = services.config
  return {
    schemas: [GROUP_SCHEMA],
    id: row.id,
    displayName: row.name,
    ...(row.external_id && { externalId: row.external_id }),
    ...(members && { members: members.map((value) => ({ value, type: 'User', $ref: `${publicUrl}/scim/v2/Users/${value}` })) }),
    meta: {
      resourceType: 'Group',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${publicUrl}/scim/v2/Groups/${row.id}`,
    },
  }
}

async function findGroup(db: Queryable, ctx: Ctx, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(directoryGroups)
    .where(and(eq(directoryGroups.id, id), eq(directoryGroups.organization_id, ctx.organizationId)))
    .limit(1)
  if (!row) throw noSuch(id)
  return row
}

/** Whether members are to be told: not where they are excluded, nor where other attributes alone are asked for (RFC 7644, section 3.9). */
function wantsMembers({ attributes, excludedAttributes }: Record<string, string | undefined>): boolean {
  const names = (text: string | undefined) => (text ?? '').split(',').map((one) => plainPath(one.trim()).toLowerCase())
  if (names(excludedAttributes).includes('members')) return false
  return !attributes?.trim() || names(attributes).some((name) => /^members(\.|$)/.test(name))
}

/**
 * The groups of a page with who is in them. No list says more than as many members as one group has: then its page ends earlier, which a
 * directory sees from `itemsPerPage` (RFC 7644, section 3.4.2.4), and goes on from there. A group is never told in part.
 */
async function withMembers(db: Queryable, rows: readonly Row[]): Promise<[Row, string[]][]> {
  const counts = rows.length
    ? await db
        .select({ group: directoryGroupMembers.group_id, n: count() })
        .from(directoryGroupMembers)
        .where(
          inArray(
            directoryGroupMembers.group_id,
            rows.map((row) => row.id),
          ),
        )
        .groupBy(directoryGroupMembers.group_id)
    : []
  const sizes = new Map(counts.map(({ group, n }) => [group, n]))
  let told = 0
  const fit = rows.findIndex((row, i) => {
    told += sizes.get(row.id) ?? 0
    return i > 0 && told > MOST_MEMBERS
  })
  const shown = fit < 0 ? rows : rows.slice(0, fit)
  const members = await membersByGroup(
    db,
    shown.map((row) => row.id),
  )
  return shown.map((row) => [row, members.get(row.id)!])
}

export async function getDirectoryGroup({ ctx }: DirectoryCall, id: string, query: Record<string, string | undefined>): Promise<Body> {
  const row = await findGroup(ctx.db, ctx, id)
  return present(ctx, row, wantsMembers(query) ? await membersOf(ctx.db, id) : null)
}

/** Groups by their name, in whatever letters. */
function namedLike(value: string, op: FilterPart['op']) {
  const name = sql`lower(${directoryGroups.name})`
  if (op === 'eq') return eq(name, value)
  return op === 'sw' ? sql`starts_with(${name}, ${value})` : sql`position(${value} in ${name}) > 0`
}

export async function listDirectoryGroupsOf({ ctx }: DirectoryCall, query: Record<string, string | undefined>) {
  const filter = readFilter(query.filter, ['displayName', 'externalId', 'id', 'members.value'], ['displayName'])
  const page = readPage(query)
  const by = {
    displayName: (value: string, op: FilterPart['op'] = 'eq') => namedLike(value.toLowerCase(), op),
    externalId: (value: string) => eq(directoryGroups.external_id, value),
    id: (value: string) => eq(directoryGroups.id, value),
    'members.value': (value: string) =>
      inArray(
        directoryGroups.id,
        ctx.db
          .select({ id: directoryGroupMembers.group_id })
          .from(directoryGroupMembers)
          .where(eq(directoryGroupMembers.directory_user_id, value)),
      ),
  }
  const where = and(
    eq(directoryGroups.organization_id, ctx.organizationId),
    ...filter.map(({ attribute, value, op }) => by[attribute as keyof typeof by](value, op)),
  )
  const [total] = await ctx.db.select({ n: count() }).from(directoryGroups).where(where)
  const rows = await ctx.db
    .select()
    .from(directoryGroups)
    .where(where)
    .orderBy(asc(directoryGroups.id))
    .offset(page.startIndex - 1)
    .limit(page.count)
  const shown = wantsMembers(query) ? await withMembers(ctx.db, rows) : rows.map((row) => [row, null] as const)
  return { total: total?.n ?? 0, startIndex: page.startIndex, resources: shown.map(([row, members]) => present(ctx, row, members)) }
}

export function createDirectoryGroup(call: DirectoryCall, body: unknown): Promise<Body> {
  const said = readGroup(body)
  return keep(call, null, () => said)
}

export const replaceDirectoryGroup = (call: DirectoryCall, id: string, body: unknown): Promise<Body> =>
  keep(call, id, () => readGroup(body))

export function patchDirectoryGroup(call: DirectoryCall, id: string, body: unknown): Promise<Body> {
  const operations = readPatch(body)
  const isOfMembers = ({ path }: PatchOperation) => path !== undefined && /^members(?![\w$-])/.test(path)
  const ofMembers = operations.filter(isOfMembers)
  const others = operations.filter((one) => !isOfMembers(one))
  return keep(call, id, (row, members) => {
    const rest = applyPatch(others, present(call.ctx, row!, null), ['displayName', 'externalId'])
    return readGroup({ ...rest, members: ofMembers.length ? patchedMembers(ofMembers, members) : undefined })
  })
}

const ONE_MEMBER = /^\s*value\s+eq\s+"([^"\\]*)"\s*$/i

/** The values that an operation names. Throws `invalidValue`. */
function valuesIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((one: unknown) => {
    if (!isScimObject(one) || typeof one.value !== 'string')
      throw new ScimError(400, 'members: Each is an object with the id of a user as its value.', 'invalidValue')
    return one.value
  })
}

/** The members that a PATCH leaves, by their values alone: what else a directory says of one is not kept. Throws `ScimError`. */
function patchedMembers(operations: PatchOperation[], before: string[]): { value: string }[] {
  const said = operations.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0)
  if (said > MOST_MEMBERS) throw new ScimError(413, `Name at most ${MOST_MEMBERS} members at once.`)
  let left = new Set(before)
  for (const { op, path, value } of operations) {
    const filter = /^members\[(.+)\]$/.exec(path ?? '')?.[1]
    if (path === 'members') {
      const all = op === 'remove' && (value === undefined || value === null)
      if (op === 'replace' || all) left = new Set()
      for (const one of all ? [] : valuesIn(value)) op === 'remove' ? left.delete(one) : left.add(one)
    } else {
      const named = filter?.split(/\s+or\s+/i).map((one) => ONE_MEMBER.exec(one)?.[1])
      if (op !== 'remove' || !named || named.includes(undefined))
        throw new ScimError(
          400,
          'Members are added and replaced by the path members, and removed by it or by members[value eq "id"].',
          'invalidPath',
        )
      for (const one of named) left.delete(one!)
    }
  }
  return [...left].map((value) => ({ value }))
}

/**
 * Keeps a group, new or known, and gives its people what `say` makes of the group as it is, with the organisation held: of two changes at
 * once the later sees what the earlier left.
 */
async function keep(call: DirectoryCall, id: string | null, say: (row: Row | null, members: string[]) => Said): Promise<Body> {
  const { ctx } = call
  const work = async (tx: Tx) => {
    await lockFor(tx, call)
    const key = id ?? newId('directory_group')
    const found = id ? await findGroup(tx, ctx, id) : null
    const before = found ? await membersOf(tx, key) : []
    const said = say(found, before)
    const [twin] = await tx
      .select({ id: directoryGroups.id })
      .from(directoryGroups)
      .where(
        and(
          eq(directoryGroups.organization_id, ctx.organizationId),
          ne(directoryGroups.id, key),
          eq(sql`lower(${directoryGroups.name})`, said.displayName.toLowerCase()),
        ),
      )
      .limit(1)
    if (twin) throw new ScimError(409, 'There is a group of this name already.', 'uniqueness')
    const values = { name: said.displayName, external_id: said.externalId ?? null, updated_at: new Date() }
    const [row] = id
      ? await tx.update(directoryGroups).set(values).where(eq(directoryGroups.id, key)).returning()
      : await tx
          .insert(directoryGroups)
          .values({ id: key, organization_id: ctx.organizationId, ...values })
          .returning()
    const after = said.members ? await known(tx, ctx, said.members) : before
    const changed = await setMembers(tx, ctx, key, before, after)
    const settled = await settleAll(tx, call, changed)
    const audit: AuditInput = {
      action: id ? 'directory_group_changed' : 'directory_group_made',
      category: 'user',
      subject: { type: 'directory_group', id: key },
      details: { members: after.length, changed: changed.length },
    }
    return { result: { row: row!, members: after }, ...settled, audit: [audit, ...settled.audit] as [AuditInput, ...AuditInput[]] }
  }
  // no event: settleAll says what changes.
  const kept = await inLine(ctx.organizationId, () => write(ctx, work))
  return present(ctx, kept.row, kept.members)
}

/** The users of the directory that a group names. Throws for one that is not there. */
async function known(tx: Tx, ctx: Ctx, named: { value: string }[]): Promise<string[]> {
  const ids = [...new Set(named.map((one) => one.value))]
  if (!ids.length) return []
  const rows = await tx
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(and(eq(directoryUsers.organization_id, ctx.organizationId), inArray(directoryUsers.id, ids)))
  const there = new Set(rows.map((row) => row.id))
  const missing = ids.find((id) => !there.has(id))
  if (missing !== undefined) throw new ScimError(400, `There is no user ${missing} here.`, 'invalidValue')
  return ids.sort()
}

/** Writes who is in a group now. Gives those for whom it changed. */
async function setMembers(tx: Tx, ctx: Ctx, group: string, before: string[], after: string[]): Promise<string[]> {
  const [were, are] = [new Set(before), new Set(after)]
  const gone = before.filter((id) => !are.has(id))
  const come = after.filter((id) => !were.has(id))
  if (gone.length)
    await tx
      .delete(directoryGroupMembers)
      .where(and(eq(directoryGroupMembers.group_id, group), inArray(directoryGroupMembers.directory_user_id, gone)))
  if (come.length)
    await tx
      .insert(directoryGroupMembers)
      .values(come.map((id) => ({ organization_id: ctx.organizationId, group_id: group, directory_user_id: id })))
  return [...gone, ...come]
}

/** Takes a group away: its people keep what their other groups say. */
export async function deleteDirectoryGroup(call: DirectoryCall, id: string): Promise<void> {
  const { ctx } = call
  const work = async (tx: Tx) => {
    await lockFor(tx, call)
    await findGroup(tx, ctx, id)
    const before = await membersOf(tx, id)
    await setMembers(tx, ctx, id, before, [])
    await tx.delete(directoryGroups).where(eq(directoryGroups.id, id))
    const settled = await settleAll(tx, call, before)
    const audit: AuditInput = { action: 'directory_group_removed', category: 'user', subject: { type: 'directory_group', id } }
    return { result: null, ...settled, audit: [audit, ...settled.audit] as [AuditInput, ...AuditInput[]] }
  }
  // no event: settleAll says what changes.
  await inLine(ctx.organizationId, () => write(ctx, work))
}
