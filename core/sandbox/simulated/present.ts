import { z } from 'zod'
import { openPerson } from '#core/identity/persons/ensure.ts'
import { isAccreditationAsked } from '#core/identity/presentations/accreditations.ts'
import { askWallet } from '#core/identity/presentations/begin.ts'
import { openPlace, pendingOf, requestPlace } from '#core/identity/presentations/pending.ts'
import { readRequest, receivePresentation } from '#core/identity/presentations/receive.ts'
import { openIdentitySession } from '#core/identity/sessions/open.ts'
import { presentSession, type SessionRow } from '#core/identity/sessions/present.ts'
import { sessionAnswer } from '#core/identity/sessions/shape.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { identitySessions, investors, persons, wallets } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { answerAsWallet, FLAWS, type Flaw, isSdJwt, SIMULATED_CREDENTIALS, type SimulatedPerson } from './wallet.ts'

const presented = {
  credential: z.enum(SIMULATED_CREDENTIALS).optional().meta({
    description:
      'Personal identification data as SD-JWT VC or mobile document, a mobile driving licence, or an accreditation that somebody else verified. What the session asks for when left out: `pid_sd_jwt`, or `accreditation`',
  }),
  flaw: z.enum(FLAWS).optional().meta({
    description:
      'What is wrong with it; /documentation/identity-wallets says as what each is refused. `late` is of `pid_sd_jwt` and `accreditation` alone',
  }),
}

/**
 * Lets the simulated wallet answer the request of a session, over the real protocol, with a credential of a made-up issuer that no other
 * world trusts. Throws `not_found`, `invalid_transition`, and each refusal of a presentation.
 */
export const presentSimulated = defineVerb({
  name: 'sandbox.present_credential',
  permission: 'identity.write',
  input: z.strictObject({
    session_id: z.string().max(100).meta({ description: 'Whose request is answered; where none waits, one is made' }),
    ...presented,
    person: z
      .strictObject({
        given_name: z.string().min(1).max(100).meta({ description: 'As on the document' }),
        family_name: z.string().min(1).max(100).meta({ description: 'As on the document' }),
        birth_date: z.iso.date().meta({ description: 'Day of birth' }),
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .meta({ description: 'Nationality and residence, ISO 3166-1 alpha-2' }),
      })
      .optional()
      .meta({ description: 'Whom the credential names. The person of the session when left out' }),
  }),
  output: sessionAnswer,
  run: async ({ ctx, input }) => {
    const session = await findScoped(ctx.db, identitySessions, ctx, input.session_id)
    if (!session) throw notFound()
    const now = await answer(ctx, session, input.credential, input.person ?? (await personOf(ctx, session)), input.flaw)
    return { success: true as const, ...presentSession(now, ctx.now) }
  },
})

/** The same for the page of a session in the sandbox, by whoever holds its secret. */
export const presentSimulatedOnPage = definePageVerb({
  name: 'identity_sessions.present_simulated',
  permission: null,
  input: z.strictObject({ secret: z.string().max(200), ...presented }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.secret)
    return presentSession(await answer(ctx, session, input.credential, await personOf(ctx, session), input.flaw), ctx.now)
  },
})

async function answer(
  ctx: Ctx,
  session: SessionRow,
  wanted: (typeof SIMULATED_CREDENTIALS)[number] | undefined,
  person: Omit<SimulatedPerson, 'wallet'>,
  flaw?: Flaw,
): Promise<SessionRow> {
  if (!ctx.world.issuers.simulated) throw new AppError('sandbox_only', 'The simulated wallet is for the sandbox.')
  const asked = isAccreditationAsked(session)
  const credential = wanted ?? (asked ? 'accreditation' : 'pid_sd_jwt')
  if (asked !== (credential === 'accreditation'))
    throw invalidField(
      '/credential',
      'not_allowed',
      asked
        ? 'This session asks for an accreditation and nothing else. Present one, or leave this out.'
        : 'This session does not ask for an accreditation. Open one with an investor_id and claims ["accreditation"].',
    )
  if (flaw === 'late' && !isSdJwt(credential))
    throw invalidField(
      '/flaw',
      'not_allowed',
      'A mobile document does not say when it was shown, so it is never late. Try this with pid_sd_jwt.',
    )
  const hand = () => handOver(ctx, session, credential, person, flaw)
  // The page of the session may have asked anew in between, as it does when it is opened: its newest request is answered then.
  await hand().catch((error) => {
    if (flaw === 'replayed' || !(error instanceof AppError) || error.code !== 'presentation_replayed') throw error
    return hand()
  })
  return (await findScoped(ctx.db, identitySessions, ctx, session.id))!
}

/** Answers the request that waits, or one that is made for it. */
async function handOver(
  ctx: Ctx,
  session: SessionRow,
  credential: (typeof SIMULATED_CREDENTIALS)[number],
  person: Omit<SimulatedPerson, 'wallet'>,
  flaw?: Flaw,
): Promise<void> {
  const pending = await pendingOf(ctx.db, ctx, session)
  if (!pending || pending.expires_at < Date.now())
    await askWallet(ctx, session, { origin: null, return_to: session.return_url, browser: null })
  const fresh = (await findScoped(ctx.db, identitySessions, ctx, session.id))!
  const place = requestPlace(fresh, (await pendingOf(ctx.db, ctx, fresh))!)
  const request = await readRequest(ctx, place, { link: false })
  const whose = { ...person, wallet: credential === 'accreditation' ? await walletOf(ctx, session) : null }
  const response = await answerAsWallet(ctx, request, credential, whose, flaw === 'replayed' ? undefined : flaw)
  const sent = response === null ? { error: 'access_denied', state: (await openPlace(ctx, place)).pending!.state } : { response }
  await receivePresentation(ctx, place, sent, { browser: false, link: false })
  // The same once more: a request is answered once.
  if (flaw === 'replayed') await receivePresentation(ctx, place, sent, { browser: false, link: false })
}

/** Who the session is about, as they said it; where nobody said anything, somebody made up. */
async function personOf(ctx: Ctx, session: SessionRow): Promise<Omit<SimulatedPerson, 'wallet'>> {
  const row = session.person_id ? await findScoped(ctx.db, persons, ctx, session.person_id) : null
  const said = row && !row.erased_at ? await openPerson(ctx.db, ctx, row) : null
  const [given_name = '', ...names] = (said?.full_name ?? 'Ada Example').split(' ')
  return {
    given_name,
    family_name: names.join(' ') || given_name,
    birth_date: said?.date_of_birth ?? '1990-05-17',
    country: said?.nationality ?? said?.country ?? 'US',
    // Two of whom nobody said anything have one name, and are two people all the same.
    ...(!said?.full_name && { bearer: session.id }),
  }
}

/** The wallet that the investor of a session has: an accreditation is sealed to it. */
async function walletOf(ctx: Ctx, { investor_id }: SessionRow): Promise<string | null> {
  const investor = investor_id ? await findScoped(ctx.db, investors, ctx, investor_id) : null
  const wallet = investor?.wallet_id ? await findScoped(ctx.db, wallets, ctx, investor.wallet_id) : null
  return wallet?.address ?? null
}
