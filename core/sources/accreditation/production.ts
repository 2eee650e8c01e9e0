import type { Accreditation, AccreditationSource } from './source.ts'

/** Nobody vouches. */
export const UNVOUCHED: Accreditation = { status: 'unknown', kind: 'established', shown: null, expires_at: null, reviewer: null }

/** No signed letter, provider or credential is read yet: what an investor sends in is their record's, and reviewers look at it. */
export const recordedAccreditation: AccreditationSource = { of: async () => UNVOUCHED, asksAuthor: true }
