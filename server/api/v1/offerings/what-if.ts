import { z } from 'zod'
import { offeringWhatIf, offeringWhatIfInput } from '#core/offerings/what-if.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

const outcome = z.enum(['allow', 'review', 'needs_info', 'deny'])
const counts = z.object({ allow: z.number().int(), review: z.number().int(), needs_info: z.number().int(), deny: z.number().int() })

export default defineOperation({
  id: 'offerings.what_if',
  method: 'post',
  path: '/offerings/{id}/what-if',
  market: 'securities',
  summary: 'Ask what other terms would have decided',
  description:
    'Decides the newest 500 investments of an offering again as if its regulation, its minimum or the amount of each had been another, from the facts kept with their decisions. Nothing is stored and no answer changes. No names.',
  permission: 'simulations.run',
  params: idParams('Offering id, off_…'),
  body: offeringWhatIfInput.omit({ id: true }),
  response: z.object({
    success: z.literal(true),
    total: z.number().int().meta({ description: 'Investments that were decided again' }),
    skipped: z.number().int().meta({ description: 'Investments whose facts were erased' }),
    matrix: z.object({ allow: counts, review: counts, needs_info: counts, deny: counts }).meta({ description: 'matrix[from][to]' }),
    flips: z
      .array(
        z.object({
          id: z.string().meta({ description: 'The investment' }),
          amount: z.string(),
          from: outcome,
          to: outcome,
          because: z.array(z.object({ code: z.string(), message: z.string(), citation: z.string() })),
        }),
      )
      .meta({ description: 'The first 50 that would turn' }),
  }),
  status: 200,
  errors: [],
  examples: [
    {
      name: 'accredited_only',
      summary: 'If it had been sold under Reg D 506(c)',
      request: { regulation: 'reg_d_506c' },
      response: { success: true },
    },
  ],
  idempotent: false,
  handler: async ({ ctx, params, body }) => {
    const answer = await offeringWhatIf({ ctx, input: { ...params, ...body } })
    return { success: true as const, ...answer, flips: answer.flips.map(({ investor_name: _name, ...flip }) => flip) }
  },
})
