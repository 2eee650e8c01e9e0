import { z } from 'zod'
import { ownersField } from '#core/identity/entities/owners.ts'
import { identificationFields } from '#core/identity/wallets/verification-fields.ts'
import { country, dateOfBirth, name, partyName, regionFields, walletSignature } from '#core/kernel/fields.ts'
import { affiliationField } from './create.ts'

export const verifyFields = {
  checks: z
    .array(z.enum(['identity', 'accreditation', 'documents', 'sanctions']))
    .min(1)
    .optional(),
  identity: z
    .strictObject({
      first_name: name(100).optional(),
      last_name: partyName(100).optional(),
      date_of_birth: dateOfBirth.optional(),
      national_id_last4: z
        .string()
        .regex(/^\d{4}$/)
        .optional(),
      address: z.string().max(500).optional(),
      city: z.string().max(100).optional(),
      state: z.string().max(100).optional(),
      zip_code: z.string().max(20).optional(),
      country: country.optional(),
      ...regionFields,
      phone_number: z.string().max(40).optional(),
      ...identificationFields,
      registration_number: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .optional()
        .meta({ description: 'Entities: number in the register of companies' }),
      registration_country: country.optional(),
      owners: ownersField.optional(),
    })
    .optional(),
  accreditation: z
    .strictObject({
      type: z.enum(['income', 'net_worth', 'professional', 'entity']).optional(),
      method: z.enum([
        'income_docs',
        'net_worth_docs',
        'third_party_letter',
        'professional_license',
        'prior_verification',
        'minimum_investment',
      ]),
      evidence_sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      // Anybody may be named; who is none of the kinds the rules know counts as another.
      verifier: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'broker_dealer, sec_adviser, state_adviser, attorney, cpa or other; any other name counts as other' }),
      good_standing: z
        .boolean()
        .optional()
        .meta({ description: 'Of a letter: whether its author was found in good standing. Asked for in production' }),
      dated: z.iso.date().optional(),
    })
    .optional(),
  documents: z
    .array(
      z.strictObject({
        kind: z.enum(['passport', 'id_card', 'drivers_license', 'proof_of_address', 'tax_form', 'other']),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        country: country.optional(),
        expires_on: z.iso.date().optional(),
      }),
    )
    .max(20)
    .optional(),
  affiliation: affiliationField.optional(),
  accepted_terms: z.boolean().optional(),
  signature: walletSignature.optional(),
  callback_url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional()
    .meta({ description: 'Is told of every step of this investor from now on, as a webhook endpoint of its own' }),
  force: z.boolean().default(false),
}
export const verifyInvestorInput = z.strictObject(verifyFields)
export type VerifyInvestorInput = z.output<typeof verifyInvestorInput>
