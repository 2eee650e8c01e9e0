import { is506 } from '../facts/groups/securities.ts'
import type { Regulation } from '../facts/words.ts'

/**
 * Legend texts by id; [DCP_end] and [holders] are filled when a token is issued. The text is stored with its hash.
 * @public
 */
export const LEGENDS = {
  L1: 'These securities have not been registered under the Securities Act of 1933 or any state securities law. They were acquired for investment and may not be offered, sold, pledged or transferred unless registered, or under Rule 144 or another exemption, and then only in accordance with the issuer’s transfer restrictions. Hedging only as the Act allows.',
  L2: 'Held by an affiliate of the issuer; resale only under Rule 144 or another exemption.',
  L3: 'These securities were offered and sold outside the United States under Regulation S. Until [DCP_end] they may not be offered or sold in the United States or to a US person except under Regulation S, registration, or an available exemption, and thereafter remain restricted securities (Rule 905). Hedging transactions only in compliance with the Act. The issuer will refuse any other transfer.',
  L4: 'Transfer void if it would cause the issuer to need registration under the Investment Company Act; holders must be [holders].',
  L5: 'Regulation A Tier 1: the text of the state’s clearance applies.',
} as const

/** The legends that a lot needs, by exemption, Regulation S category, fund status and holder. */
export function legendsFor(regulation: Regulation, category: '1' | '2' | '3' | 'none', icaStatus: string, affiliate: boolean): string[] {
  const out: string[] = []
  if (is506(regulation)) out.push('L1')
  if (affiliate) out.push('L2')
  if (regulation === 'reg_s' && category === '3') out.push('L3')
  if (icaStatus === '3c1' || icaStatus === '3c7' || icaStatus === '3c1_qvc') out.push('L4')
  if (regulation === 'reg_a_tier1') out.push('L5')
  return out
}
