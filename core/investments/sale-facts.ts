import { z } from 'zod'
import type { Json } from '#engine/canonical.ts'

/** What only the parties to a sale know. The sandbox takes it for granted; in production it is unknown until it is said. */
const OF_A_SALE = [
  'investor.circular_delivered_at',
  'investor.control_persons_verified',
  'investor.formed_for_purchase',
  'investor.fund_owner_count',
  'investor.generally_solicited',
  'investor.indicated_interest_before_qualification',
  'investor.reg_s_certificate',
  'investor.relationship_established_at',
  'investor.sophistication',
  'investor.us_person_answers',
  'investment.disclosure',
  'investment.ip_country',
  'investment.offer_location',
  'investment.own_account_representation',
  'investment.paid_by_investor',
  'investment.to_location_at_order',
  'investment.vpn',
] as const

const MOST_CHARACTERS = 10_000

/** Facts of one sale as a caller states them. */
export const saleFactsField = z
  .record(z.string().max(100), z.unknown())
  .superRefine((facts, c) => {
    for (const name of Object.keys(facts))
      if (!OF_A_SALE.some((one) => one === name))
        c.addIssue({ code: 'custom', path: [name], message: `One of ${OF_A_SALE.join(', ')}.`, params: { code: 'unknown_field' } })
    if (JSON.stringify(facts).length > MOST_CHARACTERS)
      c.addIssue({ code: 'custom', message: `At most ${MOST_CHARACTERS} characters in all.`, params: { code: 'too_large' } })
  })
  .meta({
    description: `What only the parties to the sale know, by the names of the rule pages: ${OF_A_SALE.join(', ')}. In production a rule that needs one asks for it`,
  })

/** The same as the engine's facts, by the object they stand in. */
export function saleFacts(
  said: Record<string, unknown>,
  personId: string,
): { investor: Record<string, Json>; investment: Record<string, Json> } {
  const of = (object: string) =>
    Object.fromEntries(
      Object.entries(said as Record<string, Json>).flatMap(([name, value]) =>
        name.startsWith(`${object}.`) ? [[name.slice(object.length + 1), value]] : [],
      ),
    )
  const { paid_by_investor: paid, ...investment } = of('investment')
  return {
    investor: of('investor'),
    // Who else pays is nobody the rules know.
    investment: { ...investment, ...(typeof paid === 'boolean' && { payer_person_id: paid ? personId : 'another' }) },
  }
}
