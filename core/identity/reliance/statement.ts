import { z } from 'zod'
import { isCountry } from '#core/kernel/countries.ts'
import { dateOfBirth } from '#core/kernel/fields.ts'

const day = z.iso.date()
const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine(isCountry, 'A country of ISO 3166-1')

/** What a programme says of somebody it identified, and how it found out. */
export const statementFields = z.strictObject({
  programme: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ description: 'The programme, as your own papers name it', examples: ['CIP-2026'] }),
  method: z.enum(['documentary', 'non_documentary', 'both']).meta({ description: 'How identity was verified (31 CFR 1020.220(a)(2)(ii))' }),
  identified_on: day.meta({ description: 'When' }),
  confirmed_on: day.optional().meta({ description: 'When it was last found right again; from that day it counts for a year' }),
  full_name: z.string().trim().min(1).max(200),
  date_of_birth: dateOfBirth,
  country: country.optional().meta({ description: 'Of residence' }),
  nationality: country.optional(),
})
export type ProgrammeStatement = z.output<typeof statementFields>
