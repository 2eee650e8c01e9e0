import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import {
  credentials,
  documents,
  events,
  idempotencyKeys,
  investments,
  investors,
  invitations,
  lots,
  monitoredSubjects,
  persons,
  requestLogs,
  screenings,
  subjectKeys,
  wallets,
  webhookAttempts,
} from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import type { AuditInput } from '../audit/append.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { tenantKeyId } from '../keyring.ts'
import { requirePermission } from '../permissions.ts'
import { openPerson, type PersonData, type PersonRow } from '../persons/ensure.ts'
import { subjectKey } from '../screenings/subject-key.ts'
import { monitoringKeyId } from '../subjects/monitor.ts'
import { write } from '../transaction.ts'

export const eraseInput = z.strictObject({
  reason_code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,60}$/)
    .meta({ description: 'Why, as a short code such as gdpr_article_17' }),
})

export interface Erasure {
  success: true
  object: 'erasure'
  person_id: string
  erased_at: string
  credentials_revoked: number
  wallets_unlinked: number
  /** What is kept without the person's data, and why. */
  retained: { what: string; ground: string }[]
}

const RETAINED = [
  {
    what: 'decisions, audit entries and movements of value, by id and hash',
    ground: 'Regulation (EU) 2016/679 art 17(3)(b); 31 CFR 1010.430. They name nobody; their sealed facts can never be opened again.',
  },
  { what: 'wallet addresses', ground: 'They are public on their chains and stand in the records above.' },
]

/**
 * Erases the person behind an investor: the key that sealed the personal data is destroyed, so nothing it sealed can be read
 * again, in copies and backups neither; what stood in clear is removed; credentials end. The log stays whole, and decisions
 * provable. Throws `not_found`, `conflict` when it is done already or while the person holds units or has money on its way.
 */
export async function eraseInvestor({ ctx, input }: { ctx: Ctx; input: { id: string } & z.output<typeof eraseInput> }): Promise<Erasure> {
  requirePermission(ctx, 'investors.write')
  const erased = await write(ctx, async (tx) => {
    const investor = await findScoped(tx, investors, ctx, input.id)
    const person = investor && (await lockScoped(tx, persons, ctx, investor.person_id))
    if (!person) throw notFound()
    if (person.erased_at) throw new AppError('conflict', 'The personal data of this investor was erased before.')
    await refuseHeld(tx, ctx, person.id)
    const done = await erase(tx, ctx, person, input.reason_code)
    return { result: done, audit: done.audit, events: done.events }
  })
  for (const id of erased.keys) ctx.services.keyring.forget(id)
  return erased.result
}

/** Records of what somebody holds, or has paid for, must be kept with who it is. */
async function refuseHeld(tx: Tx, ctx: Ctx, personId: string): Promise<void> {
  const [held] = await tx
    .select({ id: lots.id })
    .from(lots)
    .where(inScope(lots, ctx, and(eq(lots.person_id, personId), isNull(lots.closed_at))))
    .limit(1)
  const [paid] = await tx
    .select({ id: investments.id })
    .from(investments)
    .where(inScope(investments, ctx, and(eq(investments.person_id, personId), inArray(investments.status, ['accepted', 'pending']))))
    .limit(1)
  if (held || paid)
    throw new AppError(
      'conflict',
      'The law obliges the issuer to know who holds its securities. Transfer, redeem or refund what this person has first; nothing was erased.',
      { extra: { retained: [{ what: held ? 'holdings' : 'investments', ground: '17 CFR 240.17Ad-10; 31 CFR 1010.430' }] } },
    )
}

async function erase(tx: Tx, ctx: Ctx, person: PersonRow, reasonCode: string) {
  const at = new Date(ctx.now)
  const known = await openPerson(tx, ctx, person)
  const own = await tx
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.person_id, person.id)))
  const records = await tx
    .select()
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.person_id, person.id)))
  const walletIds = own.map((wallet) => wallet.id)
  const recordIds = records.map((row) => row.id)

  const revoked = await tx
    .update(credentials)
    .set({ state: 'revoked', reason_code: 'erased', updated_at: at })
    .where(inScope(credentials, ctx, and(eq(credentials.person_id, person.id), inArray(credentials.state, ['active', 'suspended']))))
    .returning({ id: credentials.id, level: credentials.level })
  await tx
    .update(wallets)
    .set({ person_id: null, verification_status: 'none', verified_at: null, creator: null, updated_at: at })
    .where(inScope(wallets, ctx, eq(wallets.person_id, person.id)))
  await tx
    .update(investors)
    .set({
      email_hash: null,
      external_id: null,
      country: null,
      us_state: null,
      status: 'incomplete',
      identity_status: 'incomplete',
      accreditation_status: 'incomplete',
      documents_status: 'incomplete',
      accreditation: null,
      accreditation_expires_at: null,
      metadata: {},
      facts: {},
      history: [],
      updated_at: at,
    })
    .where(inScope(investors, ctx, eq(investors.person_id, person.id)))
  await tx
    .update(persons)
    .set({ pii_sealed: null, person_key: null, country: null, erased_at: at, updated_at: at })
    .where(inScope(persons, ctx, eq(persons.id, person.id)))
  const keys = [
    person.subject_key_id,
    ...(await endMonitoring(tx, ctx, own, known)),
    ...(await eraseDocuments(tx, ctx, [person.id, ...recordIds, ...walletIds])),
    ...(await eraseInvitations(tx, ctx, records)),
  ]
  await destroy(tx, keys, at)
  await eraseCopies(tx, ctx, own, recordIds)

  const audit: AuditInput = {
    action: 'person_erased',
    category: 'user',
    subject: { type: 'person', id: person.id },
    details: { reason_code: reasonCode, credentials: revoked.map((row) => row.id), keys_destroyed: new Set(keys).size },
  }
  const told: EventInput[] = [
    ...revoked.map((row) => ({
      type: 'credential.revoked' as const,
      resource: { type: 'credential', id: row.id },
      object: { credential: { id: row.id, level: row.level, state: 'revoked' }, reason_code: 'erased' },
    })),
    ...own.map((wallet) => ({
      type: 'wallet.unlinked' as const,
      resource: { type: 'wallet', id: wallet.id },
      object: { wallet_id: wallet.id, credential_id: null, control: wallet.control },
    })),
    ...recordIds.map((id) => ({
      type: 'investor.updated' as const,
      resource: { type: 'investor', id },
      object: { investor_id: id, status: 'incomplete', erased: true },
    })),
  ]
  const result: Erasure = {
    success: true,
    object: 'erasure',
    person_id: person.id,
    erased_at: at.toISOString(),
    credentials_revoked: revoked.length,
    wallets_unlinked: own.length,
    retained: RETAINED,
  }
  return { result, keys, audit, events: told }
}

async function destroy(tx: Tx, ids: string[], at: Date): Promise<void> {
  if (ids.length) await tx.update(subjectKeys).set({ wrapped_key: null, destroyed_at: at }).where(inArray(subjectKeys.id, ids))
}

/** Whoever is erased is no longer watched. Returns the keys that sealed whom. */
async function endMonitoring(tx: Tx, ctx: Ctx, own: { address: string }[], known: PersonData): Promise<string[]> {
  const names = ['any', 'person'].map((entity_type) => ({
    full_name: known.full_name,
    ...(known.date_of_birth && { date_of_birth: known.date_of_birth }),
    ...(known.country && { country: known.country }),
    entity_type: entity_type as 'any' | 'person',
  }))
  const subjects = [...own.map((wallet) => ({ wallet_address: wallet.address })), ...names].map((subject) => subjectKey(ctx, subject))
  const gone = await tx
    .delete(monitoredSubjects)
    .where(inScope(monitoredSubjects, ctx, inArray(monitoredSubjects.subject_id, subjects)))
    .returning({ id: monitoredSubjects.id })
  return gone.map((row) => monitoringKeyId(row.id))
}

async function eraseDocuments(tx: Tx, ctx: Ctx, owners: string[]): Promise<string[]> {
  const rows = await tx
    .delete(documents)
    .where(inScope(documents, ctx, inArray(documents.owner_id, owners)))
    .returning({ key: documents.subject_key_id })
  return rows.map((row) => row.key).filter((key) => !key.startsWith('tenant:'))
}

async function eraseInvitations(tx: Tx, ctx: Ctx, records: { email_hash: string | null }[]): Promise<string[]> {
  const hashes = records.flatMap((row) => row.email_hash ?? [])
  if (!hashes.length) return []
  const rows = await tx
    .delete(invitations)
    .where(inScope(invitations, ctx, inArray(invitations.email_hash, hashes)))
    .returning({ key: invitations.subject_key_id })
  return rows.map((row) => row.key).filter((key) => !key.startsWith('tenant:'))
}

/** What stands about the person in other places: checks of the wallet, answers kept for repeats, request logs. */
async function eraseCopies(tx: Tx, ctx: Ctx, own: { id: string; address: string }[], recordIds: string[]): Promise<void> {
  const addresses = own.map((wallet) => wallet.address)
  const walletIds = own.map((wallet) => wallet.id)
  const keyId = tenantKeyId(ctx)
  if (addresses.length) {
    const checks = await tx
      .select({ id: screenings.id, address: screenings.wallet_address, key: screenings.subject_key_id })
      .from(screenings)
      .where(
        inScope(
          screenings,
          ctx,
          or(inArray(screenings.wallet_address, addresses), inArray(screenings.subject_id, walletIds)),
          eq(screenings.subject_key_id, keyId),
        ),
      )
    for (const check of checks)
      await tx
        .update(screenings)
        .set({
          subject_sealed: await ctx.services.keyring.seal(tx, ctx, check.key, `screenings.subject:${check.id}`, {
            wallet_address: check.address,
          }),
        })
        .where(inScope(screenings, ctx, eq(screenings.id, check.id)))
    await tx
      .update(requestLogs)
      .set({ request_body: null, response_body: null })
      .where(inScope(requestLogs, ctx, inArray(requestLogs.wallet_address, addresses)))
  }
  const ids = [...recordIds, ...walletIds]
  if (ids.length) {
    const about = inScope(events, ctx, inArray(events.resource_id, ids))
    await tx
      .update(events)
      .set({ object: sql`${events.object} - 'creator_name' - 'country'` })
      .where(about)
    await tx
      .update(webhookAttempts)
      .set({ request_body: '', response_body: null })
      .where(inArray(webhookAttempts.event_id, tx.select({ id: events.id }).from(events).where(about)))
  }
  const named = [...recordIds, ...walletIds, ...addresses].map((id) => sql`strpos(${idempotencyKeys.body}, ${id}) > 0`)
  if (named.length) await tx.delete(idempotencyKeys).where(inScope(idempotencyKeys, ctx, or(...named)))
}
