import { z } from 'zod'

export const domain = z.object({
  object: z.literal('domain'),
  id: z.string(),
  domain: z.string(),
  status: z.enum(['pending', 'verified', 'lost']).meta({ description: 'Only verified ones may be named in a challenge' }),
  method: z.enum(['dns', 'well_known']).nullable(),
  proof: z
    .object({
      dns: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
      well_known: z.object({ url: z.string(), content: z.string() }),
    })
    .meta({ description: 'Either of the two is enough' }),
  problem: z.string().nullable().meta({ description: 'Why the proof was not found when it was last looked for' }),
  verified_at: z.string().nullable(),
  checked_at: z.string().nullable(),
  failing_since: z.string().nullable().meta({ description: 'After 72 hours a domain is lost' }),
  environment: z.enum(['sandbox', 'production']),
  created_at: z.string(),
})
export const domainAnswer = domain.extend({ success: z.literal(true) })
