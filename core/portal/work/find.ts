import { and, desc, eq, getTableColumns, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { searchUsers } from '#core/access/users/search.ts'
import { fileNameOf } from '#core/identity/documents/present.ts'
import { openNames } from '#core/identity/persons/open-persons.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { factorLacking, may, type PermissionName } from '#core/kernel/permissions.ts'
import { prepareValues } from '#core/kernel/sealed.ts'
import { stateWord } from '#core/kernel/states.ts'
import { mayKnow } from '#core/record/decisions/about-caller.ts'
import { noteLook } from '#core/record/support.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { inQueue } from '#core/review/cases/case.ts'
import { emailHash } from '#core/securities/investors/create.ts'
import { cases, decisions, documents, investors, offerings, transactions, wallets, webhookEndpoints } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** Of what kind something is that was found. */
export type FoundKind = 'person' | 'wallet' | 'decision' | 'case' | 'offering' | 'payment' | 'document' | 'webhook' | 'user'

/** Something of the organisation that answers to the words, and where it is shown. */
export interface FoundRecord {
  kind: FoundKind
  id: string
  title: string
  note: string
  href: string
}

const MOST = 5
/** Names are sealed, so that the database cannot look into them: these are opened for the search, the newest first. */
const NAMES_OPENED = 500
const FILES_OPENED = 200

const ID = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/
const HEX_ADDRESS = /^0x[0-9a-f]{4,40}$/
const BASE58_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const short = (address: string) => (address.length > 14 ? `${address.slice(0, 8)}…${address.slice(-4)}` : address)
const plain = (words: string) => words.replaceAll('_', ' ')
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

interface Asked {
  /** As typed, without spaces around it. */
  q: string
  lower: string
  isId: boolean
}
type Look = (ctx: Ctx, asked: Asked) => Promise<FoundRecord[]>

/** Where is looked, and who may: what somebody may not read is not searched for them. */
const PLACES: readonly [FoundKind, PermissionName, Look][] = [
  ['person', 'investors.read', findPersons],
  ['wallet', 'wallets.read', findWallets],
  ['decision', 'decisions.read', findDecisions],
  ['case', 'cases.read', findCases],
  ['offering', 'offerings.read', findOfferings],
  ['payment', 'transactions.read', findTransactions],
  ['document', 'investors.read', findDocuments],
  ['webhook', 'webhooks.read', findWebhooks],
]

/**
 * What the caller may see where they work that answers to some words: an id, an address or its beginning, a whole e-mail address, or a part of
 * a name. Names of people and files are looked for among the newest alone. Administrators of the platform find its users besides.
 */
export const findAnything = definePageVerb({
  name: 'own.find',
  permission: 'account.read',
  input: z.strictObject({ q: z.string().trim().max(200).default('') }),
  run: async ({ ctx, input: { q } }): Promise<FoundRecord[]> => {
    if (q.length < 2 || factorLacking(ctx.services.config, ctx.actor)) return []
    await noteLook(ctx, { verb: 'own.find', permission: 'cases.read' })
    const asked = { q, lower: q.toLowerCase(), isId: ID.test(q) }
    const places = PLACES.filter(([, permission]) => may(ctx.actor, permission))
    const found = await Promise.all([
      ...places.map(([, , look]) => look(ctx, asked)),
      may(ctx.actor, 'users.read') && !asked.isId ? findUsers(ctx, asked) : [],
    ])
    return found.flat()
  },
})

/** The words are where a word of the name begins, in any order. */
function answers(name: string, lower: string): boolean {
  const parts = name.toLowerCase().split(/[\s,.'’-]+/)
  return lower.split(/\s+/).every((word) => parts.some((part) => part.startsWith(word))) || name.toLowerCase().includes(lower)
}

/** What a colleague shows of themselves is not for the others. */
const isOwn = and(eq(investors.external_id, SELF), isNotNull(investors.user_id))!
const selves = (ctx: Ctx, column: 'id' | 'person_id') =>
  ctx.db
    .select({ one: investors[column] })
    .from(investors)
    .where(inScope(investors, ctx, isOwn))

async function findPersons(ctx: Ctx, { q, lower, isId }: Asked): Promise<FoundRecord[]> {
  const others = sql`(${isOwn}) is not true`
  const read = (where: SQL | undefined, limit: number) =>
    ctx.db
      .select({ id: investors.id, person: investors.person_id, type: investors.type, status: investors.status, country: investors.country })
      .from(investors)
      .where(inScope(investors, ctx, others, where))
      .orderBy(desc(investors.created_at), desc(investors.id))
      .limit(limit)
  const exact = await read(
    or(
      eq(investors.id, q),
      eq(investors.external_id, q),
      isId ? eq(investors.person_id, q) : undefined,
      q.includes('@') ? eq(investors.email_hash, emailHash(ctx, q)) : undefined,
    ),
    MOST,
  )
  const rows = exact.length || isId || HEX_ADDRESS.test(lower) ? exact : await read(undefined, NAMES_OPENED)
  const names = await openNames(
    ctx,
    rows.map((row) => row.person),
  )
  const named = exact.length ? rows : rows.filter((row) => answers(names.get(row.person) ?? '', lower))
  return named.slice(0, MOST).map((row) => ({
    kind: 'person',
    id: row.id,
    title: names.get(row.person) ?? 'No name',
    note: [row.type === 'entity' ? 'entity' : 'investor', row.status, row.country].filter(Boolean).join(', '),
    href: `/issuer/investors?q=${row.id}`,
  }))
}

async function findWallets(ctx: Ctx, { q, lower }: Asked): Promise<FoundRecord[]> {
  const wanted = ID.test(q)
    ? or(eq(wallets.id, q), eq(wallets.person_id, q))
    : HEX_ADDRESS.test(lower)
      ? sql`left(lower(${wallets.address}), 6) = ${lower.slice(0, 6)} and starts_with(lower(${wallets.address}), ${lower})`
      : BASE58_ADDRESS.test(q)
        ? eq(wallets.address, q)
        : null
  if (!wanted) return []
  const rows = await ctx.db
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, wanted, sql`(${wallets.person_id} in ${selves(ctx, 'person_id')}) is not true`))
    .orderBy(desc(wallets.created_at), desc(wallets.id))
    .limit(MOST)
  return rows.map((row) => ({
    kind: 'wallet',
    id: row.id,
    title: short(row.address),
    note: row.status === 'active' ? `${row.control}, ${plain(row.verification_status)}` : plain(row.status),
    href: `/desk/subjects?q=${row.id}`,
  }))
}

/** The wallet of an address and who invests by it: the index of decisions is by whom they are about. */
async function ofAddress(ctx: Ctx, lower: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ wallet: wallets.id, investor: investors.id })
    .from(wallets)
    .leftJoin(investors, eq(investors.wallet_id, wallets.id))
    .where(inScope(wallets, ctx, sql`left(lower(${wallets.address}), 6) = ${lower.slice(0, 6)} and lower(${wallets.address}) = ${lower}`))
    .limit(MOST)
  return [...new Set(rows.flatMap(({ wallet, investor }) => [wallet, ...(investor ? [investor] : [])]))]
}

async function findDecisions(ctx: Ctx, { q, lower, isId }: Asked): Promise<FoundRecord[]> {
  const address = HEX_ADDRESS.test(lower) && lower.length === 42
  if (!isId && !address) return []
  const about = address ? await ofAddress(ctx, lower) : [q]
  if (!about.length) return []
  const columns = {
    ...{ id: decisions.id, check: decisions.check, outcome: decisions.outcome, evaluated_at: decisions.evaluated_at },
  }
  const [own, theirs] = await Promise.all([
    ctx.db
      .select(columns)
      .from(decisions)
      .where(inScope(decisions, ctx, inArray(decisions.id, about), mayKnow(ctx))),
    ctx.db
      .select(columns)
      .from(decisions)
      .where(
        inScope(decisions, ctx, mayKnow(ctx), inArray(decisions.subject_id, about), sql`${decisions.subject_type} <> 'sanctions_check'`),
      )
      .orderBy(desc(decisions.evaluated_at))
      .limit(MOST),
  ])
  return [...own, ...theirs].map((row) => ({
    kind: 'decision',
    id: row.id,
    title: `${capital(stateWord('decision', row.outcome))}: ${plain(row.check)}`,
    note: row.evaluated_at.toISOString().slice(0, 10),
    href: `/d/${row.id}`,
  }))
}

async function findCases(ctx: Ctx, { q, lower, isId }: Asked): Promise<FoundRecord[]> {
  const kind = lower.replaceAll(' ', '_')
  const wanted = isId
    ? or(eq(cases.id, q), eq(cases.subject_id, q), eq(cases.decision_id, q))
    : and(ne(cases.status, 'decided'), or(sql`starts_with(${cases.kind}, ${kind})`, sql`position(${lower} in lower(${cases.summary})) > 0`))
  const rows = await ctx.db
    .select({ id: cases.id, kind: cases.kind, status: cases.status, summary: cases.summary })
    .from(cases)
    .where(inQueue(ctx, wanted))
    .orderBy(desc(cases.created_at), desc(cases.id))
    .limit(MOST)
  return rows.map((row) => ({
    kind: 'case',
    id: row.id,
    title: row.summary,
    note: `${plain(row.kind)}, ${plain(row.status)}`,
    href: `/desk/reviews/${row.id}`,
  }))
}

async function findOfferings(ctx: Ctx, { q, lower, isId }: Asked): Promise<FoundRecord[]> {
  const wanted = isId
    ? eq(offerings.id, q)
    : or(
        sql`position(${lower} in lower(${offerings.name})) > 0`,
        eq(offerings.external_id, q),
        sql`lower(${offerings.token_address}) = ${lower}`,
      )
  const rows = await ctx.db
    .select({ id: offerings.id, name: offerings.name, regulation: offerings.regulation, status: offerings.status })
    .from(offerings)
    .where(inScope(offerings, ctx, wanted))
    .orderBy(desc(offerings.created_at), desc(offerings.id))
    .limit(MOST)
  return rows.map((row) => ({
    kind: 'offering',
    id: row.id,
    title: row.name,
    note: `${plain(row.regulation)}, ${plain(row.status)}`,
    href: `/issuer/offerings/${row.id}`,
  }))
}

async function findTransactions(ctx: Ctx, { q, lower, isId }: Asked): Promise<FoundRecord[]> {
  if (!isId && !/^0x[0-9a-f]{64}$/.test(lower)) return []
  const rows = await ctx.db
    .select({
      ...{ id: transactions.id, type: transactions.type, status: transactions.status },
      ...{ amount: transactions.amount, currency: transactions.currency, decision: transactions.decision_id },
    })
    .from(transactions)
    .where(inScope(transactions, ctx, isId ? eq(transactions.id, q) : eq(transactions.transaction_hash, lower)))
    .limit(MOST)
  return rows.map((row) => ({
    kind: 'payment',
    id: row.id,
    title: `${plain(row.type)} of ${row.amount.replace(/\.?0+$/, '')} ${row.currency ?? ''}`.trim(),
    note: plain(row.status),
    href: `/d/${row.decision}`,
  }))
}

/** Files kept of the organisation's offerings and investors, by their names. */
async function findDocuments(ctx: Ctx, { q, lower, isId }: Asked): Promise<FoundRecord[]> {
  if (lower.length < 3) return []
  const { content_sealed: _, ...columns } = getTableColumns(documents)
  const owned = and(
    inArray(documents.owner_type, ['offering', 'investor']),
    ne(documents.status, 'removed'),
    notInArray(documents.owner_id, selves(ctx, 'id')),
  )
  const rows = await ctx.db
    .select(columns)
    .from(documents)
    .where(inScope(documents, ctx, owned, isId ? or(eq(documents.id, q), eq(documents.owner_id, q)) : undefined))
    .orderBy(desc(documents.created_at), desc(documents.id))
    .limit(isId ? MOST : FILES_OPENED)
  await prepareValues(
    ctx.db,
    ctx.services,
    rows.map((row) => row.file_name),
  )
  const named = await Promise.all(rows.map(async (row) => ({ row, name: await fileNameOf(ctx, row) })))
  return named
    .filter(({ row, name }) => isId || name.toLowerCase().includes(lower) || plain(row.kind).startsWith(lower))
    .slice(0, MOST)
    .map(({ row, name }) => ({
      kind: 'document',
      id: row.id,
      title: name,
      note: `${plain(row.kind)}, ${row.created_at.toISOString().slice(0, 10)}`,
      href: row.owner_type === 'offering' ? `/issuer/offerings/${row.owner_id}?view=documents` : `/issuer/documents/${row.id}`,
    }))
}

async function findWebhooks(ctx: Ctx, { q, lower, isId }: Asked): Promise<FoundRecord[]> {
  const rows = await ctx.db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      status: webhookEndpoints.status,
      description: webhookEndpoints.description,
    })
    .from(webhookEndpoints)
    .where(
      inScope(
        webhookEndpoints,
        ctx,
        isId
          ? eq(webhookEndpoints.id, q)
          : sql`position(${lower} in lower(${webhookEndpoints.url} || ' ' || coalesce(${webhookEndpoints.description}, ''))) > 0`,
      ),
    )
    .limit(MOST)
  return rows.map((row) => ({
    kind: 'webhook',
    id: row.id,
    title: row.description || hostOf(row.url),
    note: row.status,
    href: `/developer/webhooks/${row.id}`,
  }))
}
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

async function findUsers(ctx: Ctx, { q }: Asked): Promise<FoundRecord[]> {
  const { data } = await searchUsers({ ctx, input: { search: q, per_page: MOST } })
  return data.map((row) => ({
    kind: 'user',
    id: row.id,
    title: `${row.first_name} ${row.last_name}`.trim() || row.email,
    note: `${row.role}, ${row.email}`,
    href: `/admin/users/${row.id}`,
  }))
}
