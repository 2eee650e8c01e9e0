import { z } from 'zod'
import { country, name, partyName } from '#core/kernel/fields.ts'
import { IDENTIFIER_TYPES, identifierKey } from '#screening/identifiers.ts'

/** A number that its issuer gave to one party. */
const identifier = z.strictObject({
  type: z.enum(IDENTIFIER_TYPES),
  value: z
    .string()
    .trim()
    .max(60)
    .refine((value) => value.length > 60 || identifierKey(value) !== '', 'Give at least five letters or digits: fewer identify nobody')
    .meta({ description: 'The number; blanks, dots and dashes do not count' }),
  country: country.optional().meta({ description: 'Who issued it: ISO 3166-1 alpha-2, or a common English name' }),
})

export const otherNames = z.array(partyName()).max(20).optional().meta({
  description: 'Other names of the same subject: a maiden name, a former name, another script. The one most like a listed name counts',
})
export const gender = z.enum(['male', 'female']).optional().meta({ description: 'As documents say it; compared where a list says it too' })
export const birthPlace = name().optional().meta({ description: 'Town of birth, as it is written' })
export const identifiers = z.array(identifier).max(20).optional().meta({
  description:
    'Numbers of documents, registers and ships. One is compared with listed numbers of its own type alone; an equal one is at least a review, whatever the name. `passport`, `national_id`, `tax` and `registration` are the same number only from the same `country`',
})

const address = z
  .strictObject({
    line1: z.string().trim().min(1).max(200).optional().meta({ description: 'Street and number, or the whole address' }),
    line2: z.string().trim().max(200).optional().meta({ description: 'What line1 has no room for' }),
    city: z.string().trim().max(100).optional().meta({ description: 'Town' }),
    state: z.string().trim().max(100).optional().meta({ description: 'State or province' }),
    postal_code: z.string().trim().max(20).optional().meta({ description: 'Postal code' }),
    country: country.optional(),
  })
  .refine((one) => Object.values(one).some((value) => value), 'Say at least one part of the address')

/** What can be said of a subject beside name, birth date and country. */
export const furtherFields = {
  other_names: otherNames,
  gender,
  birth_place: birthPlace,
  nationality: country.optional(),
  addresses: z.array(address).max(10).optional().meta({ description: 'Postal addresses' }),
  identifiers,
}

/** The same as it is told again of what was asked. */
export const furtherShape = {
  other_names: z.array(z.string()),
  gender: z.enum(['male', 'female']).nullable(),
  birth_place: z.string().nullable(),
  nationality: z.string().nullable(),
  addresses: z.array(z.record(z.string(), z.string())),
  identifiers: z.array(z.object({ type: z.string().nullable(), value: z.string(), country: z.string().nullable() })),
}
