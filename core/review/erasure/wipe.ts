import { and, eq, inArray, isNull, like, ne, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { changeState, personCredentials } from '#core/identity/credentials/change-state.ts'
import { userKeyId } from '#core/identity/documents/owner.ts'
import type { PersonData, PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { screenedKeyIds, setAsideId } from '#core/kernel/keys/keyring.ts'
import { invitedHash } from '#core/kernel/mails/invitation-mail.ts'
import { openMails, sentTo } from '#core/kernel/mails/queue.ts'
import { accountKeyId, type Sealed } from '#core/kernel/sealed.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { subjectKey } from '#core/screening/matching/subject-key.ts'
import { type StatusField, stepEvents, stepOf } from '#core/securities/investors/steps.ts'
import type { Tx } from '#db/connect.ts'
import {
  cases,
  consents,
  documents,
  events,
  evidence,
  holdingActs,
  idempotencyKeys,
  identitySessions,
  investments,
  investors,
  invitations,
  mails,
  monitoredSubjects,
  persons,
  requestLogs,
  screenings,
  subjectKeys,
  users,
  wallets,
  webhookAttempts,
} from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { openKept, sealKept } from './keep.ts'

/** What was ended, for the log and for whoever has to know. */
export interface Wiped {
  audit: AuditInput[]
  events: EventInput[]
}

const NOTHING_VERIFIED = { identity_status: 'incomplete', accreditation_status: 'incomplete', documents_status: 'incomplete' } as const

/**
 * Takes the person out of use: credentials end, wallets are let go, and nothing finds the person any more. What no law keeps
 * (contact data, notes) goes at once, but under a legal hold (`held`). What one keeps (GDPR art. 17(3)) stays sealed under a key that no
 * page, call or check opens: it is stored and not used (art. 18(2)).
 */
export async function restrictPerson(tx: Tx, ctx: Ctx, person: PersonRow, { held = false } = {}): Promise<Wiped> {
  const now = new Date(ctx.now)
  const ended = await endCredentials(tx, ctx, person)
  const data = await openKept(tx, ctx, person)
  await setAside(tx, ctx, person)
  const pii_sealed = await sealKept(tx, ctx, person, data, held)
  await forgetDocuments(tx, ctx, person)
  await tx
    .update(persons)
    .set({ pii_sealed, person_key: null, updated_at: now })
    .where(inScope(persons, ctx, eq(persons.id, person.id)))
  return { audit: ended.audit, events: [...ended.events, ...(await forgetLinks(tx, ctx, person, data))] }
}

/** Takes the key of somebody restricted out of use: of one restricted before that was done, by the nightly job. */
export const setAside = (tx: Tx, ctx: Ctx, { subject_key_id }: Pick<PersonRow, 'subject_key_id'>): Promise<void> =>
  ctx.services.keyring.setAside(tx, ctx, subject_key_id, { at: new Date(ctx.now), scope: inScope(subjectKeys, ctx)! })

/**
 * Erases the person: the data key is destroyed, and with it everything it sealed, in every table and every backup. The rows
 * that the log vouches for stay as they are, so the log stays whole.
 */
export async function erasePerson(tx: Tx, ctx: Ctx, person: PersonRow): Promise<Wiped> {
  const now = new Date(ctx.now)
  const ended = await endCredentials(tx, ctx, person)
  const data = await openKept(tx, ctx, person)
  const left = await forgetLinks(tx, ctx, person, data)
  await forgetDocuments(tx, ctx, person)
  await tx
    .update(persons)
    .set({ pii_sealed: null, person_key: null, country: null, erased_at: now, updated_at: now })
    .where(inScope(persons, ctx, eq(persons.id, person.id)))
  await tx
    .update(investors)
    .set({ country: null, us_state: null, accreditation: null, affiliation: null, facts: {} })
    .where(inScope(investors, ctx, eq(investors.person_id, person.id)))
  await tx
    .update(investments)
    .set({ annual_income: null, net_worth: null })
    .where(inScope(investments, ctx, eq(investments.person_id, person.id)))
  // What their key sealed does not open any more; pictures of their documents are not kept either.
  const sessions = tx
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(inScope(identitySessions, ctx, eq(identitySessions.person_id, person.id)))
  await tx
    .delete(documents)
    .where(inScope(documents, ctx, and(eq(documents.owner_type, 'identity_session'), inArray(documents.owner_id, sessions))))
  const { full_name } = data
  const names = full_name ? [await liveNameKey(tx, ctx, { ...data, full_name }), await liveNameKey(tx, ctx, { full_name })] : []
  await destroyKeys(tx, ctx, [person.subject_key_id, setAsideId(person.subject_key_id), ...names.flat()])
  return { audit: ended.audit, events: [...ended.events, ...left] }
}

/** The data key in use for a name that was screened, if it was. */
async function liveNameKey(tx: Tx, ctx: Ctx, name: { full_name: string; date_of_birth?: string | null | undefined }): Promise<string[]> {
  for (const id of screenedKeyIds(ctx, name)) {
    const state = await ctx.services.keyring.stateOf(tx, id)
    if (state !== 'destroyed') return state ? [id] : []
  }
  return []
}

/** The papers of an account that was erased while a law still kept its person: they go with the person. */
export async function eraseClosedAccount(tx: Tx, ctx: Ctx, personId: string): Promise<void> {
  const rows = await tx
    .select({ user: users.id })
    .from(investors)
    .innerJoin(users, eq(users.id, investors.user_id))
    .where(inScope(investors, ctx, and(eq(investors.person_id, personId), like(users.auth_id, `${ERASED_AUTH}%`))))
  for (const { user } of rows) await erasePapers(tx, ctx, user)
}

/** What the sign-in of an erased account is called: it belongs to nobody. */
export const ERASED_AUTH = 'erased:'

/** An account's papers and the key that sealed them. */
export async function erasePapers(tx: Tx, ctx: Ctx, userId: string): Promise<number> {
  const { rowCount } = await tx.delete(documents).where(and(eq(documents.owner_type, 'user'), eq(documents.owner_id, userId)))
  await destroyKeys(tx, ctx, [userKeyId(userId)], { anyTenant: true })
  return rowCount ?? 0
}

/** What an account said of its person is sealed under a key that no law keeps. */
export const destroyAccountKey = (tx: Tx, ctx: Ctx, userId: string) => destroyKeys(tx, ctx, [accountKeyId(userId)], { anyTenant: true })

/** Destroys data keys, here and in every other process. An account's key belongs to the person, not to one tenant. */
async function destroyKeys(tx: Tx, ctx: Ctx, ids: string[], { anyTenant = false } = {}): Promise<void> {
  await ctx.services.keyring.destroy(tx, { ids, at: new Date(ctx.now), scope: anyTenant ? undefined : inScope(subjectKeys, ctx) })
}

const endCredentials = async (tx: Tx, ctx: Ctx, person: PersonRow) =>
  changeState(tx, ctx, await personCredentials(tx, ctx, person.id, ['active', 'suspended']), 'revoked', { reasonCode: 'erasure' })

/** The invitations of the tenant to an address, and the mails that brought them. Other mails to it are not the tenant's. */
async function forgetInvitations(tx: Tx, ctx: Ctx, email: string): Promise<void> {
  const gone = await tx
    .delete(invitations)
    .where(inScope(invitations, ctx, eq(invitations.email_hash, invitedHash(ctx.services, email))))
    .returning({ id: invitations.id })
  if (!gone.length) return
  const sent = await openMails(tx, ctx.services, await tx.select().from(mails).where(sentTo(ctx.services, email)))
  const about = sent.filter((mail) => gone.some(({ id }) => mail.text.includes(id)))
  if (about.length)
    await tx.delete(mails).where(
      inArray(
        mails.id,
        about.map((mail) => mail.id),
      ),
    )
}

/** In place of the body of a try that named somebody erased: a plain text is shown as it is. */
const ERASED_BODY = '{"erased":true}' as unknown as Sealed<string>

/** Whether a sealed text names one of these; of old rows, the plain text itself. */
const namesOne = (table: { mentions: AnyPgColumn }, text: AnyPgColumn, names: string[]) =>
  or(
    sql`${table.mentions} ?| array[${sql.join(
      names.map((name) => sql`${name}`),
      sql`, `,
    )}]::text[]`,
    and(isNull(table.mentions), or(...names.map((name) => sql`strpos(${text}, ${name}) > 0`))),
  )

/** Nobody who shows a document is compared with who is out of use. */
const forgetDocuments = (tx: Tx, ctx: Ctx, person: PersonRow) =>
  tx
    .update(evidence)
    .set({ document_key: null })
    .where(inScope(evidence, ctx, eq(evidence.person_id, person.id)))

/** Everything by which the person could be found or reached, outside the sealed file. Tells of what they leave. */
async function forgetLinks(tx: Tx, ctx: Ctx, person: PersonRow, data: PersonData): Promise<EventInput[]> {
  const now = new Date(ctx.now)
  const own = await tx
    .update(wallets)
    .set({ person_id: null, verification_status: 'none', verified_at: null, creator: null, updated_at: now })
    .where(inScope(wallets, ctx, eq(wallets.person_id, person.id)))
    .returning({ id: wallets.id, address: wallets.address, control: wallets.control })
  const walletIds = own.map((wallet) => wallet.id)
  const before = await tx
    .select()
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.person_id, person.id)))
    .for('update')
  const rows = await tx
    .update(investors)
    .set({
      email_hash: null,
      external_id: null,
      metadata: {},
      status: 'incomplete',
      ...NOTHING_VERIFIED,
      wallet_id: null,
      updated_at: now,
    })
    .where(inScope(investors, ctx, eq(investors.person_id, person.id)))
    .returning({ id: investors.id })
  await tx
    .update(consents)
    .set({ withdrawn_at: now })
    .where(inScope(consents, ctx, and(eq(consents.person_id, person.id), isNull(consents.withdrawn_at))))
  await tx
    .update(holdingActs)
    .set({ note: null })
    .where(inScope(holdingActs, ctx, eq(holdingActs.person_id, person.id)))
  const monitored = [
    ...own.map((wallet) => subjectKey(ctx, { wallet_address: wallet.address })),
    ...(data.full_name
      ? [undefined, data.date_of_birth ?? undefined].flatMap((date_of_birth) =>
          [undefined, data.country ?? undefined].flatMap((country) =>
            (['any', 'person'] as const).map((entity_type) =>
              subjectKey(ctx, { full_name: data.full_name, date_of_birth, country, entity_type }),
            ),
          ),
        )
      : []),
  ]
  await tx.delete(monitoredSubjects).where(inScope(monitoredSubjects, ctx, inArray(monitoredSubjects.subject_id, monitored)))
  if (walletIds.length) {
    // Checks made before the wallet had a person are sealed with the tenant's key: their subject is emptied.
    const checks = await tx
      .select({ id: screenings.id, key: screenings.subject_key_id })
      .from(screenings)
      .where(inScope(screenings, ctx, inArray(screenings.subject_id, walletIds)))
    for (const check of checks) {
      if (!check.key.startsWith('tenant:')) continue
      const subject_sealed = await ctx.services.keyring.seal(tx, ctx, check.key, `screenings.subject:${check.id}`, {})
      await tx
        .update(screenings)
        .set({ subject_sealed })
        .where(inScope(screenings, ctx, eq(screenings.id, check.id)))
    }
    await tx
      .update(events)
      .set({ object: sql`jsonb_set(${events.object}, '{creator_name}', 'null')` })
      .where(inScope(events, ctx, and(inArray(events.resource_id, walletIds), sql`${events.object} ? 'creator_name'`)))
  }
  if (walletIds.length) {
    // Appeals from before the wallet had a person are sealed with the tenant's key: no key opens them any more. Where people are made up,
    // they may be sealed for whoever stood in for the holder, whom nobody erases.
    const sealedWith = sql<string>`${cases.appeal} ->> 'statement_key_id'`
    const notWithTheirs = ctx.world.personas.standIn ? ne(sealedWith, person.subject_key_id) : like(sealedWith, 'tenant:%')
    await tx
      .update(cases)
      .set({ appeal: sql`${cases.appeal} || '{"statement_key_id":"erased","statement_sealed":""}'::jsonb` })
      .where(inScope(cases, ctx, and(inArray(sql`${cases.appeal} ->> 'wallet_id'`, walletIds), notWithTheirs)))
  }
  // Answers kept for repeated calls hold what was answered then.
  const mentions = [...own.flatMap((wallet) => [wallet.id, wallet.address]), ...rows.map((row) => row.id), person.id]
  await tx.delete(idempotencyKeys).where(inScope(idempotencyKeys, ctx, namesOne(idempotencyKeys, idempotencyKeys.body, mentions)))
  // Logs of requests name nobody, but what is the organisation's own (metadata, handles) may.
  const logged = sql`lower(concat_ws(' ', ${requestLogs.request_body}::text, ${requestLogs.response_body}::text, ${requestLogs.response_text}))`
  await tx
    .update(requestLogs)
    .set({ request_body: null, response_body: null, response_text: null })
    .where(inScope(requestLogs, ctx, or(...mentions.map((text) => sql`strpos(${logged}, ${text.toLowerCase()}) > 0`))))
  // What was sent to endpoints that take whole objects is kept for 30 days, for who builds a receiver.
  const sent = tx.select({ id: events.id }).from(events).where(inScope(events, ctx))
  await tx
    .update(webhookAttempts)
    .set({ request_body: ERASED_BODY, response_body: null, mentions: [] })
    .where(and(namesOne(webhookAttempts, webhookAttempts.request_body, mentions), inArray(webhookAttempts.event_id, sent)))
  if (data.email) await forgetInvitations(tx, ctx, data.email)
  return [
    ...own.map(({ id, control }) => ({
      type: 'wallet.unlinked' as const,
      resource: { type: 'wallet', id },
      object: { wallet_id: id, credential_id: null, control },
    })),
    ...before.flatMap((row) =>
      stepEvents(
        row.id,
        (Object.keys(NOTHING_VERIFIED) as StatusField[]).flatMap((field) => stepOf(row, field, 'incomplete')),
        null,
      ),
    ),
  ]
}
