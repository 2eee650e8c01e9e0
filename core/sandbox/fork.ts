import { randomBytes } from 'node:crypto'
import { and, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { credentialHash, type Level } from '#credentials/record.ts'
import { sealJson } from '#credentials/seal.ts'
import { statusPlace } from '#credentials/status-list.ts'
import type { Tx } from '#db/connect.ts'
import {
  consents,
  credentials,
  credentialUses,
  feeEntries,
  investments,
  investors,
  invitations,
  issuances,
  listVersions,
  lots,
  offerings,
  persons,
  protocolPolicies,
  sandboxes,
  timers,
  transactions,
  wallets,
} from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type Ctx, withTenant } from '../context.ts'
import { ID_PREFIXES, newId } from '../ids.ts'
import { emailHash } from '../investors/create.ts'
import { invitationSeal } from '../invitations/email.ts'
import { tenantKeyId } from '../keyring.ts'
import { requirePermission } from '../permissions.ts'
import { openPerson, type PersonData, personKeyOf } from '../persons/ensure.ts'
import { write } from '../transaction.ts'
import { inWorld } from './tables.ts'
import { insertThrowaway } from './throwaway.ts'

export const forkInput = z.strictObject({
  label: z.string().trim().min(1).max(100).default('Fork'),
  ttl_hours: z.number().int().min(1).max(168).default(24).meta({ description: 'How long the copy and its key live' }),
})

/** Copied within the database; only their ids change. */
const PLAIN = [
  wallets,
  offerings,
  investors,
  investments,
  feeEntries,
  lots,
  issuances,
  transactions,
  protocolPolicies,
  timers,
  consents,
  credentialUses,
  listVersions,
] as const

// Who made a row and what was decided are not copied, so ids of those stay as they are.
const { organization, user, api_key, decision, request, ...OF_THE_WORLD } = ID_PREFIXES
const PREFIXES = [...new Set(Object.values(OF_THE_WORLD))].join('|')
const ID_IN_SQL = `\\m(${PREFIXES})_([0-9a-z]{10})[0-9a-z]{8}([0-9a-z]{8})\\M`
const ID = new RegExp(`^((?:${PREFIXES})_[0-9a-z]{10})[0-9a-z]{8}([0-9a-z]{8})$`)
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Copies this sandbox's world into a sandbox of its own, with a key that ends when it does, so that tests can each begin from
 * the same world and run side by side. Ids are new; history (decisions, screenings, cases, logs) stays behind.
 */
export async function forkSandbox({ ctx, input }: { ctx: Ctx; input: z.output<typeof forkInput> }) {
  requirePermission(ctx, 'sandbox.manage')
  const organizationId = newId('organization')
  const expires = new Date(Date.now() + input.ttl_hours * 3_600_000)
  const mark = Array.from(randomBytes(8), (byte) => CROCKFORD[byte % 32]).join('')
  const there = withTenant(ctx, organizationId, 'sandbox')
  // no event: the copy begins with no webhook, and this sandbox did not change.
  return write(ctx, async (tx) => {
    const { key, keyId, keyPrefix } = await insertThrowaway(tx, { organizationId, name: input.label, expires })
    let rows = 0
    const people = await copyPeople(tx, ctx, there, mark)
    rows += people.rows
    const organization_id = sql`${organizationId}`
    const changed = new Map<PgTable, Record<string, SQL>>([
      [wallets, { user_id: sql`null` }],
      [investors, { user_id: sql`null`, email_hash: sql`${JSON.stringify(people.emailHashes)}::jsonb ->> id` }],
    ])
    for (const table of PLAIN) rows += await copyRows(tx, ctx, table, { organization_id, ...changed.get(table) }, mark)
    rows += await copyCredentials(tx, ctx, there, mark)
    rows += await copyInvitations(tx, ctx, there, mark)
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
}

/** An id of the copy: the time and the last eight characters stay, so that order and references do. */
const renamed = (id: string, mark: string) => id.replace(ID, (_, head: string, tail: string) => head + mark + tail)

/** `changes` gives columns another value than that of the row copied. */
async function copyRows(tx: Tx, ctx: Ctx, table: (typeof PLAIN)[number], changes: Record<string, SQL>, mark: string): Promise<number> {
  const columns = Object.values(getTableColumns(table)).filter((column) => !(column as PgColumn).generatedIdentity)
  const names = columns.map((column) => sql.identifier(column.name))
  const values = columns.map((column) => changes[column.name] ?? copied(column as PgColumn, mark))
  const { rowCount } = await tx.execute(sql`insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)} from ${table} where ${inWorld(table, ctx.organizationId)}`)
  return rowCount ?? 0
}

/** A column with every id in it renamed. Most values are too short to hold one, or are one: those need no search. */
function copied(column: PgColumn, mark: string): SQL {
  const value = sql.identifier(column.name)
  const type = column.getSQLType()
  const anywhere = (text: SQL) => sql`regexp_replace(${text}, ${ID_IN_SQL}, ${`\\1_\\2${mark}\\3`}, 'g')`
  if (type === 'text')
    return sql`case when length(${value}) < 30 or strpos(${value}, '_') = 0 then ${value}
      when length(${value}) = 30 and ${value} ~ ${ID_IN_SQL} then overlay(${value} placing ${mark} from 15 for 8)
      else ${anywhere(sql`${value}`)} end`
  if (type === 'jsonb' || type.endsWith('[]'))
    return sql`case when length(${value}::text) < 32 then ${value} else ${anywhere(sql`${value}::text`)}::${sql.raw(type)} end`
  return sql`${value}`
}

/** Rows made here, in one statement. */
async function insertAll(tx: Tx, table: PgTable, rows: readonly Record<string, unknown>[]): Promise<number> {
  if (rows.length)
    await tx.execute(sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`)
  return rows.length
}

/** Persons: what is sealed or hashed for one tenant is made anew for the other. Also the hashes of investors' addresses, by investor. */
async function copyPeople(tx: Tx, ctx: Ctx, there: Ctx, mark: string): Promise<{ rows: number; emailHashes: Record<string, string> }> {
  const found = await tx.select().from(persons).where(inScope(persons, ctx))
  const data = new Map<string, PersonData>()
  await ctx.services.keyring.prepare(
    tx,
    found.map((person) => person.subject_key_id),
  )
  for (const person of found) if (!person.erased_at) data.set(person.id, await openPerson(tx, ctx, person))
  const keyOf = (id: string) => `person:${renamed(id, mark)}`
  const keys = await ctx.services.keyring.make(
    tx,
    there,
    [...data.keys()].map((id) => keyOf(id)),
  )
  const people = found.map((person) => {
    const id = renamed(person.id, mark)
    const known = data.get(person.id)
    return {
      ...person,
      id,
      organization_id: there.organizationId,
      subject_key_id: keyOf(person.id),
      person_key: known?.date_of_birth ? personKeyOf(there, { full_name: known.full_name, date_of_birth: known.date_of_birth }) : null,
      pii_sealed: known ? hex(sealJson(keys.get(keyOf(person.id))!, `persons.pii:${id}`, known)) : null,
    }
  })
  const rows = await insertAll(tx, persons, people)
  const emailHashes: Record<string, string> = {}
  for (const row of await tx
    .select({ id: investors.id, person_id: investors.person_id, email_hash: investors.email_hash })
    .from(investors)
    .where(inScope(investors, ctx, isNotNull(investors.email_hash)))) {
    const email = data.get(row.person_id)?.email
    // A person's file holds the newest address; an older investor row keeps none rather than another's.
    if (email && row.email_hash === emailHash(ctx, email)) emailHashes[row.id] = emailHash(there, email)
  }
  return { rows, emailHashes }
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

/** Bytes as PostgreSQL reads them from text. */
const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`

/** Credentials get places of their own in the status lists, and with them hashes of their own. */
async function copyCredentials(tx: Tx, ctx: Ctx, there: Ctx, mark: string): Promise<number> {
  const found = await tx
    .select({ credential: credentials, wallet: { family: wallets.family, address: wallets.address } })
    .from(credentials)
    .innerJoin(wallets, and(eq(wallets.id, credentials.wallet_id), eq(wallets.organization_id, credentials.organization_id)))
    .where(inScope(credentials, ctx))
  if (!found.length) return 0
  const { rows: places } = await tx.execute<{ ordinal: string }>(
    sql`select nextval('credential_ordinal_sandbox') as ordinal from generate_series(1, ${found.length})`,
  )
  const seed = Buffer.from(ctx.services.keyring.derive('status-places/sandbox'), 'hex')
  const copies = found.map(({ credential, wallet }, i) => {
    const place = statusPlace(seed, Number(places[i]!.ordinal))
    const id = renamed(credential.id, mark)
    return {
      ...credential,
      id,
      organization_id: there.organizationId,
      person_id: renamed(credential.person_id, mark),
      wallet_id: renamed(credential.wallet_id, mark),
      superseded_by: credential.superseded_by && renamed(credential.superseded_by, mark),
      decision_id: null,
      status_list: place.list,
      status_index: place.index,
      credential_hash: credentialHash({
        id,
        environment: 'sandbox',
        wallet: { family: wallet.family as 'evm' | 'solana', address: wallet.address },
        level: credential.level as Level,
        issuedAt: Math.floor(credential.issued_at.getTime() / 1000),
        expiresAt: Math.floor(credential.expires_at.getTime() / 1000),
        statusList: place.list,
        statusIndex: place.index,
      }),
    }
  })
  return insertAll(tx, credentials, copies)
}
