// Pure schemas: forms in the browser and verbs on the server check with the same rules and the same words.
import { z } from 'zod'
import { COUNTRIES, SOLUTION_INTERESTS } from './choices.ts'

const email = z.email('Please enter a valid email address').max(255, 'Please enter a valid email address')
const optional = (max: number) => z.string().trim().max(max, `At most ${max} characters`).optional()

export const password = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(128, 'Password must be at most 128 characters')
  .regex(/[A-Z]/, 'Password must contain at least one uppercase letter')
  .regex(/[a-z]/, 'Password must contain at least one lowercase letter')
  .regex(/[0-9]/, 'Password must contain at least one number')

export const loginSchema = z.object({
  email,
  password: z.string().min(6, 'Password must be at least 6 characters'),
  rememberMe: z.boolean().default(false),
})

/** The sign-up payload (product spec, sections 3 and 5). Unknown fields, a role among them, are dropped. */
export const signUpSchema = z.object({
  email,
  password,
  firstName: z.string().trim().min(1, 'First name is required').max(100, 'At most 100 characters'),
  lastName: z.string().trim().min(1, 'Last name is required').max(100, 'At most 100 characters'),
  phone: z
    .string()
    .trim()
    .min(10, 'Phone number is required')
    .regex(/^\+[1-9]\d{1,14}$/, 'Please use international format (e.g., +1234567890)'),
  companyName: z.string().trim().min(1, 'Company name is required').max(200, 'At most 200 characters'),
  solutionsInterest: z.array(z.enum(SOLUTION_INTERESTS)).min(1, 'Please select at least one solution'),
  country: z
    .string()
    .min(1, 'Country is required')
    .refine((c) => (COUNTRIES as readonly string[]).includes(c), 'Country is required'),
  city: optional(100),
  state: optional(100),
  address: optional(500),
  postalCode: optional(20),
  /** The link of an invitation to an organisation, by which they came: once the address is confirmed they go on there. */
  join: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional(),
})

/** The form adds a repeated password and the terms. */
export const registerFormSchema = signUpSchema
  .extend({
    confirmPassword: z.string().min(8, 'Please confirm your password'),
    acceptTerms: z.boolean().refine((v) => v, 'You must accept the terms to create an account'),
  })
  .refine((v) => v.password === v.confirmPassword, { path: ['confirmPassword'], message: 'Passwords do not match' })

export const resetRequestSchema = z.object({ email })

/** A new password with the token of the mailed link. */
export const newPasswordSchema = z.object({ token: z.string().min(1).max(200), password })

/** The form adds the repeated password and leaves the token to the address. */
export const newPasswordFormSchema = z
  .object({ password, confirmPassword: z.string().min(8, 'Please confirm your password') })
  .refine((v) => v.password === v.confirmPassword, { path: ['confirmPassword'], message: 'Passwords do not match' })

/** A new password for whoever is signed in. */
export const changePasswordSchema = z.object({
  currentPassword: z.string().min(1, 'Please enter your present password').max(128),
  password,
})
export const changePasswordFormSchema = changePasswordSchema
  .extend({ confirmPassword: z.string().min(8, 'Please confirm your password') })
  .refine((v) => v.password === v.confirmPassword, { path: ['confirmPassword'], message: 'Passwords do not match' })

/** A code of the authenticator: exactly six digits. */
export const codeSchema = z.string().regex(/^\d{6}$/, 'Please enter a 6-digit verification code')

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters`)
const today = () => new Date().toISOString().slice(0, 10)

/** What a person may change about themselves. E-mail, role and verification are not among it. */
export const profileSchema = z.strictObject({
  firstName: text(100).min(1, 'First name is required'),
  lastName: text(100).min(1, 'Last name is required'),
  phone: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .regex(/^\+[1-9]\d{1,14}$/, 'Please use international format (e.g., +1234567890)'),
  ]),
  companyName: text(200),
  country: z.union([z.literal(''), z.enum(COUNTRIES)]),
  city: text(100),
  state: text(100),
  address: text(500),
  postalCode: text(20),
  dateOfBirth: z.union([
    z.literal(''),
    z.iso.date('Please use the form YYYY-MM-DD').refine((day) => day >= '1900-01-01' && day <= today(), 'This is not a date of birth'),
  ]),
})
