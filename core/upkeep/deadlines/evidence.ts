import { and, arrayContains, eq, inArray, ne } from 'drizzle-orm'
import { openPerson, type PersonRow } from '#core/identity/persons/ensure.ts'
import { type WalletVerifyInput, walletVerifyInput } from '#core/identity/wallets/verification-fields.ts'
import { runWalletVerification } from '#core/identity/wallets/verify.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { runVerification } from '#core/securities/investors/run-verification.ts'
import type { Tx } from '#db/connect.ts'
import { entityFiles, identitySessions, investors, persons, wallets } from '#db/schema.ts'
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
  const done = [
    ...(await judgeWallets(tx, ctx, person)),
    ...(await judgeInvestors(tx, ctx, person)),
    ...(await judgeEntities(tx, ctx, personId)),
  ]
  const [first, ...more] = done.flatMap(({ audit }) => audit)
  return first ? { audit: [first, ...more], events: done.flatMap(({ events }) => events) } : null
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
    const { audit, events } = await runWalletVerification(tx, ctx, input, ctx.world.personas.at(wallet.address))
    out.push({ audit, events })
  }
  return out
}

/** The level of the last session about a wallet; without one the basic. */
async function levelAsked(tx: Tx, ctx: Ctx, walletId: string): Promise<'basic' | 'enhanced'> {
  const rows = await tx
    .select({ level: identitySessions.level, at: identitySessions.created_at })
    .from(identitySessions)
    .where(inScope(identitySessions, ctx, eq(identitySessions.wallet_id, walletId)))
  return rows.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]?.level ?? 'basic'
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
    const { audit, events } = await runVerification(tx, ctx, row, { checks: ['identity', 'sanctions'], force: true }, {})
    out.push({ audit: [audit], events })
  }
  return out
}
