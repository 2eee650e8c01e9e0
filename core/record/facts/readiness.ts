import { z } from 'zod'
import { SUPPLIERS } from './fact.ts'
import { STEPS, type Step } from './need.ts'

const from = z.enum(SUPPLIERS)
const ready = z.boolean().nullable()

const needed = z
  .object({
    fact: z.string().meta({ description: 'As decisions name it in `missing`, with dots' }),
    means: z.string(),
    type: z.record(z.string(), z.unknown()).nullable().meta({ description: 'JSON Schema of a stated fact; null of one nobody states' }),
    source: z.enum(['stated', 'derived', 'established']),
    from: from.meta({ description: 'Who supplies it' }),
    how: z.string().meta({ description: 'The call, with the field in it, or the page' }),
    needed_to: z.array(z.enum(STEPS)),
    rules: z.array(z.string()).meta({ description: 'The rules that ask' }),
    when: z.string().nullable().meta({
      description:
        'Under which other answers it is asked, as `issuer.ica_status is 3c1`, with ` and ` between several; null where it is asked in any case',
    }),
  })
  .meta({ title: 'NeededFact' })

const obstacle = z
  .object({
    code: z.string().meta({ description: 'The rule or error that would answer' }),
    detail: z.string(),
    from,
    how: z.string(),
    keeps_from: z.array(z.enum(STEPS)).meta({ description: 'What cannot be done because of it' }),
  })
  .meta({ title: 'Obstacle' })

/** All that is missing at once, of whatever it is about. */
export const readiness = z.object({
  success: z.literal(true),
  object: z.literal('readiness'),
  market: z.string(),
  offering_id: z.string().nullable(),
  investment_id: z.string().nullable(),
  investor_id: z.string().nullable(),
  regulation: z.string().nullable(),
  ready_to: z
    .object({ open: ready, sell: ready, accept: ready, issue: ready, transfer: ready, trade: ready, verify: ready, transact: ready })
    .meta({
      description: 'Whether nothing more is asked and nothing stands in the way; null where it is no question any more, or not this one',
    }),
  missing: z.array(needed),
  obstacles: z.array(obstacle).meta({ description: 'What stands in the way once every fact is there' }),
})
export type Readiness = z.output<typeof readiness>

export const NO_STEP: Record<Step, null> = {
  open: null,
  sell: null,
  accept: null,
  issue: null,
  transfer: null,
  trade: null,
  verify: null,
  transact: null,
}
