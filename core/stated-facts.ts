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

/** The same of a transfer. */
const OF_A_TRANSFER = [
  'transfer.prearranged_us_resale',
  'transfer.representation',
  'transfer.sec_4a7',
  'transfer.to_location_at_order',
] as const

const MOST_CHARACTERS = 10_000

const statedFacts = (names: readonly string[]) =>
  z
    .record(z.string().max(100), z.unknown())
    .superRefine((facts, c) => {
      for (const name of Object.keys(facts))
        if (!names.includes(name))
          c.addIssue({ code: 'custom', path: [name], message: `One of ${names.join(', ')}.`, params: { code: 'unknown_field' } })
      if (JSON.stringify(facts).length > MOST_CHARACTERS)
        c.addIssue({ code: 'custom', message: `At most ${MOST_CHARACTERS} characters in all.`, params: { code: 'too_large' } })
    })
    .meta({
      description: `What only the parties know, by the names of the rule pages: ${names.join(', ')}. In production a rule that needs one asks for it`,
    })

/** Facts of one sale, and of one transfer of units, as a caller states them. */
export const saleFactsField = statedFacts(OF_A_SALE)
export const transferFactsField = statedFacts(OF_A_TRANSFER)

/** The same as the engine's facts, by the object they stand in. */
export function saleFacts(
  said: Record<string, unknown>,
  personId: string,
): { investor: Record<string, Json>; investment: Record<string, Json> } {
  const { paid_by_investor: paid, ...investment } = factsOf(said, 'investment')
  return {
    investor: factsOf(said, 'investor'),
    // Who else pays is nobody the rules know.
    investment: { ...investment, ...(typeof paid === 'boolean' && { payer_person_id: paid ? personId : 'another' }) },
  }
}

/** Those of the facts that stand in one object. */
export const factsOf = (said: Record<string, unknown>, object: string): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(said as Record<string, Json>).flatMap(([name, value]) =>
      name.startsWith(`${object}.`) ? [[name.slice(object.length + 1), value]] : [],
    ),
  )
