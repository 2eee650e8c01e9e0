import type { Ctx } from '#core/kernel/context.ts'
import { exactFacts, type FactsOf, type Room } from '#engine/facts/of-checks.ts'
import { baseFacts } from './party-facts.ts'

/** What a look of monitoring can be about; whatever it is not about is said to be none. */
export type Matter = Room<'case'>
const NOTHING: Required<Record<keyof Matter, 'none'>> = {
  block: 'none',
  suspicion: 'none',
  redemption: 'none',
  publication: 'none',
  token_metrics: 'none',
  erasure: 'none',
  erasure_request: 'none',
  processing: 'none',
}

/** Facts of one look of monitoring: the matter it is about, and the person's cash or the coin where it is about that. */
export async function monitoringFacts(
  ctx: Ctx,
  about: Matter,
  { cash, coin }: { cash?: { day: string; history: Room<'history'> }; coin?: { early: boolean; facts: Room<'token'> } } = {},
): Promise<FactsOf<'monitoring'>> {
  const base = await baseFacts(ctx, 'monitoring', [])
  return exactFacts('monitoring', {
    ...base,
    ...(cash && { tenant: { ...base.tenant, business_day: cash.day } }),
    ...(coin && { tenant: { ...base.tenant, genius_early: coin.early }, token: coin.facts }),
    history: cash?.history ?? { cash: [], vouchers: [] },
    case: { ...NOTHING, ...about },
  })
}
