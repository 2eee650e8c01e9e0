import { suspendedCredential } from '#core/identity/credentials/standing.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import { stateOfPerson } from '#core/identity/persons/places.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { askedBesides, askedOf } from '#core/record/facts/asked.ts'
import { type Needed, neededOf, type Obstacle, obstaclesOf, ofVerification } from '#core/record/facts/need.ts'
import { ordinaryAnswer } from '#core/record/facts/ordinary.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import type { Tx } from '#db/connect.ts'
import { persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { stateFacts } from '../holdings/holder-facts.ts'
import { refuseAttempt } from '../investors/attempts.ts'
import type { InvestorRow } from '../investors/create.ts'
import { gatherVerification } from '../investors/gather-verification.ts'
import { isLookedAt } from '../investors/looked-at.ts'
import { readStatus } from '../investors/present.ts'
import type { Judged } from './sale-facts.ts'

/** Each fact once, with every step that needs it. */
export const joined = (all: readonly Needed[]): Needed[] =>
  [...Map.groupBy(all, (one) => one.fact).values()].map((same) => ({
    ...same[0]!,
    needed_to: [...new Set(same.flatMap((one) => one.needed_to))],
    rules: [...new Set(same.flatMap((one) => one.rules))],
    when: same.some((one) => one.when === null) ? null : same[0]!.when,
  }))

const LOOKED_AT: Obstacle = {
  code: 'verification_in_progress',
  detail: 'A verification of this investor is running: a person or a provider looks at it.',
  from: 'administrator',
  how: 'GET /v1/cases; the event investor.verification.completed tells of its end',
  keeps_from: ['verify'],
}

/** What a verification of the identity asks for now, and what stands in its way; of a verified one only what took its credential out of use. */
export async function identityNeeds(
  tx: Tx,
  ctx: Ctx,
  row: InvestorRow,
  wallet: Judged['wallet'],
): Promise<{ missing: Needed[]; obstacles: Obstacle[] }> {
  const obstacles: Obstacle[] = []
  if (await suspendedCredential(tx, ctx, row.person_id, { walletId: row.wallet_id }))
    obstacles.push({
      code: 'credential_suspended',
      detail: 'A credential of this person is suspended: whoever suspended it resumes it.',
      from: 'tenant',
      how: 'POST /v1/credentials/{id}/resume',
      keeps_from: ['accept'],
    })
  if (readStatus(row.identity_status) === 'verified') return { missing: [], obstacles }
  const persona = ctx.world.personas.at(wallet?.address ?? null)
  try {
    refuseAttempt(row, { identity: true, accreditation: false }, persona)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const detail = error.message
    obstacles.push({ code: error.code, detail, from: 'investor', how: 'POST /v1/investors/{id}/appeal', keeps_from: ['verify'] })
  }
  if (await isLookedAt(tx, ctx, row)) obstacles.push(LOOKED_AT)
  const person = (await findScoped(tx, persons, ctx, row.person_id))!
  const data = await openPerson(tx, ctx, person)
  const { facts, place, identity } = await gatherVerification(tx, ctx, { row, person, data, wallet, persona })
  const ordinary = ordinaryAnswer(ctx.now, { personId: row.person_id, place: place ?? 'US', agreement: 'f'.repeat(64) })
  const { found } = evidencedBy({ investor: identity })
  const now = askedOf(facts as Parameters<typeof askedOf>[0], ordinary, found)
  const asked = [
    { step: 'verify' as const, asked: now.asked },
    { step: 'verify' as const, asked: askedBesides(now, ordinary, found) },
  ]
  // Ages and notices of the states are law there: a resident whose state nobody gave is not verified.
  const state = place === 'US' && !stateFacts(ctx, place, stateOfPerson(data) ?? row.us_state).us_state
  if (state) asked.push({ step: 'verify', asked: [{ path: 'investor.us_state', rules: [], when: null }] })
  const ruled = obstaclesOf(
    now.left.filter((rule) => rule.result !== 'needs_info'),
    ['verify'],
    (rule) =>
      rule.result === 'review'
        ? { from: 'administrator', how: 'POST /v1/investors/{id}/verify opens a case: a person looks at it' }
        : { from: 'investor', how: 'POST /v1/investors/{id}/appeal, once it is refused' },
  )
  return { missing: neededOf(asked, ofVerification), obstacles: [...obstacles, ...ruled] }
}
