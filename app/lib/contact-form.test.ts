import { describe, expect, it } from 'vitest'
import { checkInquiry, freeMailHosts, type Inquiry } from './contact-form.ts'

const good: Inquiry = {
  firstName: 'Ada',
  lastName: 'Example',
  company: 'Example Ltd',
  email: 'ada@company.example',
  phone: '+1 (555) 010-0199',
  inquiryType: 'api',
  notes: 'We issue shares of a building.',
}
const check = (change: Partial<Inquiry>) => checkInquiry({ ...good, ...change })

describe('checkInquiry', () => {
  it('accepts a complete inquiry', () => {
    expect(check({})).toEqual({})
  })
  it('refuses each of the ten free mail hosts, in any case', () => {
    expect(freeMailHosts).toHaveLength(10)
    for (const host of freeMailHosts) expect(check({ email: `a@${host.toUpperCase()}` }).email).toBe('Please use a business email address')
  })
  it('does not refuse a company whose name ends like a free host', () => {
    expect(check({ email: 'ada@notgmail.com' })).toEqual({})
  })
  it.each([
    ['n'.repeat(24), 'Please provide at least 25 characters describing your inquiry'],
    ['n'.repeat(25), undefined],
    ['n'.repeat(500), undefined],
    ['n'.repeat(501), 'Notes cannot exceed 500 characters'],
  ])('holds the notes between 25 and 500 characters', (notes, message) => {
    expect(check({ notes }).notes).toBe(message)
  })
  it.each([
    ['123456789', 'Please enter a valid phone number'],
    ['1234567890', undefined],
    ['12345678x0', 'Please enter a valid phone number'],
  ])('reads the phone %s', (phone, message) => {
    expect(check({ phone }).phone).toBe(message)
  })
  it('names every empty field at once', () => {
    const errors = checkInquiry({ firstName: ' ', lastName: '', company: '', email: '', phone: '', inquiryType: '', notes: '' })
    expect(Object.keys(errors)).toHaveLength(7)
    expect(errors.inquiryType).toBe('Please select an inquiry type')
  })
})
