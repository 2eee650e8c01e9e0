import { NOTES_MAX, NOTES_MIN } from '../content/contact.ts'

export interface Inquiry {
  firstName: string
  lastName: string
  company: string
  email: string
  phone: string
  inquiryType: string
  notes: string
}
export type InquiryErrors = Partial<Record<keyof Inquiry, string>>

/** The form's fields in the order they are shown; the first invalid one takes the focus. */
export const inquiryFields = ['firstName', 'lastName', 'company', 'email', 'phone', 'inquiryType', 'notes'] as const

/** Providers whose addresses are not business addresses. The server refuses the same ten. */
export const freeMailHosts = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'aol.com',
  'icloud.com',
  'mail.com',
  'protonmail.com',
  'yandex.com',
  'zoho.com',
]

const address = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** The messages of the enterprise form. The server checks again. */
export function checkInquiry(input: Inquiry): InquiryErrors {
  const errors: InquiryErrors = {}
  if (!input.firstName.trim()) errors.firstName = 'First name is required'
  if (!input.lastName.trim()) errors.lastName = 'Last name is required'
  if (!input.company.trim()) errors.company = 'Company name is required'
  if (!address.test(input.email.trim())) errors.email = 'Please enter a valid email address'
  else if (freeMailHosts.includes(input.email.trim().split('@')[1]!.toLowerCase())) errors.email = 'Please use a business email address'
  if (input.phone.length < 10 || !/^[\d+\-\s()]+$/.test(input.phone)) errors.phone = 'Please enter a valid phone number'
  if (!input.inquiryType) errors.inquiryType = 'Please select an inquiry type'
  if (input.notes.length < NOTES_MIN) errors.notes = 'Please provide at least 25 characters describing your inquiry'
  else if (input.notes.length > NOTES_MAX) errors.notes = 'Notes cannot exceed 500 characters'
  return errors
}

export function inquiryOf(form: FormData): Inquiry {
  const read = (name: keyof Inquiry) => String(form.get(name) ?? '')
  return {
    firstName: read('firstName'),
    lastName: read('lastName'),
    company: read('company'),
    email: read('email'),
    phone: read('phone'),
    inquiryType: read('inquiryType'),
    notes: read('notes'),
  }
}
