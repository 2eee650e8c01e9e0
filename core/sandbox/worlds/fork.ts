import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { requireAmount } from '#core/access/budgets/amounts.ts'
import { openPerson, type PersonData, type PersonRow, personKeyOf } from '#core/identity/persons/ensure.ts'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { ID_PREFIXES, newId } from '#core/kernel/ids.ts'
import { Erased, tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { invitationSeal } from '#core/kernel/mails/invitation-mail.ts'
import { statementHash } from '#core/markets/reserves/present.ts'
import { ISSUER, keepSaid } from '#core/record/facts/history.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { emailHash } from '#core/securities/investors/create.ts'
import { putStated, statedOf } from '#core/securities/issuer/profile.ts'
import { credentialHash, type Level } from '#credentials/record.ts'
import { sealJson } from '#credentials/seal.ts'
import { statusPlace } from '#credentials/status-list.ts'
import { clientOf, type Tx } from '#db/connect.ts'
import { addCopies, type Copies, copyRows as copyInto } from '#db/copy-rows.ts'
import {
  consents,
  credentials,
  credentialUses,
  feeEntries,
  holdingActs,
  investments,
  investors,
  invitations,
  issuances,
  listVersions,
  lots,
  offerings,
  organizations,
  persons,
  protocolPolicies,
  reserveDuties,
  reserveStatements,
  sandboxes,
  selfExclusions,
  statedFacts,
  subjectKeys,
  timers,
  transactions,
  wallets,
} from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { inWorld } from './tables.ts'
import { insertThrowaway } from './throwaway.ts'

const forkInput = z.strictObject({
  label: z.string().trim().min(1).max(100).default('Fork'),
  ttl_hours: z.number().int().min(1).max(168).default(24).meta({ description: 'How long the copy and its key live' }),
})

/** Copied within the database; only their ids change. */
const PLAIN = [
  wallets,
  offerings,
  investments,
  feeEntries,
  lots,
  holdingActs,
  issuances,
  transactions,
  protocolPolicies,
  selfExclusions,
  reserveStatements,
  reserveDuties,
  statedFacts,
  timers,
  consents,
  credentialUses,
  listVersions,
] as const

// Who made a row and what was decided are not copied, so ids of those stay as they are.
const { organization, user, api_key, decision, request, ...OF_THE_WORLD } = ID_PREFIXES
const STAYING = [organization, user, api_key, decision, request]
const PREFIXES = [...new Set(Object.values(OF_THE_WORLD))]
const ID_IN_SQL = `\\m(${PREFIXES.join('|')})_([0-9a-z]{10})[0-9a-z]{8}([0-9a-z]{8})\\M`
const ID = new RegExp(`^((?:${PREFIXES.join('|')})_[0-9a-z]{10})[0-9a-z]{8}([0-9a-z]{8})$`)
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Copies this sandbox's world into a sandbox of its own, with a key that ends when it does, so that tests can each begin from
 * the same world and run side by side. It ends no later than the world it was made from. Ids are new; history (decisions, screenings, cases, logs) stays behind.
 */
export const forkSandbox = defineVerb({
  name: 'sandbox.fork',
  permission: 'sandbox.manage',
  input: forkInput,
  output: z.object({
    success: z.literal(true),
    object: z.literal('sandbox_fork'),
    organization_id: z.string(),
    key: z.string().meta({ description: 'Shown once' }),
    key_id: z.string(),
    rows: z.number().int(),
    expires_at: z.string(),
  }),
  run: async ({ ctx, input }) => {
    const organizationId = newId('organization')
    const mark = Array.from(randomBytes(8), (byte) => CROCKFORD[byte % 32]).join('')
    const there = withTenant(ctx, organizationId, 'sandbox')
    // no event: the copy begins with no webhook, and this sandbox did not change.
    return write(ctx, async (tx) => {
      await requireAmount(tx, ctx, 'forks', 1)
      const [source] = await tx.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
      // A copy of a world that ends ends with it, and counts towards whoever that world counts towards.
      const expires = new Date(
        Math.min(Date.now() + input.ttl_hours * 3_600_000, source?.expires_at?.getTime() ?? Number.POSITIVE_INFINITY),
      )
      const { key, keyId, keyPrefix } = await insertThrowaway(tx, {
        organizationId,
        name: input.label,
        expires,
        budget: source?.budget_id ?? ctx.organizationId,
        forkedFrom: ctx.organizationId,
      })
      const people = await tx.select().from(persons).where(inScope(persons, ctx))
      const held = await findCredentials(tx, ctx)
      await ctx.services.keyring.prepare(
        tx,
        people.flatMap((person) => (person.erased_at ? [] : [person.subject_key_id])),
      )
      // While the database copies what changes only its ids, this process makes anew what is sealed or hashed for one tenant.
      const opened = openPeople(tx, ctx, people)
      const placed = opened.then(() => placeCredentials(ctx, held, mark))
      const sealed = placed.then(async () => sealPeople(ctx, there, people, await opened, mark))
      // A failure is told where its result is waited for.
      sealed.catch(() => {})
      const plain = await copyPlain(tx, ctx, there, mark)
      const issued = await copyCredentials(tx, ctx, there, await placed, mark)
      const invested = await copyInvestors(tx, ctx, there, await opened, mark)
      await copyInto(clientOf(tx), await sealed)
      const rows = people.length + plain + issued + invested + (await copyInvitations(tx, ctx, there, mark))
      await copyIssuer(tx, ctx, organizationId, mark)
      const [clock] = await tx.select().from(sandboxes).where(eq(sandboxes.organization_id, ctx.organizationId)).limit(1)
      if (clock) await tx.insert(sandboxes).values({ ...clock, organization_id: organizationId, updated_at: new Date() })
      return {
        result: {
          success: true as const,
          object: 'sandbox_fork' as const,
          organization_id: organizationId,
          key,
          key_id: keyId,
          rows,
          expires_at: expires.toISOString(),
        },
        audit: {
          action: 'sandbox_forked',
          category: 'system',
          subject: { type: 'organization', id: organizationId },
          details: { rows, key_prefix: keyPrefix },
        },
      }
    })
  },
})

/** What the organisation said of itself as an issuer, with its own record renamed. */
async function copyIssuer(tx: Tx, ctx: Ctx, organizationId: string, mark: string): Promise<void> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const stated = statedOf(row, { environment: 'sandbox' })
  if (stated.updated_at)
    await putStated(tx, organizationId, 'sandbox', () => ({
      ...stated,
      investor_id: stated.investor_id && renamed(stated.investor_id, mark),
    }))
  for (const [fact, { by, at }] of Object.entries(stated.stated ?? {}))
    await keepSaid(
      tx,
      { organizationId, environment: 'sandbox' },
      ISSUER,
      { [fact]: stated.facts[fact] },
      { by, role: null, at: new Date(at) },
    )
}

/** An id of the copy: the time and the last eight characters stay, so that order and references do. */
const renamed = (id: string, mark: string) => id.replace(ID, (_, head: string, tail: string) => head + mark + tail)

async function copyPlain(tx: Tx, ctx: Ctx, there: Ctx, mark: string): Promise<number> {
  const organization_id = sql`${there.organizationId}`
  let rows = 0
  for (const table of PLAIN)
    rows += await copyRows(tx, ctx, table, { organization_id, ...(ACCOUNTS.has(table) && { user_id: sql`null` }) }, mark)
  await sealStatements(tx, there)
  return rows
}

/** Their rows may belong to somebody's account, which has nothing to do with a copy. */
const ACCOUNTS: ReadonlySet<unknown> = new Set([wallets, selfExclusions])

/** A statement is known by the hash of all it says, its id among it. */
async function sealStatements(tx: Tx, there: Ctx): Promise<void> {
  for (const row of await tx.select().from(reserveStatements).where(inScope(reserveStatements, there)))
    await tx
      .update(reserveStatements)
      .set({ sha256: statementHash(row) })
      .where(inScope(reserveStatements, there, eq(reserveStatements.id, row.id)))
}

type Copied = (typeof PLAIN)[number] | typeof investors | typeof credentials

/** `changes` gives columns another value than that of the row copied, from what is joined to it. */
async function copyRows(tx: Tx, ctx: Ctx, table: Copied, changes: Record<string, SQL>, mark: string, joined = sql``): Promise<number> {
  const columns = Object.values(getTableColumns(table)).filter((column) => !(column as PgColumn).generatedIdentity)
  const names = columns.map((column) => sql.identifier(column.name))
  const values = columns.map((column) => changes[column.name] ?? copied(column as PgColumn, mark))
  const { rowCount } = await tx.execute(sql`insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)} from ${table} ${joined} where ${inWorld(table, ctx.organizationId)}`)
  return rowCount ?? 0
}

/**
 * A column with every id in it renamed. Looking for ids by pattern costs more than all the rest of a copy, so it is kept for the
 * values in which something else did find the beginning of one: an underscore and the 0 of all times before the year 3084.
 */
function copied(column: PgColumn, mark: string): SQL {
  const value = sql.identifier(column.name)
  const type = column.getSQLType()
  const may = (text: SQL) => sql`strpos(${STAYING.reduce((rest, prefix) => sql`replace(${rest}, ${`${prefix}_0`}, '')`, text)}, '_0') > 0`
  const anywhere = (text: SQL) => sql`regexp_replace(${text}, ${ID_IN_SQL}, ${`\\1_\\2${mark}\\3`}, 'g')`
  if (type === 'text') {
    // What the product calls an id is one when it looks like one; what others may have written is looked at more closely.
    const own = /(^|_)id$/.test(column.name) && !['external_id', 'request_id'].includes(column.name)
    const isId = sql`octet_length(${value}) = 30 and left(${value}, 5) = any(${sql.param(PREFIXES.map((prefix) => `${prefix}_0`))}::text[])`
    return sql`case when octet_length(${value}) < 30 or strpos(${value}, '_0') = 0 then ${value}
      when ${isId}${own ? sql`` : sql` and ${value} ~ ${ID_IN_SQL}`} then overlay(${value} placing ${mark} from 15 for 8)
      when ${may(sql`${value}`)} then ${anywhere(sql`${value}`)} else ${value} end`
  }
  if (type === 'jsonb' || type.endsWith('[]')) {
    const text = sql`${value}::text`
    return sql`case when strpos(${text}, '_0') > 0 and ${may(text)} then ${anywhere(text)}::${sql.raw(type)} else ${value} end`
  }
  return sql`${value}`
}

/** How many persons are opened or sealed before others have their turn. */
const TURN = 100

/** What is known of each person; nothing of one who was erased or restricted. */
async function openPeople(tx: Tx, ctx: Ctx, people: PersonRow[]): Promise<Map<string, PersonData>> {
  const known = new Map<string, PersonData>()
  for (const [i, person] of people.entries()) {
    if (i % TURN === TURN - 1) await setImmediate()
    if (person.erased_at) continue
    const data = await openPerson(tx, ctx, person).catch((error: unknown) => {
      // Who is restricted has no name to copy either.
      if (error instanceof Erased) return null
      throw error
    })
    if (data) known.set(person.id, data)
  }
  return known
}

/** Persons with keys of their own. */
async function sealPeople(ctx: Ctx, there: Ctx, people: PersonRow[], known: ReadonlyMap<string, PersonData>, mark: string) {
  const copies: Copies = new Map()
  const keys: (typeof subjectKeys.$inferInsert)[] = []
  for (const [i, person] of people.entries()) {
    if (i % TURN === TURN - 1) await setImmediate()
    const id = renamed(person.id, mark)
    const keyId = `person:${id}`
    const copy = { ...person, id, organization_id: there.organizationId, subject_key_id: keyId, person_key: null, pii_sealed: null }
    const data = known.get(person.id)
    if (!data) {
      addCopies(copies, persons, [copy])
      continue
    }
    const { key, row } = ctx.services.keyring.fresh(there, keyId)
    const { full_name, date_of_birth } = data
    const person_key = date_of_birth ? personKeyOf(there, { full_name, date_of_birth }) : null
    keys.push(row)
    addCopies(copies, persons, [{ ...copy, person_key, pii_sealed: sealJson(key, `persons.pii:${id}`, data) }])
  }
  addCopies(copies, subjectKeys, await ctx.services.keyring.addApart(keys))
  return copies
}

/** Investors are found by the hash of their address, which is one tenant's. */
async function copyInvestors(tx: Tx, ctx: Ctx, there: Ctx, known: ReadonlyMap<string, PersonData>, mark: string): Promise<number> {
  const hashes: Record<string, string> = {}
  for (const row of await tx
    .select({ id: investors.id, person_id: investors.person_id, email_hash: investors.email_hash })
    .from(investors)
    .where(inScope(investors, ctx, isNotNull(investors.email_hash)))) {
    const email = known.get(row.person_id)?.email
    // A person's file holds the newest address; an older investor row keeps none rather than another's.
    if (email && row.email_hash === emailHash(ctx, email)) hashes[row.id] = emailHash(there, email)
  }
  const email_hash = sql`${JSON.stringify(hashes)}::jsonb ->> id`
  return copyRows(tx, ctx, investors, { organization_id: sql`${there.organizationId}`, user_id: sql`null`, email_hash }, mark)
}

/** Who is invited is sealed for the tenant, so it is sealed anew. */
async function copyInvitations(tx: Tx, ctx: Ctx, there: Ctx, mark: string): Promise<number> {
  const { keyring } = ctx.services
  const found = await tx.select().from(invitations).where(inScope(invitations, ctx))
  const keyId = tenantKeyId(there)
  const copies = []
  for (const row of found) {
    const id = renamed(row.id, mark)
    const email = await keyring.open<string>(tx, row.subject_key_id, invitationSeal(row.id), Buffer.from(row.email_sealed, 'base64'))
    copies.push({
      ...row,
      id,
      organization_id: there.organizationId,
      offering_id: renamed(row.offering_id, mark),
      // A copy invites nobody: only its tenant sees it.
      email_hash: `fork:${id}`,
      user_id: null,
      subject_key_id: keyId,
      email_sealed: (await keyring.seal(tx, there, keyId, invitationSeal(id), email)).toString('base64'),
    })
  }
  for (let i = 0; i < copies.length; i += 500) await tx.insert(invitations).values(copies.slice(i, i + 500))
  return copies.length
}

/** What the hash of a credential covers, and the number of a new place in the status lists. */
async function findCredentials(tx: Tx, ctx: Ctx) {
  const issued = sql`floor(extract(epoch from ${credentials.issued_at}))::float8`
  const expires = sql`floor(extract(epoch from ${credentials.expires_at}))::float8`
  const { rows } = await tx.execute<{
    id: string
    level: Level
    issued: number
    expires: number
    family: 'evm' | 'solana'
    address: string
    ordinal: number
  }>(sql`
    select ${credentials.id}, ${credentials.level}, ${issued} as issued, ${expires} as expires,
      ${wallets.family}, ${wallets.address}, nextval('credential_ordinal_sandbox')::float8 as ordinal
    from ${credentials} join ${wallets} on ${wallets.id} = ${credentials.wallet_id} and ${wallets.organization_id} = ${credentials.organization_id}
    where ${inWorld(credentials, ctx.organizationId)}`)
  return rows
}

/** Credentials get places of their own in the status lists, and with them hashes of their own. */
async function placeCredentials(ctx: Ctx, held: Awaited<ReturnType<typeof findCredentials>>, mark: string) {
  const seed = Buffer.from(ctx.services.keyring.derive('status-places/sandbox'), 'hex')
  const placed: Record<string, [hash: string, list: number, index: number]> = {}
  for (const [i, { id, level, issued, expires, family, address, ordinal }] of held.entries()) {
    if (i % (10 * TURN) === 10 * TURN - 1) await setImmediate()
    const place = statusPlace(seed, ordinal)
    const hash = credentialHash({
      id: renamed(id, mark),
      environment: 'sandbox',
      wallet: { family, address },
      level,
      issuedAt: issued,
      expiresAt: expires,
      statusList: place.list,
      statusIndex: place.index,
    })
    placed[id] = [hash, place.list, place.index]
  }
  return placed
}

function copyCredentials(tx: Tx, ctx: Ctx, there: Ctx, placed: Awaited<ReturnType<typeof placeCredentials>>, mark: string) {
  const own = sql`(placed.by_id -> ${credentials.id})`
  const changes = {
    organization_id: sql`${there.organizationId}`,
    decision_id: sql`null`,
    credential_hash: sql`${own} ->> 0`,
    status_list: sql`(${own} ->> 1)::int`,
    status_index: sql`(${own} ->> 2)::int`,
  }
  const joined = sql`join (select ${JSON.stringify(placed)}::jsonb as by_id) as placed on placed.by_id ? ${credentials.id}`
  return copyRows(tx, ctx, credentials, changes, mark, joined)
}
