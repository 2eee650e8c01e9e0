import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'
import { decimal, sixDecimals } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { monitoringFacts } from '#core/record/decisions/monitoring.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const measureStablecoinInput = z.strictObject({
  token: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.+-]{0,19}$/, 'Use the symbol of the token'),
  class: z.enum(['emt', 'art', 'other']).meta({ description: 'E-money token, asset-referenced token, or neither' }),
  eu_currency: z.boolean().meta({ description: 'Whether it is pegged to a currency of the European Union alone' }),
  holders: count.meta({ description: 'Persons who hold it' }),
  value_eur: sixDecimals(decimal).meta({ description: 'Value issued, in euros' }),
  transactions: count.meta({ description: 'Transactions a day, mean of the quarter' }),
  daily_eur: sixDecimals(decimal).meta({ description: 'Value of the transactions of a day, mean of the quarter, in euros' }),
  gatekeeper: z.boolean().meta({ description: 'Whether the issuer is a gatekeeper under Regulation (EU) 2022/1925' }),
  international: z.boolean().meta({ description: 'Whether it is significant for payments and remittances between countries' }),
  interconnected: z.boolean().meta({ description: 'Whether the issuer is interconnected with the financial system' }),
  issues_others: z.boolean().meta({
    description:
      'Whether the issuer issues at least one other asset-referenced or e-money token and provides at least one crypto-asset service: both',
  }),
})

const measuredStablecoin = z.object({
  success: z.literal(true),
  object: z.literal('stablecoin_measure'),
  id: z.string(),
  token: z.string(),
  quarterly_report: z.boolean().meta({ description: 'Whether a quarterly report to the authority is due (art. 22)' }),
  significant: z.boolean().meta({ description: 'Whether three of the seven signs of significance are met (art. 43)' }),
  created_at: z.string(),
  decision,
})

/**
 * Judges an issuer's measures of its token by the thresholds of MiCA: whether a quarterly report is due (art. 22) and whether three
 * of the seven signs of a significant token are met (art. 43, 56). The issuer states the measures; they are sealed with the decision.
 */
export const measureStablecoin = defineVerb({
  name: 'stablecoins.measure',
  permission: 'publications.write',
  input: measureStablecoinInput,
  output: measuredStablecoin,
  run: async ({ ctx, input }) => {
    const { token, ...metrics } = input
    const id = newId('stablecoin_measure', ctx.now)
    return write(ctx, async (tx) => {
      const { decision, engine, audit } = await recordDecision(tx, ctx, {
        facts: await monitoringFacts(ctx, { token_metrics: metrics }),
        market: 'stablecoins',
        subject: { type: 'stablecoin_measure', id },
        stated: ['case.token_metrics'],
      })
      const found = (code: string) => engine.rules.some((rule) => rule.code === code && rule.result === 'info')
      return {
        result: {
          success: true as const,
          object: 'stablecoin_measure' as const,
          id,
          token,
          quarterly_report: found('MICA_REPORT_100M'),
          significant: found('MICA_SIGNIFICANT'),
          created_at: new Date(ctx.now).toISOString(),
          decision,
        },
        audit: { ...audit, details: { ...audit.details, stablecoin_measure_id: id, token } },
        // no event: whoever asked has the answer, and nothing of the product changed.
        events: [],
      }
    })
  },
})
