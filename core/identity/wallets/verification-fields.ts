import { z } from 'zod'
import { credential, decision, markets, warning } from '#core/kernel/answers.ts'
import { addressLines, country, dateOfBirth, partyName, phone, regionFields, walletAddress, walletSignature } from '#core/kernel/fields.ts'
import { birthPlace, gender, identifiers, otherNames } from '#core/screening/matching/subject-fields.ts'
import { ADDRESS_KINDS } from '../persons/address-kind.ts'

/** What a full file of identification has besides name, birth date and address (31 CFR 1020.220(a)(2)(i)(A)(4), (a)(5), and its like of others). */
export const identificationFields = {
  id_number: z
    .strictObject({
      type: z.enum(['ssn', 'itin', 'ein', 'passport', 'alien_id', 'other_gov']),
      country: country,
      number: z.string().trim().min(1).max(40).meta({ description: 'Sealed with the person; no answer and no decision shows it' }),
    })
    .optional()
    .meta({
      description:
        'Identification number, for a full file of identification: of a United States person the tax number, of others that or the number of a government document, with its country',
    }),
  notice_shown_at: z.iso.datetime({ offset: true }).optional().meta({
    description:
      'When the person was told that identification would be asked for (31 CFR 1020.220(a)(5) and its like of others), for a full file',
  }),
  collected_at: z.iso.datetime({ offset: true }).optional().meta({ description: 'When the data was collected; now when left out' }),
}

const kycData = z
  .strictObject({
    full_name: partyName().optional(),
    date_of_birth: dateOfBirth.optional(),
    country: country.optional(),
    email: z.email().max(255).optional(),
    phone: phone.optional(),
    nationality: country.optional(),
    other_names: otherNames,
    gender,
    birth_place: birthPlace,
    identifiers,
    ...regionFields,
    address: z
      .strictObject({
        ...addressLines,
        country: country.optional(),
        kind: z
          .enum(ADDRESS_KINDS)
          .optional()
          .meta({ description: 'What the address is; read from `line1` while it is not said. A post office box alone is not enough' }),
      })
      .optional(),
    ...identificationFields,
    document: z
      .strictObject({
        kind: z.enum(['passport', 'id_card', 'drivers_license', 'proof_of_address', 'tax_form', 'other']),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        country: country.optional(),
        expires_on: z.iso.date().optional(),
        full_name: partyName().optional().meta({ description: 'The name as the document has it, compared with `full_name`' }),
        date_of_birth: dateOfBirth.optional().meta({ description: 'The birth date as the document has it, compared with `date_of_birth`' }),
      })
      .optional(),
  })
  .meta({ title: 'KycData' })

export const walletVerifyInput = z.strictObject({
  wallet_address: walletAddress,
  kyc_data: kycData.optional(),
  level: z.enum(['basic', 'enhanced']).default('basic'),
  signature: walletSignature.optional(),
  force_new: z.boolean().default(false),
})
export type WalletVerifyInput = z.output<typeof walletVerifyInput>

/** The answer of a verification. */
export const walletVerification = z.object({
  success: z.literal(true),
  wallet_id: z.string(),
  verification_status: z.enum(['basic', 'enhanced', 'pending', 'rejected', 'none']),
  verified_at: z.string().nullable(),
  wallet_address: z.string(),
  object: z.literal('wallet_verification'),
  verified: z.boolean(),
  expires_at: z.string().nullable(),
  credential: credential.nullable(),
  rejection: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  uniqueness: z.object({ status: z.enum(['unique', 'also_bound']), count: z.string(), policy: z.string() }),
  sanctions_cleared: z.boolean(),
  markets,
  public_url: z.string().nullable(),
  warnings: z.array(warning),
  decision,
})
export type WalletVerification = z.output<typeof walletVerification>
