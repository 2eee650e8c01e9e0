import { z } from 'zod'
import { country, dateOfBirth, partyName, region } from '#core/kernel/fields.ts'
import { ENTITY_TYPES, type EntityType } from '#engine/facts/words.ts'
import { ADDRESS_KINDS } from '../persons/address-kind.ts'
import { isLei } from './lei.ts'
import { readNumber } from './registers.ts'

/** What somebody is to an entity besides owning of it. */
const ENTITY_ROLES = ['control_person', 'director', 'authorised_signatory'] as const

const label = (most: number) => z.string().trim().min(1).max(most)

const registration = z
  .strictObject({
    country,
    region: region.optional().meta({ description: 'State or province whose register it is, such as US-DE' }),
    court: label(100).optional().meta({ description: 'Court that keeps the register; needed in Germany' }),
    number: label(60),
  })
  .transform((said, ctx) => {
    if (said.region && !said.region.startsWith(`${said.country}-`)) {
      ctx.addIssue({
        code: 'custom',
        path: ['region'],
        message: 'This region lies in another country.',
        params: { code: 'unknown_region' },
      })
      return z.NEVER
    }
    const read = readNumber(said)
    if ('problem' in read) {
      const path = read.problem.endsWith('the court.') ? ['court'] : ['number']
      ctx.addIssue({ code: 'custom', path, message: read.problem, params: { code: path[0] === 'court' ? 'required' : 'invalid_format' } })
      return z.NEVER
    }
    return { ...said, number: read.number, form: read.form }
  })
  .meta({ description: 'Number in the register of companies, checked by the form and check digit of that register' })

const owner = z.strictObject({
  ref: label(40).optional().meta({ description: 'A name of yours for this owner, by which others are said to own of it' }),
  investor_id: z.string().max(100).optional().meta({ description: 'An investor of yours, in place of name, birth date and country' }),
  person_id: z.string().max(100).optional().meta({ description: 'Somebody whom the file before this one names, in place of the same' }),
  type: z.enum(['individual', 'entity', 'trust']).default('individual'),
  full_name: partyName(200).optional(),
  date_of_birth: dateOfBirth.optional(),
  country: country.optional(),
  share_percent: z
    .number()
    .min(0)
    .max(100)
    .multipleOf(0.01)
    .default(0)
    .meta({ description: 'Share, in percent, held directly of the entity or of `of`; at most two digits after the point' }),
  of: label(40).optional().meta({ description: 'The `ref` of the owner of whom this is a share; of the entity itself when left out' }),
  roles: z.array(z.enum(ENTITY_ROLES)).max(ENTITY_ROLES.length).default([]).meta({
    description: '`control_person`: a senior manager, or whoever else controls the entity; at least one is needed',
  }),
  trustee: label(40).optional().meta({ description: 'Of a trust: the `ref` of its trustee, who stands for it' }),
})

/** What is said of an entity and of those behind it. */
const entityFileFields = {
  entity_type: z.enum(Object.keys(ENTITY_TYPES) as [EntityType, ...EntityType[]]).meta({
    description: 'What kind of entity it is: of some no owners are asked (31 CFR 1010.230(e)(2))',
  }),
  formation_date: dateOfBirth.meta({ description: 'The day on which it was formed, as its register has it' }),
  registration: registration.optional(),
  regulator: z
    .strictObject({ name: label(100), number: label(60) })
    .optional()
    .meta({
      description: 'Of a bank, insurer or registrant: who supervises it, and its number there',
      examples: [{ name: 'SEC', number: '801-12345' }],
    }),
  lei: z
    .string()
    .trim()
    .toUpperCase()
    .refine(isLei, { message: 'This is no LEI: 18 characters and two check digits (ISO 17442).', params: { code: 'invalid_format' } })
    .optional()
    .meta({ description: 'Legal Entity Identifier' }),
  tax_id: z
    .strictObject({ type: z.enum(['ein', 'other_gov']), country, number: label(40) })
    .optional()
    .meta({ description: 'Taxpayer number; of an entity of the United States its EIN. Sealed; no answer shows it' }),
  address: z
    .strictObject({
      line1: label(200),
      line2: label(200).optional(),
      city: label(100),
      state: label(100).optional(),
      postal_code: label(20).optional(),
      country,
      kind: z.enum(ADDRESS_KINDS).optional(),
    })
    .optional()
    .meta({ description: 'Principal place of business' }),
  notice_shown_at: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'When it was told that identification would be asked for (31 CFR 1020.220(a)(5))' }),
  owners: z.array(owner).max(100).default([]).meta({
    description:
      'Whoever owns a tenth or more, directly or through others, and at least one who controls it. Each is screened, and verified on their own',
  }),
  ownership_remainder: z
    .enum(['none', 'dispersed'])
    .optional()
    .meta({ description: '`dispersed`: the rest is held by many of whom nobody holds much' }),
  owners_doubt: z.boolean().meta({ description: 'Whether you have reason to doubt who owns or controls it' }),
} as const

export const entityFileInput = z.strictObject(entityFileFields)
export type EntitySaid = z.output<typeof entityFileInput>
export type OwnerSaid = EntitySaid['owners'][number]
