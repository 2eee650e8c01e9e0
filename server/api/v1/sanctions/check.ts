import { z } from 'zod'
import { checkSanctions, sanctionsCheckInput } from '#core/screenings/check.ts'
import { defineOperation } from '../../../operation.ts'
import { citation, decision, listStamp, match, warning } from '../_responses.ts'

const check = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('sanctions_check'),
  wallet_address: z.string().nullable(),
  wallet_id: z.string().nullable(),
  sanctioned: z.boolean(),
  sanctions_cleared: z.boolean(),
  status: z.enum(['clear', 'hit', 'possible_match']),
  risk_level: z.enum(['none', 'low', 'medium', 'high', 'severe']),
  was_listed: z.boolean(),
  as_of: z.string().nullable(),
  matches: z.array(match),
  country: z.object({ code: z.string(), embargoed: z.boolean(), citation: citation.nullable() }).nullable(),
  lists: z.array(listStamp),
  data_age_seconds: z.number().int(),
  monitored: z.boolean(),
  monitored_subject_id: z.string().nullable(),
  warnings: z.array(warning),
  checked_at: z.string(),
  decision,
})

export default defineOperation({
  id: 'sanctions.check',
  method: 'post',
  path: '/sanctions/check',
  market: 'stablecoins',
  summary: 'Screen a wallet or a person',
  description:
    'Screens an address exactly and a name with tolerance against the official lists in force, and explains every point of the score. Up to 100 `subjects` in one call. `as_of` answers from the lists as they were loaded on a past day; `monitor` screens the subject again whenever a list changes.',
  permission: 'sanctions.check',
  functionName: 'sanctions-check',
  body: sanctionsCheckInput,
  response: z.union([check, z.object({ success: z.literal(true), object: z.literal('sanctions_batch'), results: z.array(check) })]),
  status: 200,
  errors: ['subject_required', 'too_many_subjects', 'conflicting_fields', 'screening_unavailable'],
  scenarios: ['2001', '2002', '2003', '2004', '2005', '2006', '2007', '9503'],
  examples: [
    {
      name: 'listed_address',
      summary: 'A listed address is a hit',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001', country: 'US' },
      response: { success: true, sanctioned: true, status: 'hit' },
    },
    {
      name: 'possible_match',
      summary: 'A possible match opens a case; monitored from now on',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002003', monitor: true },
      response: { success: true, sanctioned: false, status: 'possible_match', monitored: true },
    },
  ],
  handler: ({ ctx, body }) => checkSanctions({ ctx, input: body }),
})
