import { and, asc, count, eq, exists, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { emailHash } from '#core/kernel/people.ts'
import { openValue, prepareValues, type Sealed, sealValue } from '#core/kernel/sealed.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { directoryUsers, memberships, users } from '#db/schema.ts'
import { isOfOwnDomain } from '../accounts/sign-on-of.ts'
import { makeVouchedAccount } from '../accounts/vouched-account.ts'
import { activeMembership } from '../members/enter.ts'
import { waitingEntries } from '../members/enter-by-two.ts'
import { type DirectoryCall, inLine, lockFor } from './in-line.ts'
import {
  applyPatch,
  type Body,
  MEMBERSHIP_SCHEMA,
  noSuch,
  readDirectoryBody,
  readFilter,
  readPage,
  readPatch,
  ScimError,
  USER_SCHEMA,
} from './scim.ts'
import { settlePerson } from './settle.ts'

type Row = typeof directoryUsers.$inferSelect

const text = (max: number) => z.string().trim().max(max)
const truthy = z.union([z.boolean(), z.enum(['true', 'True', 'false', 'False']).transform((word) => word.toLowerCase() === 'true')])
const attributesOf = z.object({
  userName: text(255).min(1),
  externalId: text(255).nullish(),
  displayName: text(255).nullish(),
  name: z.object({ givenName: text(100).nullish(), familyName: text(100).nullish(), formatted: text(255).nullish() }).nullish(),
  emails: z
    .array(z.object({ value: z.email().max(255), type: text(50).nullish(), primary: truthy.nullish() }))
    .max(20)
    .nullish(),
  active: truthy.default(true),
})
type Attributes = z.output<typeof attributesOf>

const readAttributes = (body: unknown): Attributes => readDirectoryBody(attributesOf, body, 'The user')

/** The address a person is known by: the primary one, else the first, else the user name where it is one. */
function addressIn({ emails, userName }: Attributes): string {
  const found = emails?.find((one) => one.primary)?.value ?? emails?.[0]?.value ?? (z.email().safeParse(userName).success ? userName : null)
  if (!found) throw new ScimError(400, 'The user needs an e-mail address.', 'invalidValue')
  return found.toLowerCase()
}

const context = (id: string) => `directory_users.attributes:${id}`
const nameHash = ({ services }: Pick<Ctx, 'services'>, kind: string, name: string) => services.keyring.mac(`directory-${kind}`, name)
const userNameHash = (ctx: Ctx, name: string) => nameHash(ctx, 'user-name', name.trim().toLowerCase())
const externalHash = (ctx: Ctx, id: string) => nameHash(ctx, 'external-id', id)

/** What somebody of the directory is here, and why they are not active where the directory says that they are. */
const STANDINGS = {
  member: null,
  inactive: null,
  awaiting_proof: 'They have an account here, and are a member once they sign on and prove it.',
  awaiting_second: 'Changes of members take two people of the organisation, and the second has to agree yet, on its page Team.',
  not_a_member: 'The organisation declined or removed them. Deactivate and activate them to ask again.',
} as const
type Standing = keyof typeof STANDINGS

async function standingsOf(ctx: Ctx, rows: readonly Row[]): Promise<(row: Row) => Standing> {
  const ids = rows.flatMap((row) => (row.active && row.user_id ? [row.user_id] : []))
  const found = ids.length
    ? await ctx.db
        .select({ id: memberships.user_id })
        .from(memberships)
        .where(and(eq(memberships.organization_id, ctx.organizationId), inArray(memberships.user_id, ids), isNull(memberships.ended_at)))
    : []
  const members = new Set(found.map((one) => one.id))
  const waiting = ids.some((id) => !members.has(id)) ? await waitingEntries(ctx.db, ctx) : new Set<string>()
  return ({ active, user_id }) => {
    if (!active) return 'inactive'
    if (user_id === null) return 'awaiting_proof'
    return members.has(user_id) ? 'member' : waiting.has(user_id) ? 'awaiting_second' : 'not_a_member'
  }
}

/** Active is who the directory says is, and who is in or can come in by themselves. */
const isActive = (standing: Standing) => standing === 'member' || standing === 'awaiting_proof'

const presentOne = async (ctx: Ctx, row: Row): Promise<Body> => present(ctx.db, ctx, row, (await standingsOf(ctx, [row]))(row))

async function present(db: Queryable, ctx: Ctx, row: Row, standing: Standing): Promise<Body> {
  const { schemas: _, ...said } = (await openValue(db, ctx.services, context(row.id), row.attributes_sealed)) as Body
  return {
    schemas: [USER_SCHEMA, MEMBERSHIP_SCHEMA],
    id: row.id,
    ...said,
    active: isActive(standing),
    [MEMBERSHIP_SCHEMA]: { status: standing, ...(STANDINGS[standing] && { reason: STANDINGS[standing] }) },
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${ctx.services.config.publicUrl}/scim/v2/Users/${row.id}`,
    },
  }
}

async function findRow(db: Queryable, ctx: Ctx, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(directoryUsers)
    .where(and(eq(directoryUsers.id, id), eq(directoryUsers.organization_id, ctx.organizationId)))
    .limit(1)
  if (!row) throw noSuch(id)
  return row
}

export const getDirectoryUser = async ({ ctx }: DirectoryCall, id: string): Promise<Body> => presentOne(ctx, await findRow(ctx.db, ctx, id))

const activeHere = ({ db, organizationId }: Ctx) => sql<boolean>`(${directoryUsers.active} and (${directoryUsers.user_id} is null
  or ${exists(
    db
      .select({ id: memberships.id })
      .from(memberships)
      .where(
        and(eq(memberships.organization_id, organizationId), eq(memberships.user_id, directoryUsers.user_id), isNull(memberships.ended_at)),
      ),
  )}))`

/** Users of the directory, in the order they came, or those that a filter names. */
export async function listDirectoryUsers({ ctx }: DirectoryCall, query: Record<string, string | undefined>) {
  const filter = readFilter(query.filter, ['userName', 'externalId', 'emails.value', 'emails', 'id', 'active'])
  const page = readPage(query)
  const by = {
    userName: (value: string) => eq(directoryUsers.user_name_hash, userNameHash(ctx, value)),
    externalId: (value: string) => eq(directoryUsers.external_id_hash, externalHash(ctx, value)),
    'emails.value': (value: string) => eq(directoryUsers.email_hash, emailHash(ctx.services, value)),
    emails: (value: string) => eq(directoryUsers.email_hash, emailHash(ctx.services, value)),
    id: (value: string) => eq(directoryUsers.id, value),
    active: (value: string) => eq(activeHere(ctx), value === 'true'),
  }
  const where = and(
    eq(directoryUsers.organization_id, ctx.organizationId),
    ...filter.map(({ attribute, value }) => by[attribute as keyof typeof by](value)),
  )
  const [total] = await ctx.db.select({ n: count() }).from(directoryUsers).where(where)
  const rows = await ctx.db
    .select()
    .from(directoryUsers)
    .where(where)
    .orderBy(asc(directoryUsers.id))
    .offset(page.startIndex - 1)
    .limit(page.count)
  await prepareValues(
    ctx.db,
    ctx.services,
    rows.map((row) => row.attributes_sealed),
  )
  const standing = await standingsOf(ctx, rows)
  const resources = await Promise.all(rows.map((row) => present(ctx.db, ctx, row, standing(row))))
  return { total: total?.n ?? 0, startIndex: page.startIndex, resources }
}

/** What a call says of somebody, of whom the directory said this before. */
type Say = (db: Queryable, before: Row | null) => Promise<Attributes>

/** Puts somebody in. Whoever has no account gets one; whoever has, but is no member, proves it by signing on first. */
export function createDirectoryUser(call: DirectoryCall, body: unknown): Promise<Body> {
  const said = readAttributes(body)
  return keep(call, null, async () => said)
}

export const replaceDirectoryUser = (call: DirectoryCall, id: string, body: unknown): Promise<Body> =>
  keep(call, id, async () => readAttributes(body))

export function patchDirectoryUser(call: DirectoryCall, id: string, body: unknown): Promise<Body> {
  const operations = readPatch(body)
  return keep(call, id, async (db, row) => {
    // What it said itself: that somebody waits here is not its word.
    const before = { ...(await present(db, call.ctx, row!, 'member')), active: row!.active }
    return readAttributes(applyPatch(operations, before, Object.keys(attributesOf.shape)))
  })
}

const accountOf = async (db: Queryable, { services }: Ctx, email: string) =>
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email_hash, emailHash(services, email)))
      .limit(1)
  )[0]?.id ?? null

/** The account made for somebody new whom the directory says to be active; null where there was one, which its owner has to prove. */
async function makeAccount(ctx: Ctx, said: Attributes, email: string): Promise<string | null> {
  if (!said.active || (await accountOf(ctx.db, ctx, email))) return null
  const first_name = said.name?.givenName || said.displayName?.split(' ')[0] || ''
  await makeVouchedAccount(ctx, { email, first_name: first_name.slice(0, 100), last_name: said.name?.familyName ?? '' })
  return accountOf(ctx.db, ctx, email)
}

async function requireOwnDomain(db: Queryable, ctx: Ctx, email: string): Promise<void> {
  if (!(await isOfOwnDomain(db, ctx.organizationId, email)))
    throw new ScimError(400, 'The address is not of a proven domain by which people of the organisation sign on.', 'invalidValue')
}

/**
 * Keeps what the directory says of somebody, new or known, and makes it so. An account is made first, by what is said at this time; the rest
 * is said of the user as they are with the organisation held: of two changes at once the later sees what the earlier left.
 */
const keep = (call: DirectoryCall, id: string | null, say: Say): Promise<Body> =>
  inLine(call.ctx.organizationId, () => keepNow(call, id, say))

async function keepNow(call: DirectoryCall, id: string | null, say: Say): Promise<Body> {
  const { ctx } = call
  const find = (db: Queryable) => (id ? findRow(db, ctx, id) : null)
  const known = await find(ctx.db)
  const first = await say(ctx.db, known)
  const address = addressIn(first)
  await requireOwnDomain(ctx.db, ctx, address)
  const made = known?.user_id ? null : await makeAccount(ctx, first, address)
  // no event: settlePerson says what changes.
  const row = await write(ctx, async (tx) => {
    await lockFor(tx, call)
    const before = await find(tx)
    const said = await say(tx, before)
    const email = addressIn(said)
    await requireOwnDomain(tx, ctx, email)
    const account = before?.user_id ?? (await accountOf(tx, ctx, email))
    const isTheirs =
      account && (account === before?.user_id || account === made || (await activeMembership(tx, ctx.organizationId, account)))
    const person = isTheirs ? account : null
    const key = before?.id ?? newId('directory_user')
    const hashes = { user_name_hash: userNameHash(ctx, said.userName), email_hash: emailHash(ctx.services, email) }
    await refuseTwin(tx, ctx, key, hashes)
    if (before && before.email_hash !== hashes.email_hash && before.user_id)
      throw new ScimError(
        400,
        'The address of somebody who has an account does not change here. Make a new user for the new address.',
        'mutability',
      )
    const values = {
      ...hashes,
      external_id_hash: said.externalId ? externalHash(ctx, said.externalId) : null,
      attributes_sealed: (await sealValue(
        tx,
        ctx.services,
        tenantKeyId(ctx),
        context(key),
        withoutEmpty(said),
        ctx,
      )) as unknown as Sealed<Body>,
      active: said.active,
      user_id: person,
      updated_at: new Date(),
    }
    const [now] = before
      ? await tx.update(directoryUsers).set(values).where(eq(directoryUsers.id, key)).returning()
      : await tx
          .insert(directoryUsers)
          .values({ id: key, organization_id: ctx.organizationId, ...values })
          .returning()
    const settled = await settlePerson(tx, call, now!, { enters: said.active && !before?.active })
    const audit: AuditInput = {
      action: before ? 'directory_user_changed' : 'directory_user_put_in',
      category: 'user',
      userId: person,
      subject: { type: 'directory_user', id: key },
      details: { active: said.active, waits_for_proof: person === null },
    }
    return { result: now!, ...settled, audit: [audit, ...settled.audit] as [AuditInput, ...AuditInput[]] }
  })
  return presentOne(ctx, row)
}

/** What the directory left out is not kept as nothing. */
const withoutEmpty = (said: Attributes): Body => JSON.parse(JSON.stringify(said, (_key, value) => value ?? undefined)) as Body

async function refuseTwin(tx: Tx, ctx: Ctx, id: string, hashes: { user_name_hash: string; email_hash: string }): Promise<void> {
  const [twin] = await tx
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.organization_id, ctx.organizationId),
        ne(directoryUsers.id, id),
        or(eq(directoryUsers.user_name_hash, hashes.user_name_hash), eq(directoryUsers.email_hash, hashes.email_hash)),
      ),
    )
    .limit(1)
  if (twin) throw new ScimError(409, 'There is a user with this user name or address already.', 'uniqueness')
}

/** Takes somebody out: they are a member no more, and their sessions end. What the directory said of them is forgotten. */
export async function deleteDirectoryUser(call: DirectoryCall, id: string): Promise<void> {
  const { ctx } = call
  const work = async (tx: Tx) => {
    await lockFor(tx, call)
    const row = await findRow(tx, ctx, id)
    const settled = await settlePerson(tx, call, { ...row, active: false }, { enters: false })
    await tx.delete(directoryUsers).where(eq(directoryUsers.id, id))
    const audit: AuditInput = {
      action: 'directory_user_taken_out',
      category: 'user',
      userId: row.user_id,
      subject: { type: 'directory_user', id },
    }
    return { result: null, ...settled, audit: [audit, ...settled.audit] as [AuditInput, ...AuditInput[]] }
  }
  // no event: settlePerson says what changes.
  await inLine(ctx.organizationId, () => write(ctx, work))
}
