import { and, arrayContains, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { resumePerson } from '#core/identity/credentials/change-state.ts'
import { FOR_WANT_OF_EVIDENCE } from '#core/identity/credentials/standing.ts'
import { mirror } from '#core/identity/holders/status.ts'
import { openPerson, type PersonRow } from '#core/identity/persons/ensure.ts'
import { isSelf } from '#core/identity/persons/own-investor.ts'
import { type WalletVerifyInput, walletVerifyInput } from '#core/identity/wallets/verification-fields.ts'
import { runWalletVerification } from '#core/identity/wallets/verify.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { endAccredited, followEvidence } from '#core/securities/investors/accreditation/follow.ts'
import { fileFromCredentials } from '#core/securities/investors/accreditation/from-credential.ts'
import { isExhausted } from '#core/securities/investors/attempts.ts'
import { runVerification } from '#core/securities/investors/run-verification.ts'
import type { Tx } from '#db/connect.ts'
import { entityFiles, events, identitySessions, investors, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'

/** Most wallets of one person that wait at once; more than that nobody has. */
const MOST = 100

/**
 * Judges anew what waits for the evidence of a person: their wallets and investors that are not verified. The level is the one that was
 * asked for last.
 */
export async function judgeByEvidence(
  tx: Tx,
  ctx: Ctx,
  personId: string,
): Promise<{ audit: [AuditInput, ...AuditInput[]]; events: EventInput[] } | null> {
  const person = await findScoped(tx, persons, ctx, personId)
  if (!person || person.erased_at) return null
  const ended = await endAccredited(tx, ctx, personId)
  const done = [
    ...(ended ? [ended] : []),
    await resumePerson(tx, ctx, personId, FOR_WANT_OF_EVIDENCE, { reasonCode: 'evidence_recorded' }),
    ...(await judgeWallets(tx, ctx, person)),
    ...(await judgeInvestors(tx, ctx, person)),
    ...(await judgeAccreditations(tx, ctx, person, ended !== null)),
    ...(await fileFromCredentials(tx, ctx, personId)),
    ...(await judgeEntities(tx, ctx, personId)),
  ]
  const [first, ...more] = done.flatMap(({ audit }) => audit)
  return first ? { audit: [first, ...more], events: done.flatMap((one) => one.events) } : null
}

async function judgeWallets(tx: Tx, ctx: Ctx, person: PersonRow): Promise<{ audit: AuditInput[]; events: EventInput[] }[]> {
  const waiting = await tx
    .select()
    .from(wallets)
    .where(
      inScope(
        wallets,
        ctx,
        and(
          eq(wallets.person_id, person.id),
          eq(wallets.status, 'active'),
          inArray(wallets.verification_status, ['none', 'pending', 'rejected', 'basic']),
        ),
      ),
    )
    .orderBy(wallets.id)
    .limit(MOST)
  if (!waiting.length) return []
  const data = await openPerson(tx, ctx, person)
  // Where somebody lives no document may have said: who asked for the verification says it with the next call.
  if (!data.full_name || !data.date_of_birth || !data.country) return []
  const out = []
  for (const wallet of waiting) {
    const level = await levelAsked(tx, ctx, wallet.id)
    if (wallet.verification_status === 'basic' && level === 'basic') continue
    const input: WalletVerifyInput = {
      ...walletVerifyInput.parse({ wallet_address: wallet.address, level }),
      kyc_data: data as WalletVerifyInput['kyc_data'],
    }
    const { audit, events: told } = await runWalletVerification(tx, ctx, input, ctx.world.personas.at(wallet.address))
    out.push({ audit, events: told })
  }
  return out
}

/** The level that was asked for last, by a verification or else by a session; the basic where nobody said. */
async function levelAsked(tx: Tx, ctx: Ctx, walletId: string): Promise<'basic' | 'enhanced'> {
  const [waits] = await tx
    .select({ level: sql<string>`${events.object} ->> 'level_requested'` })
    .from(events)
    .where(inScope(events, ctx, and(eq(events.resource_id, walletId), eq(events.type, 'wallet.verification.pending'))))
    .orderBy(desc(events.created_at), desc(events.sequence))
    .limit(1)
  if (waits) return waits.level === 'enhanced' ? 'enhanced' : 'basic'
  const [session] = await tx
    .select({ level: identitySessions.level })
    .from(identitySessions)
    .where(inScope(identitySessions, ctx, and(eq(identitySessions.wallet_id, walletId), isNull(identitySessions.claims))))
    .orderBy(desc(identitySessions.created_at))
    .limit(1)
  return session?.level ?? 'basic'
}

/** The entities that somebody owns or controls: by them it is judged too. */
async function judgeEntities(tx: Tx, ctx: Ctx, personId: string) {
  const files = await tx
    .select({ person_id: entityFiles.person_id })
    .from(entityFiles)
    .where(inScope(entityFiles, ctx, and(arrayContains(entityFiles.people, [personId]), ne(entityFiles.state, 'superseded'))))
    .orderBy(entityFiles.person_id)
    .limit(MOST)
  const out = []
  for (const { person_id } of files) {
    const entity = await findScoped(tx, persons, ctx, person_id)
    if (entity && !entity.erased_at) out.push(...(await judgeInvestors(tx, ctx, entity)))
  }
  return out
}

/** Of an entity also what was verified: whoever owns it may change, or be verified no more. */
const WAITING = ['incomplete', 'pending', 'rejected'] as const

async function judgeInvestors(tx: Tx, ctx: Ctx, person: PersonRow): Promise<{ audit: AuditInput[]; events: EventInput[] }[]> {
  const waiting = await tx
    .select()
    .from(investors)
    .where(
      inScope(
        investors,
        ctx,
        and(
          eq(investors.person_id, person.id),
          inArray(investors.identity_status, person.kind === 'entity' ? [...WAITING, 'verified'] : WAITING),
        ),
      ),
    )
    .orderBy(investors.id)
    .limit(MOST)
    .for('update')
  const out = []
  for (const row of waiting) {
    // What was settled for good, evidence does not open again: that is for an appeal.
    if (row.facts.identity_final || isExhausted(row.facts, null)) continue
    const { result, audit, events: told } = await runVerification(tx, ctx, row, { checks: ['identity', 'sanctions'], force: true }, {})
    // Of somebody's own record the screens read a table of their own.
    if (isSelf(row)) await mirror(tx, ctx, row.user_id!, result.rejection)
    out.push({ audit: [audit], events: told })
  }
  return out
}

/** Who was accredited by evidence that was taken back is so no more, and has a credential of their identity in its place. */
async function judgeAccreditations(
  tx: Tx,
  ctx: Ctx,
  person: PersonRow,
  ended: boolean,
): Promise<{ audit: AuditInput[]; events: EventInput[] }[]> {
  const verified = await tx
    .select()
    .from(investors)
    .where(inScope(investors, ctx, and(eq(investors.person_id, person.id), eq(investors.identity_status, 'verified'))))
    .orderBy(investors.id)
    .limit(MOST)
    .for('update')
  const out = []
  for (const row of verified) {
    const told = await followEvidence(tx, ctx, row)
    const subject = { type: 'investor', id: row.id }
    if (told.length) out.push({ audit: [{ action: 'accreditation_waits_again', category: 'user' as const, subject }], events: told })
    if (!ended) continue
    const now = (await findScoped(tx, investors, ctx, row.id))!
    const { audit, events: more } = await runVerification(tx, ctx, now, { checks: ['identity', 'sanctions'], force: true })
    out.push({ audit: [audit], events: more })
  }
  return out
}
