import { expect, it } from 'vitest'
import { codeSchema, loginSchema, registerFormSchema } from './schemas.ts'

const good = {
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@integrator.example',
  password: 'Fresh-Horse-77',
  confirmPassword: 'Fresh-Horse-77',
  phone: '+14155550123',
  companyName: 'Example Works',
  solutionsInterest: ['defi'],
  country: 'Other',
  acceptTerms: true,
}
const complaint = (change: object) => registerFormSchema.safeParse({ ...good, ...change }).error?.issues[0]?.message

it('takes a sign-up up to each length, and not one character more', () => {
  expect(complaint({})).toBeUndefined()
  for (const [field, most] of [
    ['firstName', 100],
    ['lastName', 100],
    ['companyName', 200],
    ['city', 100],
    ['state', 100],
    ['address', 500],
    ['postalCode', 20],
  ] as const) {
    expect(complaint({ [field]: 'x'.repeat(most) }), field).toBeUndefined()
    expect(complaint({ [field]: 'x'.repeat(most + 1) }), field).toBe(`At most ${most} characters`)
  }
  expect(complaint({ email: `${'a'.repeat(64)}@${'b.'.repeat(91)}example` })).toBeUndefined()
  expect(complaint({ email: `${'a'.repeat(64)}@${'b.'.repeat(93)}example` })).toBeDefined()
})

it('reads telephone numbers in international format only', () => {
  const format = 'Please use international format (e.g., +1234567890)'
  expect(complaint({ phone: '+1415555' })).toBe('Phone number is required')
  expect(complaint({ phone: '+123456789012345' })).toBeUndefined()
  for (const phone of ['14155550123', '+01415555012', '+1234567890123456', '+1 415 555 0123'])
    expect(complaint({ phone }), phone).toBe(format)
})

it('takes codes of exactly six digits, passwords of six characters at sign-in and eight at sign-up', () => {
  expect(codeSchema.safeParse('123456').success).toBe(true)
  for (const code of ['12345', '1234567', '12345a', ' 12345', '']) expect(codeSchema.safeParse(code).success, code).toBe(false)
  const login = (password: string) => loginSchema.safeParse({ email: good.email, password }).error?.issues[0]?.message
  expect([login('12345'), login('123456')]).toEqual(['Password must be at least 6 characters', undefined])
  expect(loginSchema.safeParse({ password: '123456' }).success).toBe(false)
  expect(complaint({ password: 'Short-7', confirmPassword: 'Short-7' })).toBe('Password must be at least 8 characters')
})
