import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Obstacle, Step } from '#core/record/facts/need.ts'
import type { Queryable } from '#db/connect.ts'
import { parseMicro } from '#engine/money.ts'
import { tokenFacts } from '../token-state/state.ts'
import { findVenue, notLive } from '../venues/venue.ts'
import type { OfferingRow } from './facts.ts'

/** What one obstacle or more keeps from being done. */
export const keptFrom = (obstacles: readonly Obstacle[]): Partial<Record<Step, true>> =>
  Object.fromEntries(obstacles.flatMap((one) => one.keeps_from.map((step) => [step, true])))

/**
 * What the state of an offering and of its token will refuse, by the code that the refusal would have: nothing of it is a missing fact.
 * A draft is none: it opens first.
 */
export async function standingObstacles(db: Queryable, ctx: Ctx, row: OfferingRow): Promise<Obstacle[]> {
  return [...ofState(ctx, row), ...ofUnits(row), ...(await ofToken(db, ctx, row)), ...(await ofVenues(db, ctx, row))]
}

const obstacle = (code: string, detail: string, how: string, keeps_from: Step[]): Obstacle => ({
  code,
  detail,
  from: 'issuer',
  how,
  keeps_from,
})

const REOPEN = 'POST /v1/offerings/{id}/open'
const DATES = 'PATCH /v1/offerings/{id} with opens_at or closes_at'

function ofState(ctx: Ctx, row: OfferingRow): Obstacle[] {
  const found: Obstacle[] = []
  if (row.status === 'paused')
    found.push(
      obstacle('offering_not_open', 'The offering is paused.', REOPEN, ['sell']),
      obstacle('offering_not_issuable', 'The offering is paused: nothing is issued until it is opened again.', REOPEN, ['issue']),
    )
  if (row.status === 'closed')
    found.push(obstacle('offering_not_open', 'The offering is closed: nobody can invest.', 'POST /v1/offerings/{id}/reopen', ['sell']))
  if (row.status === 'cancelled') {
    const how = 'POST /v1/offerings: another offering; this one is over'
    found.push(
      obstacle('offering_not_open', 'The offering is cancelled.', how, ['open', 'sell', 'accept']),
      obstacle('offering_not_issuable', 'The offering is cancelled: nothing of it is issued.', how, ['issue', 'transfer', 'trade']),
    )
  }
  if (row.opens_at && ctx.now < row.opens_at.getTime())
    found.push(obstacle('offering_not_open', `The offering opens at ${row.opens_at.toISOString()}.`, DATES, ['sell']))
  if (row.closes_at && ctx.now >= row.closes_at.getTime())
    found.push(obstacle('offering_not_open', `The offering took investments until ${row.closes_at.toISOString()}.`, DATES, ['sell']))
  return found
}

function ofUnits(row: OfferingRow): Obstacle[] {
  const found: Obstacle[] = []
  if (parseMicro(row.amount_raised)! >= parseMicro(row.maximum_raise)!)
    found.push(
      obstacle('raise_limit_exceeded', 'All of this raise is taken.', 'PATCH /v1/offerings/{id} with a higher maximum_raise', ['sell']),
    )
  if (BigInt(row.tokens_issued) >= BigInt(row.total_supply))
    found.push(obstacle('supply_exceeded', 'Every unit of it is issued.', 'PATCH /v1/offerings/{id} with a higher total_supply', ['issue']))
  return found
}

async function ofToken(db: Queryable, ctx: Ctx, row: OfferingRow): Promise<Obstacle[]> {
  const token = await tokenFacts(db, ctx, row)
  const all: Step[] = ['issue', 'transfer', 'trade']
  if (token.state === 'deactivated')
    return [
      obstacle('token_deactivated', 'Its token is deactivated for good.', 'POST /v1/offerings: a new offering has a token of its own', all),
    ]
  if (row.token_pause)
    return [
      {
        ...obstacle('token_paused', 'Its token is paused.', 'POST /v1/offerings/{id}/token/resume', all),
        from: row.token_pause.role === 'admin' ? 'administrator' : 'issuer',
      },
    ]
  if (token.linked_offering_ids.includes(row.id)) return []
  return [
    obstacle(
      'token_not_linked',
      'No contract is proven to be its token: what is sold cannot be issued, and nothing of it can be transferred.',
      'POST /v1/offerings/{id}/token/challenge, sign it with the wallet that controls the contract, then POST /v1/offerings/{id}/token/link',
      all,
    ),
  ]
}

/** A trade needs a live venue of the register that the issuer named. */
async function ofVenues(db: Queryable, ctx: Ctx, row: OfferingRow): Promise<Obstacle[]> {
  const named = Array.isArray(row.facts.venue_ids) ? row.facts.venue_ids.filter((id) => typeof id === 'string') : []
  for (const id of named) {
    const venue = await findVenue(db, ctx, id)
    if (venue?.id === id && notLive(venue, rulesDay(ctx.now)) === null) return []
  }
  return [
    obstacle(
      'venue_approved',
      named.length
        ? 'None of its venues is live in the register, so no trade of it is allowed.'
        : 'No venue is named, so no trade of it is allowed; transfers between holders go on.',
      'PATCH /v1/offerings/{id} with compliance_facts.venue_ids, of GET /v1/venues',
      ['trade'],
    ),
  ]
}
