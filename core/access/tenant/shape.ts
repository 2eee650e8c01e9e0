import { z } from 'zod'
import { dataAge } from '#core/kernel/answers.ts'

const value = z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]).nullable()
const source = z
  .enum(['configured', 'established', 'simulated'])
  .meta({ description: '`configured` by the organisation, `established` by an administrator, `simulated` by the sandbox' })

const effective_at = z.string().meta({ description: 'From when it counts' })
const word = z.object({
  ...{ fact: z.string(), value, source, note: z.string().nullable(), stated_by: z.string(), at: z.string() },
  effective_at,
})

export const tenantFactsView = z.object({
  success: z.literal(true),
  object: z.literal('tenant_facts'),
  organization_id: z.string(),
  environment: z.enum(['sandbox', 'production']),
  facts: z.array(
    z.object({
      fact: z.string(),
      value: value.meta({ description: 'null while nobody said it: rules that need it ask' }),
      source: source.nullable(),
      note: z.string().nullable(),
      stated_by: z.string().nullable(),
      at: z.string().nullable(),
      effective_at: effective_at.nullable(),
      from: z.enum(['tenant', 'administrator']).meta({ description: 'Who can say it' }),
    }),
  ),
  data_age: z
    .array(dataAge)
    .meta({ description: 'How old the data is that a payment would be decided from now, beside your `data_budgets`' }),
  pending: z.array(word).meta({ description: 'Words whose time is still to come, the next first; null takes a fact back' }),
})

export const tenantFactHistory = z.object({
  success: z.literal(true),
  object: z.literal('fact_history'),
  data: z.array(word),
})
