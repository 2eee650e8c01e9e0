import { z } from 'zod'
import { count, currency, decimal, name, sixDecimals } from '#core/kernel/fields.ts'
import { FILE_BASES, FILE_METHODS, PAPERS } from '#db/schema.ts'
import type { VerifyInvestorInput } from '../verify-input.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const day = z.iso.date()

const amount = z.strictObject({ amount: sixDecimals(decimal), currency: currency.default('USD') })
const twoYears = z.strictObject({
  y1: amount.meta({ description: 'Of last year' }),
  y2: amount.meta({ description: 'Of the year before it' }),
})

/** The figures of each ground of Rule 501(a). Kept sealed with the person’s own key. */
const figures = z.strictObject({
  income: twoYears.optional(),
  joint_income: twoYears.optional().meta({ description: 'With a spouse or spousal equivalent' }),
  income_expected_same: z.boolean().optional().meta({ description: 'Whether as much is reasonably expected this year' }),
  net_worth: z
    .strictObject({
      assets_without_home: amount,
      liabilities_without_mortgage: amount,
      home_value: amount,
      mortgage: amount,
      mortgage_added_60_days: amount.meta({ description: 'What was added to it in the last 60 days, other than to buy the home' }),
      spouse: z.strictObject({ assets_without_home: amount, liabilities_without_mortgage: amount }).optional().meta({
        description:
          'Of a net worth together with a spouse or spousal equivalent: what that one owns and owes besides. Both are counted, and neither counts the home twice',
      }),
    })
    .optional(),
  license: z
    .strictObject({
      series: text(10),
      number: text(40).meta({ description: 'The CRD number' }),
      holder: name(200).optional(),
      register: text(100).optional().meta({ description: 'Where it was looked up, such as FINRA BrokerCheck' }),
      looked_up_by: text(200).optional(),
      checked_at: day.optional().meta({ description: 'When. The reviewer looks it up in any case' }),
      good_standing: z.boolean().optional().meta({ description: 'As you know it. The reviewer looks it up in any case' }),
    })
    .optional(),
  role: z
    .strictObject({
      kind: z.enum(['director', 'executive_officer', 'general_partner', 'vice_president', 'other']),
      at_this_issuer: z.boolean().meta({ description: 'At you as the issuer, or at your general partner' }),
      same_fund_family: z
        .boolean()
        .default(false)
        .meta({ description: 'Of an employee of a private fund: whether of this fund or its family' }),
    })
    .optional(),
  entity_type: text(60).optional(),
  registration_no: text(60).optional(),
  total_assets: amount.optional(),
  investments: amount.optional(),
  assets_under_management: amount.optional(),
  formed_for_purchase: z.boolean().optional(),
  directed_by_sophisticated_person: z.boolean().optional(),
  family_role: z.enum(['office', 'family_client']).optional(),
  purchase_directed_by_office: z.boolean().optional(),
  plan_adviser_is_fiduciary: z.boolean().optional(),
  plan_self_directed: z.boolean().optional(),
  plan_deciders: z.array(z.string().max(100)).max(50).optional(),
})
export type Figures = z.output<typeof figures>

/** The author of a letter, in the words of Rule 506(c)(2)(ii)(C). */
const LETTER_AUTHORS = ['broker_dealer', 'sec_adviser', 'state_adviser', 'attorney', 'cpa', 'other'] as const

const paper = z.strictObject({
  document_id: z.string().max(100).optional(),
  sha256: sha256
    .optional()
    .meta({ description: 'In place of the id: the digest of a document that is kept with us. A digest alone shows nothing' }),
  shows: z.enum(PAPERS),
  year: z.number().int().min(1990).max(2100).optional().meta({ description: 'Of a tax form: the year it is about' }),
  dated: day.optional().meta({ description: 'The day it bears' }),
  of: z.enum(['investor', 'spouse']).default('investor'),
})
export type Paper = z.output<typeof paper>

export const fileFields = {
  basis: z.enum(FILE_BASES, `Say the ground of Rule 501(a): ${FILE_BASES.join(', ')}.`).meta({ description: 'The ground of Rule 501(a)' }),
  method: z
    .enum(FILE_METHODS, `Say how it is verified, of Rule 506(c)(2)(ii): ${FILE_METHODS.join(', ')}.`)
    .meta({ description: 'How it is verified, of Rule 506(c)(2)(ii)' }),
  figures: figures.prefault({}).meta({ description: 'What the ground rests on. A letter may leave them out: its author saw them' }),
  letter: z
    .strictObject({
      verifier: z.enum(LETTER_AUTHORS),
      author: name(200),
      license_number: text(60).optional().meta({
        description: 'Of the author: bar, CRD or SEC number, or number of the board of accountancy. Without it no reviewer is asked',
      }),
      dated: day,
      good_standing: z.boolean().optional().meta({ description: 'Of its author, as you know it. The reviewer looks it up in any case' }),
    })
    .optional(),
  grandfathered: z
    .strictObject({ bought_on: day, still_holds: z.boolean() })
    .optional()
    .meta({ description: 'Of who bought from you under Rule 506(b) before 23 September 2013' }),
  prior: z
    .strictObject({ verified_at: day.optional(), evidence_id: z.string().max(100).optional() })
    .optional()
    .meta({ description: 'Your earlier verification: the evidence kept here, or its day with a document that shows it' }),
  minimum_investment: z
    .strictObject({
      paid_or_committed: z.boolean(),
      representation_accredited: z.boolean(),
      representation_not_financed: z.boolean().meta({ description: 'No third party finances it for this purchase' }),
      owners: z.strictObject({ count, all_natural: z.boolean() }).optional(),
    })
    .optional()
    .meta({ description: 'What the signed representation says (SEC staff letter of 12 March 2025)' }),
  evidence_id: z.string().max(100).optional().meta({
    description: 'Of `principles_based`: evidence that another issuer’s credential gave of it, in place of figures and documents',
  }),
  note: text(2_000).optional().meta({ description: 'Of `principles_based`: which facts show it. Kept sealed' }),
  documents: z.array(paper).max(30).default([]),
}
export const fileInput = z.strictObject(fileFields)
export type FileInput = z.output<typeof fileInput>

/** The methods of a verification's words, in those of Rule 506(c)(2)(ii). */
export const METHOD_OF_WORDS: Record<NonNullable<VerifyInvestorInput['accreditation']>['method'], FileInput['method']> = {
  income_docs: 'income_documents',
  net_worth_docs: 'net_worth_documents',
  third_party_letter: 'third_party_letter',
  professional_license: 'principles_based',
  prior_verification: 'prior_verification',
  minimum_investment: 'minimum_investment',
}
/** All that was said of an accreditation besides its ground, its method and its documents. */
export type SaidOfFile = Pick<FileInput, 'figures' | 'letter' | 'grandfathered' | 'prior' | 'minimum_investment' | 'note' | 'evidence_id'>
