import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'

/**
 * A magic wallet of the travel rule (7001 to 7005) decides a sandbox payment, whoever is on the other side: a live credential there
 * counts as enhanced, so that its level does not speak first. In production no wallet plays a persona.
 */
export function letPersonaDecide(from: MarketSubject | null, to: MarketSubject | null): void {
  const plays = (side: MarketSubject | null) => side?.persona?.effects.flags?.some((flag) => TRAVEL_FLAG.test(flag))
  if (!plays(from) && !plays(to)) return
  for (const side of [from, to])
    if (side?.state === 'active') side.facts.credential = { ...side.facts.credential, levels: ['basic', 'enhanced'] }
}
const TRAVEL_FLAG = /^(vasp_|self_hosted$)/
