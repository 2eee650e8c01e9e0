import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { evidence, identitySessions, persons } from '#db/schema.ts'
import { findScoped, inScope, lockName } from '#db/scoped.ts'
import type { EvidenceRow } from '../evidence/present.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import { concludeSession, lockSession } from '../sessions/conclude.ts'
import { openIdentitySession } from '../sessions/open.ts'
import { presentSession, type SessionRow } from '../sessions/present.ts'
import { sessionAnswer } from '../sessions/shape.ts'
import { challengeOf } from './challenge.ts'
import { chipFields } from './fields.ts'
import { digestsOf, evidenceOfChip } from './read.ts'

const chipInput = z.strictObject(chipFields)
type Files = z.output<typeof chipInput>

/**
 * Takes what a reader app read from the chip of a passport, checks that a trusted state signed it, and ends the session with it. The same
 * passport proves one person. Throws `not_found`, `invalid_transition`, `passport_used_before` and the other codes `passport_…`.
 */
export const showPassportChip = defineVerb({
  name: 'identity_sessions.passport_chip',
  permission: 'identity.write',
  input: byId('Id of the session').extend(chipFields),
  output: sessionAnswer,
  run: async ({ ctx, input: { id, ...files } }) => {
    const session = await findScoped(ctx.db, identitySessions, ctx, id)
    if (!session) throw notFound()
    return showChip(ctx, session, files)
  },
})

/** As `showPassportChip`, by the person whose session it is. */
export const showOwnPassportChip = definePageVerb({
  name: 'identity_sessions.own_passport_chip',
  permission: null,
  input: chipInput.extend({ token: z.string().max(200) }),
  run: async ({ ctx: caller, input: { token, ...files } }) => {
    const { ctx, session } = await openIdentitySession(caller, token)
    return showChip(ctx, session, files)
  },
})

/** What the chip has to sign in the session that a secret opens, and whether a made-up passport can be tried there. */
export const ownChipChallenge = definePageVerb({
  name: 'identity_sessions.own_chip_challenge',
  permission: null,
  input: z.strictObject({ token: z.string().max(200) }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.token)
    return { challenge: challengeOf(session).toString('hex'), simulated: ctx.world.issuers.simulated }
  },
})

async function showChip(ctx: Ctx, session: SessionRow, { active_authentication, chip_authentication, ...files }: Files) {
  if (!session.methods.includes('passport_chip'))
    throw new AppError('invalid_transition', 'The chip of a passport is not a way of this session.')
  const found = await evidenceOfChip(ctx, session, {
    ...files,
    active: active_authentication,
    chipAuthentication: chip_authentication,
  }).catch((error: unknown) => error)
  if (found instanceof Error) return refuse(ctx, session, found)
  return write(ctx, async (tx) => {
    const shown = found as EvidenceFound
    const document = String(shown.proof?.document)
    const locked = await lockSession(tx, ctx, session.id)
    // Two who show the same passport at the same time wait for each other.
    await lockName(tx, ctx, `passport:${document}`)
    const { session: now, evidence: row, audit, events } = await concludeSession(tx, ctx, locked, shown)
    await refuseOthers(tx, ctx, row, document)
    return { result: { success: true as const, ...presentSession(now, ctx.now) }, audit: [audit[0]!, ...audit.slice(1)], events }
  })
}

/** What was refused is kept in the log, by its code alone: who shows a forged passport once may do so again. */
async function refuse(ctx: Ctx, session: SessionRow, error: Error): Promise<never> {
  if (!(error instanceof AppError)) throw error
  // no event: it is the answer to whoever sent it.
  return write<never>(ctx, async () => ({
    refused: error,
    audit: {
      action: 'passport_chip_refused',
      category: 'user',
      status: 'failure',
      subject: { type: 'identity_session', id: session.id },
      details: { code: error.code },
    },
  }))
}

/** One passport is one person's, as long as that person is known; and one that was taken back comes back neither with its chip nor as a copy. */
async function refuseOthers(tx: Tx, ctx: Ctx, shown: EvidenceRow, document: string): Promise<void> {
  const t = evidence
  const shownAs = or(inArray(t.digest, Object.values(digestsOf(document))), sql`${t.proof} ->> 'document' = ${document}`)
  const same = and(eq(t.method, 'passport_chip'), shownAs)
  const all = await tx
    .select({ id: t.id, person_id: t.person_id, state: t.state, reason_code: t.reason_code, person_key: t.person_key })
    .from(t)
    .innerJoin(persons, and(eq(persons.id, t.person_id), isNull(persons.erased_at)))
    .where(inScope(t, ctx, same))
  if (all.some(({ person_id }) => person_id !== shown.person_id))
    throw new AppError(
      'passport_used_before',
      'This passport was shown for another person. Open the session for the one that it belongs to.',
    )
  // What was refused for a name that was corrected since is looked at anew.
  const corrected = (row: (typeof all)[number]) => row.reason_code === 'data_mismatch' && row.person_key !== shown.person_key
  if (all.some((row) => row.id !== shown.id && (row.state === 'withdrawn' || (row.state === 'rejected' && !corrected(row)))))
    throw new AppError('conflict', 'This passport was refused or withdrawn before, so it proves nothing any more. Show another document.')
}
