// Pure schemas: the verification form in the browser and the verb on the server check with the same rules and words.
import { z } from 'zod'

export const ACCREDITATION_TYPES = ['income', 'net_worth', 'professional', 'entity'] as const
export const ACCREDITATION_METHODS = ['third_party_letter', 'income_docs', 'net_worth_docs', 'professional_license'] as const
const VERIFIERS = ['attorney', 'cpa', 'broker_dealer', 'sec_adviser'] as const
/** The methods that can show each ground of accreditation (17 CFR 230.506(c)(2)(ii)). */
export const METHODS_OF: Record<(typeof ACCREDITATION_TYPES)[number], readonly (typeof ACCREDITATION_METHODS)[number][]> = {
  income: ['third_party_letter', 'income_docs'],
  net_worth: ['third_party_letter', 'net_worth_docs'],
  professional: ['professional_license'],
  entity: ['third_party_letter'],
}

/** Which kind of document shows accreditation by each method. */
export const EVIDENCE: Record<(typeof ACCREDITATION_METHODS)[number], string> = {
  third_party_letter: 'accreditation_letter',
  income_docs: 'income',
  net_worth_docs: 'net_worth',
  professional_license: 'license',
}

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

/** On what ground the person is accredited, and how it can be shown. `none` is an answer: some offerings do not need it. */
export const accreditationSchema = z
  .object({
    accreditationType: z.enum([...ACCREDITATION_TYPES, 'none'], 'Choose one, or say that none applies'),
    method: z.enum(ACCREDITATION_METHODS).optional(),
    verifier: z.enum(VERIFIERS).optional(),
    dated: day('The date of the letter').optional(),
  })
  .superRefine((v, ctx) => {
    if (v.accreditationType === 'none') return
    if (!v.method || !METHODS_OF[v.accreditationType].includes(v.method))
      ctx.addIssue({ code: 'custom', path: ['method'], message: 'Choose how it can be shown' })
    if (v.method === 'third_party_letter') {
      if (!v.verifier) ctx.addIssue({ code: 'custom', path: ['verifier'], message: 'Choose who wrote the letter' })
      if (!v.dated) ctx.addIssue({ code: 'custom', path: ['dated'], message: 'The date of the letter is required' })
    }
  })

/** Consent to the check, signed with the typed name. */
export const termsSchema = z.object({
  acceptedTerms: z.literal(true, 'You must accept the terms to be verified'),
  signature: line('Your full name', 200),
})

export type Identity = z.output<typeof identitySchema>
export type Accreditation = z.output<typeof accreditationSchema>
