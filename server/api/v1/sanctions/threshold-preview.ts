import { z } from 'zod'
import { previewThreshold, thresholdPreviewInput } from '#core/screenings/preview-threshold.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'sanctions.threshold_preview',
  method: 'post',
  path: '/sanctions/threshold-preview',
  market: 'stablecoins',
  summary: 'Try another threshold',
  description:
    'What another threshold would make of your newest checks: they are screened again against the lists now in force, and nothing is changed.',
  permission: 'sanctions.check',
  idempotent: false,
  body: thresholdPreviewInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('threshold_preview'),
    threshold: z.number(),
    checks: z.number().int(),
    erased: z.number().int(),
    clear: z.number().int(),
    possible_match: z.number().int(),
    hit: z.number().int(),
    become_review: z.number().int(),
    become_clear: z.number().int(),
    curve: z.array(z.object({ threshold: z.number(), possible_match: z.number().int() })),
  }),
  status: 200,
  errors: ['screening_unavailable'],
  examples: [
    {
      name: 'last_thousand',
      summary: 'The last thousand checks at another threshold',
      request: { threshold: 0.9, last: 1000 },
      response: { success: true },
    },
  ],
  handler: ({ ctx, body }) => previewThreshold({ ctx, input: body }),
})
