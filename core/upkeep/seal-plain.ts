/**
 * Seals what was stored before its columns were sealed, or by an older version that still runs beside this one. Each batch is a
 * transaction of its own, so that it goes on where it stopped; processes that start together take turns.
 */
import { and, eq, getTableColumns, inArray, isNotNull, isNull, like, notLike, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { sessionContext } from '#core/access/accounts/open-session.ts'
import { reasonContext } from '#core/access/accounts/request-erasure.ts'
import { requestContext } from '#core/access/roles/present.ts'
import { fileNameContext } from '#core/identity/documents/present.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { mailColumns, plainMail } from '#core/kernel/mails/queue.ts'
import { authAddress, hasEmail, openProfile, sealNames, sealProfile } from '#core/kernel/people.ts'
import { accountKeyId, isSealed, PLATFORM_KEY, type Sealed, sealValue } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import { draftContext } from '#core/portal/drafts/form-drafts.ts'
import { subscriberContext } from '#core/portal/incidents/notify.ts'
import { inquiryHash, plainContent, sealInquiry, sealNotes } from '#core/portal/inquiries/content.ts'
import { subscriberHash } from '#core/portal/status/subscribe.ts'
import { noticeContext } from '#core/record/notifications/notify.ts'
import type { Tx } from '#db/connect.ts'
import { LOCKS } from '#db/locks.ts'
import {
  user as authUsers,
  cases,
  contactInquiries,
  documents,
  erasureRequests,
  formDrafts,
  mails,
  notifications,
  organizations,
  roleRequests,
  session,
  settings,
  statusSubscribers,
  transactions,
  userProfiles,
  users,
} from '#db/schema.ts'

const BATCH = 500
const DONE = 'plain_columns_sealed'
/** So long after the first whole pass an older version may still run beside this one. */
const LOOK_AGAIN_MS = 7 * 86_400_000

/** Returns how many rows were sealed. Nothing is looked at once a pass found nothing a week after the first. */
export async function sealPlainRows(services: Services): Promise<number> {
  const { db } = services.connection
  const [done] = await db.select().from(settings).where(eq(settings.key, DONE)).limit(1)
  const since = done ? Date.parse(String(done.value)) : Date.now()
  if (Date.now() - since > LOOK_AGAIN_MS) return 0
  let sealed = 0
  for (const step of STEPS)
    for (;;) {
      // no audit: the same facts, kept otherwise; nothing that happened is changed.
      const count = await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.sealing})`)
        return step(tx, services)
      })
      sealed += count
      if (count === 0) break
    }
  if (!done) {
    const now = new Date()
    await db.insert(settings).values({ key: DONE, value: now.toISOString(), updated_at: now }).onConflictDoNothing()
  }
  if (sealed) services.log.info({ rows: sealed }, 'personal data of an older version was sealed')
  return sealed
}

/** Seals one batch, and says how many rows it had. */
type Step = (tx: Tx, services: Services) => Promise<number>

const sealAccounts: Step = async (tx, services) => {
  const rows = await tx
    .select()
    .from(users)
    .where(and(isNull(users.names_sealed), isNotNull(users.plain_email)))
    .limit(BATCH)
    .for('update')
  for (const row of rows) {
    const names = { email: row.plain_email!, first_name: row.plain_first_name ?? '', last_name: row.plain_last_name ?? '' }
    await tx
      .update(users)
      .set(await sealNames(tx, services, row.id, names))
      .where(eq(users.id, row.id))
    await tx
      .update(authUsers)
      .set({ email: authAddress(services, names.email), name: '' })
      .where(eq(authUsers.id, row.auth_id))
    // An organisation was called after its person where no company was named.
    await tx
      .update(organizations)
      .set({ name: `Organisation ${row.organization_id.slice(-6)}` })
      .where(
        and(
          eq(organizations.id, row.organization_id),
          sql`lower(${organizations.name}) in (${names.email.toLowerCase()}, ${`${names.first_name} ${names.last_name}`.toLowerCase()})`,
        ),
      )
  }
  return rows.length
}

/** Sign-ins of accounts whose own rows are gone. */
const sealSignIns: Step = async (tx, services) => {
  const rows = await tx.select().from(authUsers).where(notLike(authUsers.email, '%@accounts.invalid')).limit(BATCH).for('update')
  for (const row of rows)
    await tx
      .update(authUsers)
      .set({ email: authAddress(services, row.email), name: '' })
      .where(eq(authUsers.id, row.id))
  return rows.length
}

const sealProfiles: Step = async (tx, services) => {
  const rows = await tx.select().from(userProfiles).where(isNull(userProfiles.profile_sealed)).limit(BATCH).for('update')
  for (const row of rows)
    await tx
      .update(userProfiles)
      .set(await sealProfile(tx, services, row.user_id, await openProfile(tx, services, row)))
      .where(eq(userProfiles.id, row.id))
  return rows.length
}

const sealMails: Step = async (tx, services) => {
  const rows = await tx.select().from(mails).where(isNull(mails.content_sealed)).limit(BATCH).for('update')
  for (const row of rows)
    await tx
      .update(mails)
      .set(await mailColumns(tx, services, row.id, plainMail(row)))
      .where(eq(mails.id, row.id))
  return rows.length
}

const sealInquiries: Step = async (tx, services) => {
  const rows = await tx.select().from(contactInquiries).where(isNull(contactInquiries.content_sealed)).limit(BATCH).for('update')
  for (const row of rows) {
    const content = plainContent(row)
    const written = row.internal_notes as unknown as { at: string; by: string; text: string }[]
    const notes = await Promise.all(written.map(async (note) => ({ ...note, by: await idOf(tx, services, note.by) })))
    await tx
      .update(contactInquiries)
      .set({
        email_hash: inquiryHash(services, content.email),
        content_sealed: await sealInquiry(tx, services, row.id, content),
        internal_notes: await sealNotes(tx, services, row.id, notes),
        plain_first_name: null,
        plain_last_name: null,
        plain_company: null,
        plain_email: null,
        plain_phone: null,
        plain_notes: null,
      })
      .where(eq(contactInquiries.id, row.id))
  }
  return rows.length
}

/** Names of colleagues stood where their ids stand now. */
const nameHandlers: Step = async (tx, services) => {
  const rows = await tx.select().from(contactInquiries).where(like(contactInquiries.handled_by, '%@%')).limit(BATCH).for('update')
  for (const row of rows) {
    await tx
      .update(contactInquiries)
      .set({ handled_by: await idOf(tx, services, row.handled_by!) })
      .where(eq(contactInquiries.id, row.id))
  }
  return rows.length
}

/** Histories of cases named reviewers by their addresses. */
const nameReviewers: Step = async (tx, services) => {
  const named = sql`jsonb_path_exists(${cases.details}, '$.history[*].by ? (@ like_regex "@")')`
  const rows = await tx.select({ id: cases.id, details: cases.details }).from(cases).where(named).limit(BATCH).for('update')
  for (const { id, details } of rows) {
    const history = await Promise.all(
      (details.history as { by: string }[]).map(async (line) => ({ ...line, by: await idOf(tx, services, line.by) })),
    )
    await tx
      .update(cases)
      .set({ details: { ...details, history } })
      .where(eq(cases.id, id))
  }
  return rows.length
}

/** An address as the id of its account; what is no address stays. */
async function idOf(tx: Tx, services: Services, who: string): Promise<string> {
  if (!who.includes('@')) return who
  const [known] = await tx.select({ id: users.id }).from(users).where(hasEmail(services, who))
  return known?.id ?? 'unknown'
}

const sealSubscribers: Step = async (tx, services) => {
  const rows = await tx.select().from(statusSubscribers).where(isNull(statusSubscribers.email_hash)).limit(BATCH).for('update')
  for (const row of rows) {
    const email = row.email as unknown as string
    await tx
      .update(statusSubscribers)
      .set({
        email: await sealValue(tx, services, PLATFORM_KEY, subscriberContext(row.id), email),
        email_hash: subscriberHash(services, email),
      })
      .where(eq(statusSubscribers.id, row.id))
  }
  return rows.length
}

type Column = { name: string }

/** A step for columns that hold a sealed value where they held a plain one. */
function inPlace<T extends PgTable, R extends { id: string }>(
  table: T & { id: Column },
  columns: readonly (keyof R & string)[],
  keyed: (row: R) => { keyId: string; context: string; scope?: Pick<Ctx, 'organizationId' | 'environment'> },
): Step {
  return async (tx, services) => {
    // Not what files hold: a batch of them does not fit into memory.
    const { content_sealed: _, ...of } = getTableColumns(table) as Record<string, never>
    const rows = (await tx
      .select(of)
      .from(table as PgTable)
      .where(or(...columns.map((column) => sql`${of[column]}::text !~ '^"?sealed[|]'`)))
      .limit(BATCH)
      .for('update')) as unknown as R[]
    for (const row of rows) {
      const { keyId, context, scope } = keyed(row)
      const set: Record<string, Sealed<unknown>> = {}
      for (const column of columns) {
        const value: unknown = row[column]
        if (value !== null && !(typeof value === 'string' && isSealed(value)))
          set[column] = await sealValue(tx, services, keyId, context, value, scope)
      }
      await tx
        .update(table as PgTable)
        .set(set)
        .where(eq(table.id as never, row.id))
    }
    return rows.length
  }
}

/** What the rules read of a payment's parties is sealed with the decision; it lay beside it in clear. */
const dropTravelFacts: Step = async (tx) => {
  const batch = tx.select({ id: transactions.id }).from(transactions).where(sql`${transactions.travel_rule} ? 'facts'`).limit(BATCH)
  const { rowCount } = await tx
    .update(transactions)
    .set({ travel_rule: sql`${transactions.travel_rule} - 'facts'` })
    .where(inArray(transactions.id, batch))
  return rowCount ?? 0
}

const STEPS: Step[] = [
  sealAccounts,
  sealSignIns,
  sealProfiles,
  sealMails,
  sealInquiries,
  nameHandlers,
  nameReviewers,
  sealSubscribers,
  inPlace(roleRequests, ['reason', 'decision_note'], (row: typeof roleRequests.$inferSelect) => ({
    keyId: accountKeyId(row.user_id),
    context: requestContext(row.id),
  })),
  inPlace(notifications, ['title', 'body'], (row: typeof notifications.$inferSelect) => ({
    keyId: accountKeyId(row.user_id),
    context: noticeContext(row.id),
  })),
  inPlace(erasureRequests, ['reason'], (row: typeof erasureRequests.$inferSelect) => ({
    keyId: accountKeyId(row.user_id),
    context: reasonContext(row.id),
  })),
  inPlace(formDrafts, ['content'], (row: typeof formDrafts.$inferSelect) => ({
    keyId: accountKeyId(row.user_id),
    context: draftContext(row.id),
  })),
  inPlace(documents, ['file_name'], (row: typeof documents.$inferSelect) => ({
    keyId: row.subject_key_id,
    context: fileNameContext(row.id),
    scope: { organizationId: row.organization_id, environment: row.environment as Environment },
  })),
  dropTravelFacts,
  inPlace(session, ['ipAddress', 'userAgent'], (row: typeof session.$inferSelect) => ({
    keyId: PLATFORM_KEY,
    context: sessionContext(row.userId),
  })),
]
