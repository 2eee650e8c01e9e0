import { z } from 'zod'
import { atMost } from '#core/kernel/fields.ts'

/** What the word of another issuer can establish of somebody. `verified`: that the issuer found out who they are. */
const FACTS = [
  'verified',
  'full_name',
  'given_name',
  'family_name',
  'date_of_birth',
  'country',
  'nationality',
  'over_18',
  'over_21',
] as const
type Fact = (typeof FACTS)[number]

/** What the word of an issuer counts as: one entry a schema, topic or type of it. */
const mapping = z.strictObject({
  abi: z
    .string()
    .max(500)
    .regex(/^[a-z0-9]+(?:\[\])? [A-Za-z_]\w*(?:, ?[a-z0-9]+(?:\[\])? [A-Za-z_]\w*)*$/, 'Types and names, such as bool verifiedAccount')
    .optional()
    .meta({ description: 'Of data on a chain: what it is made of, such as `bool verifiedAccount`' }),
  fields: atMost(20, z.record(z.string().max(100), z.enum(FACTS)))
    .optional()
    .meta({ description: 'Which field is which fact. One that says false, or nothing, establishes nothing' }),
  says: z
    .array(z.enum(FACTS).extract(['verified', 'over_18', 'over_21']))
    .max(3)
    .optional()
    .meta({ description: 'What it establishes by being there' }),
})
export type Mapping = z.output<typeof mapping>

export const claimsField = atMost(20, z.record(z.string().min(1).max(200), mapping)).meta({
  description:
    'Which words of it count, and as which fact: by schema UID (`eas`), by topic (`onchainid`), by type (`did`), by vct (`accreditation`). What is not named here counts for nothing',
})
export type Claims = z.output<typeof claimsField>

/** Whether the words of an issuer can name somebody: only then are they more than basic proof. */
export const namesPeople = (claims: Claims): boolean =>
  Object.values(claims).some(({ fields = {} }) => {
    const facts: Fact[] = Object.values(fields)
    return (
      facts.includes('date_of_birth') && (facts.includes('full_name') || (facts.includes('given_name') && facts.includes('family_name')))
    )
  })
