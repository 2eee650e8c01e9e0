import { z } from 'zod'
import { getInvestorStatus } from '#core/investors/read.ts'
import { defineOperation } from '../../../operation.ts'
import { credential, idParams } from '../_responses.ts'
import { verification } from '../_securities.ts'

export default defineOperation({
  id: 'investors.status',
  method: 'get',
  path: '/investors/{id}/status',
  market: 'securities',
  summary: "Read an investor's status",
  description: 'Statuses, screening, credential, and what each regulation would say. With wait it answers when something changes.',
  permission: 'investors.read',
  params: idParams('Investor id, inv_…'),
  query: z.strictObject({ wait: z.coerce.number().int().min(1).max(25).optional().meta({ description: 'Seconds to wait for a change' }) }),
  response: z.object({
    success: z.literal(true),
    object: z.literal('investor_status'),
    investor_id: z.string(),
    wallet_id: z.string().nullable(),
    status: z.string(),
    verification,
    accreditation: z.object({ type: z.string(), verified_at: z.string(), expires_at: z.string().nullable() }).nullable(),
    sanctions: z.object({ cleared: z.boolean(), checked_at: z.string(), data_age_seconds: z.number().int() }),
    credential: credential.nullable(),
    eligibility: z.record(z.string(), z.object({ eligible: z.boolean(), reason_codes: z.array(z.string()) })),
    limits: z.object({ reg_a_annual_remaining: z.string().nullable() }),
    history: z.array(z.looseObject({})),
    updated_at: z.string(),
  }),
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: ({ ctx, params, query }) => getInvestorStatus({ ctx, input: { ...params, ...query } }),
})
