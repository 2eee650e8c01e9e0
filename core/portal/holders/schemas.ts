// Pure schemas: the verification form in the browser and the verb on the server check with the same rules and words.
import { z } from 'zod'

export const ACCREDITATION_TYPES = ['income', 'net_worth', 'professional'] as const
export const ACCREDITATION_METHODS = ['third_party_letter', 'income_docs', 'net_worth_docs', 'professional_license'] as const
const VERIFIERS = ['attorney', 'cpa', 'broker_dealer', 'sec_adviser'] as const
/** The methods that can show each ground of accreditation (17 CFR 230.506(c)(2)(ii)). */
export const METHODS_OF: Record<(typeof ACCREDITATION_TYPES)[number], readonly (typeof ACCREDITATION_METHODS)[number][]> = {
  income: ['third_party_letter', 'income_docs'],
  net_worth: ['third_party_letter', 'net_worth_docs'],
  professional: ['professional_license'],
}

/** Which kinds of documents show accreditation by each method: all of them are asked for. */
export const EVIDENCE: Record<(typeof ACCREDITATION_METHODS)[number], readonly string[]> = {
  third_party_letter: ['accreditation_letter'],
  income_docs: ['income', 'income_before', 'income_expectation'],
  net_worth_docs: ['net_worth', 'credit_report', 'liabilities'],
  professional_license: ['license'],
}
/** Of income together with a spouse: their forms too. */
export const SPOUSE_EVIDENCE = ['spouse_income', 'spouse_income_before'] as const

const line = (label: string, max: number) => z.string().trim().min(1, `${label} is required`).max(max, `At most ${max} characters`)
const day = (label: string) =>
  z
    .string()
    .min(1, `${label} is required`)
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'Use a date such as 1990-05-17')
    .refine((v) => !Number.isNaN(Date.parse(v)) && new Date(v).toISOString().startsWith(v), 'This date does not exist')

/** Who the person is (product spec, section 3: identity). */
export const identitySchema = z.object({
  firstName: line('First name', 100),
  lastName: line('Last name', 100),
  dateOfBirth: day('Date of birth').refine((v) => v >= '1900-01-01' && Date.parse(v) < Date.now(), 'Check the year'),
  nationalIdLast4: z
    .string()
    .trim()
    .regex(/^\d{4}$/, 'Enter the last 4 digits')
    .or(z.literal('')),
  address: line('Address', 500),
  city: line('City', 100),
  state: z.string().trim().max(100, 'At most 100 characters'),
  zipCode: line('ZIP or postal code', 20),
  country: z.string().regex(/^[A-Z]{2}$/, 'Country is required'),
  phoneNumber: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{9,14}$/, 'Please use international format (e.g., +1234567890)'),
})

const amount = z
  .string()
  .trim()
  .regex(/^\d{1,15}(\.\d{1,2})?$/, 'An amount in US dollars, such as 250000')

/** What each method needs besides its documents. */
const ASKED_BY: Record<(typeof ACCREDITATION_METHODS)[number], readonly (readonly [AccreditationField, string])[]> = {
  third_party_letter: [
    ['verifier', 'Choose who wrote the letter'],
    ['dated', 'The date of the letter is required'],
    ['author', 'The name of the writer is required'],
    ['authorLicense', 'The licence or bar number of the writer is required'],
  ],
  income_docs: [
    ['incomeLast', 'The income of last year is required'],
    ['incomeBefore', 'The income of the year before is required'],
    ['incomeShared', 'Say whose income it is'],
    ['incomeExpected', 'Say whether you expect as much this year'],
  ],
  net_worth_docs: [
    ['dated', 'The date of the oldest statement is required'],
    ['assets', 'Your assets are required'],
    ['liabilities', 'Your debts are required; 0 if there are none'],
    ['homeValue', 'The value of your home is required; 0 if you have none'],
    ['mortgage', 'The mortgage is required; 0 if there is none'],
    ['mortgageAdded', 'What was added is required; 0 if nothing was'],
  ],
  professional_license: [
    ['series', 'Choose the licence'],
    ['crd', 'The CRD number is required'],
  ],
}
type AccreditationField =
  | (
      | 'verifier'
      | 'dated'
      | 'author'
      | 'authorLicense'
      | 'incomeLast'
      | 'incomeBefore'
      | 'incomeShared'
      | 'incomeExpected'
      | 'series'
      | 'crd'
    )
  | ('assets' | 'liabilities' | 'homeValue' | 'mortgage' | 'mortgageAdded')

/** On what ground the person is accredited, and how it can be shown. `none` is an answer: some offerings do not need it. */
export const accreditationSchema = z
  .object({
    accreditationType: z.enum([...ACCREDITATION_TYPES, 'none'], 'Choose one, or say that none applies'),
    method: z.enum(ACCREDITATION_METHODS).optional(),
    verifier: z.enum(VERIFIERS).optional(),
    dated: day('The date').optional(),
    /** Who wrote the letter, and their licence. */
    author: z.string().trim().max(200, 'At most 200 characters').optional(),
    authorLicense: z.string().trim().max(60, 'At most 60 characters').optional(),
    /** Income of last year and the year before, one's own or together with a spouse. */
    incomeLast: amount.optional(),
    incomeBefore: amount.optional(),
    incomeShared: z.enum(['own', 'joint']).optional(),
    incomeExpected: z.enum(['yes', 'no']).optional(),
    /** Net worth, without the home but for what the mortgage adds. */
    assets: amount.optional(),
    liabilities: amount.optional(),
    homeValue: amount.optional(),
    mortgage: amount.optional(),
    mortgageAdded: amount.optional(),
    series: z.enum(['7', '65', '82']).optional(),
    crd: z.string().trim().max(40, 'At most 40 characters').optional(),
  })
  .superRefine((v, ctx) => {
    if (v.accreditationType === 'none') return
    if (!v.method || !METHODS_OF[v.accreditationType].includes(v.method))
      ctx.addIssue({ code: 'custom', path: ['method'], message: 'Choose how it can be shown' })
    for (const [field, message] of v.method ? ASKED_BY[v.method] : [])
      if (v[field] === undefined || v[field] === '') ctx.addIssue({ code: 'custom', path: [field], message })
  })

/** Consent to the check, signed with the typed name. */
export const termsSchema = z.object({
  acceptedTerms: z.literal(true, 'You must accept the terms to be verified'),
  signature: line('Your full name', 200),
})

export type Identity = z.output<typeof identitySchema>
export type Accreditation = z.output<typeof accreditationSchema>
