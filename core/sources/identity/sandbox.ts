import { UNKNOWN } from './production.ts'
import type { IdentitySource } from './source.ts'

/** What it finds of who somebody is: all that they said. */
const FOUND = { level: 'enhanced', covers: ['full_name', 'date_of_birth', 'country'] } as const

/** A provider that finds at once what the persona says, and of everybody else that they are who they say. */
export const playedIdentity: IdentitySource = {
  endsOnRequest: true,
  // Ages are worked out of the date given, so that every tier can be tried on one wallet.
  takesWord: true,
  async of(_db, { now }, { played }) {
    const { status, code, retryable } = played?.effects.verification ?? { status: 'verified' as const }
    return {
      ...UNKNOWN,
      status,
      kind: 'simulated',
      ...(status === 'verified' && FOUND),
      at: status === 'pending' ? null : new Date(now),
      reviewer: 'sandbox',
      rejection: status === 'rejected' ? { code: code ?? 'rejected', retryable: retryable ?? true } : null,
    }
  },
}
