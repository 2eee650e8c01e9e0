import type { User } from '#core/kernel/people.ts'
import type { verificationStatus } from '#db/schema.ts'
import { type VerificationState, verificationState } from '../accounts/read-account.ts'

/** A user as the admin's list and export show it. */
export interface UserRow {
  id: string
  email: string
  first_name: string
  last_name: string
  role: string
  is_verified: boolean
  profile_completed: boolean
  mfa_enabled: boolean
  organization_id: string
  /** Set while the account is suspended: nobody signs in to it and no key of its person works. */
  suspended_at: string | null
  created_at: string
  updated_at: string
  verification: { identity_status: VerificationState; accreditation_status: VerificationState; documents_status: VerificationState }
}

interface Joined {
  user: User
  verification: typeof verificationStatus.$inferSelect | null
}

export function presentUser({ user, verification }: Joined): UserRow {
  return {
    id: user.id,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    role: user.role,
    is_verified: user.is_verified,
    profile_completed: user.profile_completed,
    mfa_enabled: user.mfa_enabled,
    organization_id: user.organization_id,
    suspended_at: user.suspended_at?.toISOString() ?? null,
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    verification: {
      identity_status: verificationState(verification?.identity_status),
      accreditation_status: verificationState(verification?.accreditation_status),
      documents_status: verificationState(verification?.documents_status),
    },
  }
}
