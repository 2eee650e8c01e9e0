import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import { type Said, withSaid } from '#core/record/facts/sources.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { exactFacts, type FactsOf, type Room } from '#engine/facts/of-checks.ts'
import { derivedFacts } from './derived.ts'
import { issuerFacts, type OfferingRow, offeringFacts, regulationOf, saidOfOffering, saidOfToken } from './facts.ts'

type Terms = Parameters<typeof offeringFacts>[1] & { id?: string }
type Sent = { regulation?: string | undefined; regulation_type?: string | undefined }

/** Issuer and offering as the rules know them: what was stated, and over it what our own records say. Throws `screening_unavailable`. */
export async function offeringRooms(
  db: Tx | Ctx['db'],
  ctx: Ctx,
  row: Terms | OfferingRow,
  sent: Sent = {},
): Promise<{ issuer: Room<'issuer'>; offering: Room<'offering'>; token: Pick<Room<'token'>, 'legend_ids'>; said: Said }> {
  const { issuer, said } = await issuerFacts(db, ctx)
  const derived = await derivedFacts(db, ctx, row, issuer)
  return {
    issuer: { ...issuer, ...derived.issuer },
    offering: { ...offeringFacts(ctx, row, sent), ...derived.offering },
    token: saidOfToken(ctx, row),
    said: { ...said, ...saidOfOffering(row) },
  }
}

/** What a change of an offering is from: as it stood, and whether its price, class or maximum is another one now. */
export interface Change {
  before: OfferingRow
  material: boolean
}

/** What the rules about a change of an offering read: the offering as it would be, and what it was. Throws `screening_unavailable`. */
export async function changeFacts(
  db: Tx | Ctx['db'],
  ctx: Ctx,
  row: OfferingRow,
  { before, material }: Change,
): Promise<FactsOf<'offering.change'>> {
  const rooms = await offeringRooms(db, ctx, row)
  // A draft was offered to nobody. What runs, or ran, was offered on the day it opened, which may still be ahead.
  const offered = before.status === 'draft' || before.status === 'needs_contact' ? null : (before.opens_at ?? before.created_at)
  const base = await baseFacts(ctx, 'offering.change', [])
  return exactFacts('offering.change', {
    ...base,
    fx: await rateFacts(ctx),
    ...rooms,
    said: withSaid(base, rooms.said),
    offering: {
      ...rooms.offering,
      before: { regulation: regulationOf(before.regulation, before.facts.reg_a_tier) },
      first_offer_at: offered ? rulesDay(Math.min(offered.getTime(), ctx.now)) : 'none',
      price_class_or_maximum_changes: material,
    },
  })
}

/** What the rules about an offering itself read: when it is made, opened, opened again, or only tried out. */
export async function openFacts(
  db: Tx | Ctx['db'],
  ctx: Ctx,
  row: Terms | OfferingRow,
  options: { draft: boolean; sent?: Sent },
): Promise<FactsOf<'offering.create'> | FactsOf<'offering.open'>> {
  const rooms = { fx: await rateFacts(ctx), ...(await offeringRooms(db, ctx, row, options.sent)), draft: options.draft }
  if (options.draft) {
    const base = await baseFacts(ctx, 'offering.create', [])
    return exactFacts('offering.create', { ...base, ...rooms, said: withSaid(base, rooms.said) })
  }
  const base = await baseFacts(ctx, 'offering.open', [])
  return exactFacts('offering.open', { ...base, ...rooms, said: withSaid(base, rooms.said) })
}
