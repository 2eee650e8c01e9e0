import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { keeperOf, keptUntil, recordsFound } from '#core/review/erasure/records.ts'
import type { Queryable } from '#db/connect.ts'
import { apiKeys, documents, investors, lots, memberships, offerings, persons, selfExclusions, userRoles, type users } from '#db/schema.ts'
import type { RecordClass } from '#engine/tables/retention.ts'

export interface AccountPlan {
  /** What goes, in words. */
  erased: string[]
  /** What stays, why, and until when; null means that another party decides, or that it never held personal data. */
  kept: { what: string; ground: string; until: string | null }[]
  /** Why it cannot be carried out yet; empty when it can. */
  blocked: string[]
}

/** The person's own record in their organisation: who they are, where, and what the law keeps of it. */
export interface OwnRecord {
  person_id: string
  organization_id: string
  environment: Environment
  duties: { kind: RecordClass; from: string }[]
  /** All that is kept of it then: these duties, and what its erasure finds besides. */
  kept: ReturnType<typeof keptUntil>['records']
}

const ALWAYS_ERASED = [
  'name and e-mail address of the account',
  'password, passkeys, second factor, backup codes and sessions',
  'profile: phone, address, date of birth, tax number, company',
  'roles and requests for roles',
  'wallets used to sign in, links between wallets and the account',
  'reported wallet transfers, notices and drafts',
  'known devices, and mails kept for this address',
  'inquiries and subscriptions of this address',
]

/** What of somebody's own record is kept, as they read it. */
const KEPT_WORDS: Readonly<Partial<Record<RecordClass, string>>> = {
  identity: 'identity file of the verification',
  verification: 'what was found out of who they are',
  sanctions: 'records of sanctions checks',
  eu: 'identity file and what was found out of who they are',
  uk: 'identity file and what was found out of who they are',
}

/**
 * What erasing an account means for this person: nothing is changed. What the law keeps of a verification in production is named with its
 * ground, each duty by itself, as the erasure will record it; what issuers keep of their investors is theirs to decide.
 */
export async function planErasure(db: Queryable, ctx: Ctx, user: typeof users.$inferSelect): Promise<AccountPlan> {
  const [records, [others], papers, [admins], running, keys, excluded, led] = await Promise.all([
    ownRecords(db, ctx, user),
    db
      .select({ n: sql<number>`count(*)::int` })
      .from(investors)
      .where(and(eq(investors.user_id, user.id), ne(investors.organization_id, user.organization_id))),
    db
      .select({ n: sql<number>`count(*)::int` })
      .from(documents)
      .where(and(eq(documents.owner_type, 'user'), eq(documents.owner_id, user.id))),
    db
      .select({
        others: sql<number>`count(*) filter (where ${userRoles.user_id} <> ${user.id})::int`,
        own: sql<boolean>`coalesce(bool_or(${userRoles.user_id} = ${user.id}), false)`,
      })
      .from(userRoles)
      .where(eq(userRoles.role, 'admin')),
    runningOfferings(db, user),
    aloneKeys(db, user),
    exclusionEnd(db, user),
    lastOwnerOf(db, user),
  ])
  const held = await holdings(db, records)
  // What the erasure will find is named before it is asked for.
  const kept: AccountPlan['kept'] = []
  for (const { kind, until, ground } of records.flatMap((record) => record.kept)) {
    const what = KEPT_WORDS[kind] ?? `records of the kind ${kind}`
    if (until && !kept.some((one) => one.what === what && one.ground === ground && one.until === until)) kept.push({ what, ground, until })
  }
  const until = kept.length > 0
  if (until && papers[0]!.n)
    kept.push({
      what: `${papers[0]!.n} ${papers[0]!.n === 1 ? 'document' : 'documents'} of the verification`,
      ground: kept[0]!.ground,
      until: kept
        .map((one) => one.until!)
        .toSorted()
        .at(-1)!,
    })
  if (others!.n)
    kept.push({
      what: `records of ${others!.n} ${others!.n === 1 ? 'organisation' : 'organisations'} in which the person invested`,
      ground: 'Those organisations keep their own registers and answer for them',
      until: null,
    })
  if (excluded)
    kept.push({
      what: 'the self-exclusion from play, as a keyed hash of name and birth date',
      ground: 'It binds operators until its last day and is never shortened, by the person or by anybody else',
      until: excluded,
    })
  kept.push({ what: 'audit entries, by id and without names', ground: 'The log must stay verifiable (GDPR art. 17(3)(e))', until: null })
  return {
    erased: [
      ...ALWAYS_ERASED,
      ...(papers[0]!.n && !until ? [`${papers[0]!.n} documents, with the key that sealed them`] : []),
      ...(records.length && !until ? ['identity file, with the key that sealed it'] : []),
      ...(keys ? [`${keys} API keys (revoked: nobody else belongs to the organisation)`] : []),
    ],
    kept,
    blocked: [
      ...(admins!.own && admins!.others === 0 ? ['This is the last admin. Make somebody else an admin first.'] : []),
      ...(running ? [`${running} offerings still run and nobody else belongs to the organisation. Close them first.`] : []),
      ...(led ? ['Nobody else is owner of an organisation that has other members. Somebody has to be made its owner first.'] : []),
      ...(held ? ['The person still holds tokens, and the register of holders must name its holders.'] : []),
    ],
  }
}

/** The last day of the longest self-exclusion of the person that is in force, or null. */
async function exclusionEnd(db: Queryable, user: Pick<typeof users.$inferSelect, 'id'>): Promise<string | null> {
  const [row] = await db
    .select({ until: sql<string | null>`max(${selfExclusions.until})` })
    .from(selfExclusions)
    .where(and(eq(selfExclusions.user_id, user.id), eq(selfExclusions.status, 'active'), gt(selfExclusions.ends_at, new Date())))
  return row?.until ?? null
}

/** What the person's own organisation holds of them, in each environment. */
export async function ownRecords(
  db: Queryable,
  ctx: Ctx,
  user: Pick<typeof users.$inferSelect, 'id' | 'organization_id'>,
): Promise<OwnRecord[]> {
  const rows = await db
    .select({ person: persons, status: investors.identity_status })
    .from(investors)
    .innerJoin(persons, eq(persons.id, investors.person_id))
    .where(and(eq(investors.user_id, user.id), eq(investors.organization_id, user.organization_id), isNull(persons.erased_at)))
  const today = new Date().toISOString().slice(0, 10)
  const found: OwnRecord[] = []
  for (const own of Map.groupBy(rows, (row) => row.person.id).values()) {
    const { person } = own[0]!
    const environment = person.environment as Environment
    const there = await tenantCtx(ctx, person.organization_id, environment)
    const verified = there.world.people.keptByLaw && own.some((row) => row.status === 'verified')
    const duties = verified ? [{ kind: 'identity' as const, from: today }] : []
    const { records } = keptUntil([...duties, ...(await recordsFound(db, there, person, duties))], await keeperOf(db, there))
    found.push({ person_id: person.id, organization_id: person.organization_id, environment, duties, kept: records })
  }
  return found
}

/** The organisations to which nobody else belongs. */
export async function aloneIn(db: Queryable, user: Pick<typeof users.$inferSelect, 'id'>): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select m.organization_id as id from ${memberships} m
    where m.user_id = ${user.id} and m.ended_at is null and not exists (
      select 1 from ${memberships} o where o.organization_id = m.organization_id and o.ended_at is null and o.user_id <> m.user_id)`)
  return rows.map((row) => row.id)
}

/** Organisations with other members, none of whom is an owner besides this person. */
async function lastOwnerOf(db: Queryable, user: Pick<typeof users.$inferSelect, 'id'>): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${memberships} m
    where m.user_id = ${user.id} and m.ended_at is null and m.role = 'owner'
    and exists (select 1 from ${memberships} o where o.organization_id = m.organization_id and o.ended_at is null and o.user_id <> m.user_id)
    and not exists (select 1 from ${memberships} o where o.organization_id = m.organization_id and o.ended_at is null
      and o.user_id <> m.user_id and o.role = 'owner')`)
  return rows[0]?.n ?? 0
}

/** Offerings in production that would be left without anybody. */
async function runningOfferings(db: Queryable, user: typeof users.$inferSelect): Promise<number> {
  const alone = await aloneIn(db, user)
  if (!alone.length) return 0
  return db.$count(
    offerings,
    and(inArray(offerings.organization_id, alone), eq(offerings.environment, 'production'), inArray(offerings.status, ['open', 'paused'])),
  )
}

async function aloneKeys(db: Queryable, user: typeof users.$inferSelect): Promise<number> {
  const alone = await aloneIn(db, user)
  return alone.length ? db.$count(apiKeys, and(inArray(apiKeys.organization_id, alone), eq(apiKeys.is_active, true))) : 0
}

async function holdings(db: Queryable, records: OwnRecord[]): Promise<boolean> {
  if (!records.length) return false
  const [row] = await db
    .select({ id: lots.id })
    .from(lots)
    .where(
      and(
        inArray(
          lots.person_id,
          records.map((record) => record.person_id),
        ),
        isNull(lots.closed_at),
      ),
    )
    .limit(1)
  return row !== undefined
}
