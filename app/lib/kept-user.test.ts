import { expect, test } from 'vitest'
import { keptUser } from './kept-user.ts'

test('V14.3.3 the browser keeps the user without name and address', () => {
  const user = {
    id: 'usr_1',
    email: 'ada.example@people.example',
    firstName: 'Ada',
    lastName: '\u{1D400}da',
    role: 'investor' as const,
    isVerified: true,
    profileCompleted: true,
    mfaEnabled: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
  expect(keptUser(user)).toEqual({ ...user, email: 'a***@people.example', firstName: 'A.', lastName: '\u{1D400}.' })
  expect(keptUser({ ...user, firstName: '', lastName: '' })).toMatchObject({ firstName: '', lastName: '' })
})
