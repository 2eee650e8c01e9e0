import { createHash } from 'node:crypto'
import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { monitoringFacts } from '#core/record/decisions/monitoring.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'

const judgePublicationInput = z.strictObject({
  kind: z
    .enum(['stablecoin', 'yield'])
    .meta({ description: '`stablecoin`: words about a payment stablecoin; `yield`: words that name what somebody earns' }),
  text: z.string().trim().min(1).max(20_000).meta({ description: 'The words as they are published, in any language' }),
  apy_at: z.iso.datetime({ offset: true }).optional().meta({ description: 'Of a yield: when its figure was measured' }),
  source: z.string().trim().min(1).max(200).optional().meta({ description: 'Of a yield: where its figure is from' }),
  rate: z.enum(['variable', 'fixed']).optional().meta({ description: 'Of a yield: whether it may change' }),
})

const judgedPublication = z.object({
  success: z.literal(true),
  object: z.literal('publication'),
  id: z.string(),
  kind: z.enum(['stablecoin', 'yield']),
  text_sha256: z.string(),
  created_at: z.string(),
  decision,
})

/**
 * Judges words about a stablecoin or a yield before they are published: what they may not claim (GENIUS Act sec. 4(a)(9), FTC Act
 * sec. 5), and what a yield has to say of itself. The words are sealed with the decision; `text_sha256` names them. Throws
 * `validation_failed` for a figure measured in the future.
 */
export const judgePublication = defineVerb({
  name: 'publications.judge',
  permission: 'publications.write',
  input: judgePublicationInput,
  output: judgedPublication,
  run: async ({ ctx, input }) => {
    if (input.apy_at && Date.parse(input.apy_at) > ctx.now) throw invalidField('/apy_at', 'future_date', 'This is in the future.')
    const { kind, text, apy_at, source, rate } = input
    const id = newId('publication', ctx.now)
    const text_sha256 = createHash('sha256').update(text).digest('hex')
    return write(ctx, async (tx) => {
      const { decision, audit } = await recordDecision(tx, ctx, {
        facts: await monitoringFacts(ctx, {
          publication: { kind, text, apy_at: apy_at ?? 'none', source: source ?? 'none', rate: rate ?? 'none' },
        }),
        market: kind === 'stablecoin' ? 'stablecoins' : 'defi',
        subject: { type: 'publication', id },
        stated: ['case.publication'],
      })
      return {
        result: {
          success: true as const,
          object: 'publication' as const,
          id,
          kind,
          text_sha256,
          created_at: new Date(ctx.now).toISOString(),
          decision,
        },
        audit: { ...audit, details: { ...audit.details, publication_id: id, text_sha256 } },
        // no event: whoever asked has the answer, and nothing of the product changed.
        events: [],
      }
    })
  },
})
