import type { Tx } from '#db/connect.ts'
import type { Facts } from '#engine/facts.ts'
import type { Ctx } from '../context.ts'
import { baseFacts } from '../decisions/party-facts.ts'
import { rateFacts } from '../rates/store.ts'
import { issuerFacts, legendFacts, type OfferingRow, offeringFacts, regASales } from './facts.ts'

type Terms = Parameters<typeof offeringFacts>[1]

/** What the rules about an offering itself read: when it is made, opened, opened again, or only tried out. */
export async function openFacts(
  db: Tx | Ctx['db'],
  ctx: Ctx,
  row: Terms | OfferingRow,
  options: { draft: boolean; sent?: { regulation?: string | undefined; regulation_type?: string | undefined } },
): Promise<Facts> {
  return {
    ...baseFacts(ctx, options.draft ? 'offering.create' : 'offering.open', []),
    fx: await rateFacts(ctx),
    issuer: { ...(await issuerFacts(db, ctx)), ...(await regASales(db, ctx, row)) },
    offering: offeringFacts(ctx, row, options.sent ?? {}),
    draft: options.draft,
    token: legendFacts(ctx, row),
  } as Facts
}
