import { z } from 'zod'
import { ENTITY_TYPES, type EntityType } from '#engine/facts/words.ts'

const ownerShape = z.object({
  person_id: z.string().meta({ description: 'By which identity sessions and evidence of this person are asked for' }),
  type: z.enum(['individual', 'entity', 'trust']),
  full_name: z.string().nullable().meta({ description: 'Null once the person was erased' }),
  country: z.string().nullable(),
  share_percent: z.number(),
  of: z.string().nullable().meta({ description: 'Of which of these persons it is a share; null for the entity itself' }),
  roles: z.array(z.enum(['control_person', 'director', 'authorised_signatory'])),
  trustee: z.string().nullable(),
  verification: z.enum(['verified', 'too_low', 'pending', 'rejected', 'unknown']).meta({
    description: 'What evidence says of who they are; `too_low`: it does not go as far as a full file asks',
  }),
  required: z.boolean().meta({ description: 'Whether they have to be verified: a quarter or more, or in control' }),
})

/** The file of an entity as answers show it. Birth dates and tax numbers are used, and not shown. */
const entityFileShape = z
  .object({
    id: z.string(),
    object: z.literal('entity_file'),
    investor_id: z.string(),
    person_id: z.string(),
    status: z.enum(['filed', 'in_review', 'confirmed', 'refused', 'expired']).meta({
      description: '`confirmed`: evidence shows that it exists under this name and number. `expired`: it did, and has to be shown anew',
    }),
    legal_name: z.string(),
    entity_type: z.enum(Object.keys(ENTITY_TYPES) as [EntityType, ...EntityType[]]),
    formation_date: z.string(),
    registration: z
      .object({
        country: z.string(),
        region: z.string().nullable(),
        court: z.string().nullable(),
        register: z.string().nullable().meta({ description: 'How the register is called, where it is known here' }),
        number: z.string(),
        status: z.enum(['none', 'unchecked', 'well_formed', 'confirmed', 'differs', 'not_found', 'not_active']).meta({
          description:
            '`unchecked`: nobody published how this register makes its numbers. `well_formed`: form and check digit fit. The others: what the register answered',
        }),
      })
      .nullable(),
    regulator: z.object({ name: z.string(), number: z.string() }).nullable(),
    lei: z
      .object({
        value: z.string(),
        status: z.enum(['none', 'unconfirmed', 'confirmed', 'differs', 'not_found', 'not_active']).meta({
          description: '`unconfirmed`: its check digits fit, and nobody was asked',
        }),
      })
      .nullable(),
    address: z.record(z.string(), z.string()).nullable(),
    owners: z.array(ownerShape),
    ownership_remainder: z.enum(['none', 'dispersed']).nullable(),
    owners_doubt: z.boolean(),
    evidence_id: z.string().nullable(),
    case_id: z.string().nullable(),
    looked_up_at: z.string().nullable(),
    filed_by: z.string(),
    filed_at: z.string(),
  })
  .meta({ title: 'EntityFile' })

export const entityFileAnswer = entityFileShape.extend({ success: z.literal(true) })
export type WireEntityFile = z.output<typeof entityFileShape>
