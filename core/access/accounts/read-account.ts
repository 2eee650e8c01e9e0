import { count, eq } from 'drizzle-orm'
import { AppError } from '#core/kernel/errors.ts'
import { openProfile, openUser } from '#core/kernel/people.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { apiKeys, passkey, userProfiles, users, verificationStatus } from '#db/schema.ts'

export const VERIFICATION_STATES = ['incomplete', 'pending', 'verified', 'rejected'] as const
export type VerificationState = (typeof VERIFICATION_STATES)[number]

/** A stored state as one of the four; any other value counts as incomplete (product spec, section 3). */
export const verificationState = (value: string | null | undefined): VerificationState =>
  VERIFICATION_STATES.find((state) => state === value) ?? 'incomplete'

/** The account of the signed-in person: profile, verification and what protects it. */
export interface OwnAccount {
  profile: {
    firstName: string
    lastName: string
    email: string
    phone: string | null
    companyName: string | null
    address: string | null
    city: string | null
    state: string | null
    country: string | null
    zipCode: string | null
    dateOfBirth: string | null
  }
  verification: { identity: VerificationState; accreditation: VerificationState; documents: VerificationState }
  mfaEnabled: boolean
  passkeys: number
  keys: { active: number; used: boolean }
}

/** Reads the signed-in person's own account. Throws `not_found` ("User profile not found") when its rows are gone. */
export const readOwnAccount = definePageVerb({
  name: 'account.read',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<OwnAccount> => {
    const [row] = await ctx.db
      .select({ user: users, profile: userProfiles, verification: verificationStatus })
      .from(users)
      .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
      .leftJoin(verificationStatus, eq(verificationStatus.user_id, users.id))
      .where(eq(users.id, ctx.actor.id))
      .limit(1)
    if (!row) throw new AppError('not_found', 'User profile not found')
    const { verification } = row
    const user = await openUser(ctx.db, ctx.services, row.user)
    const profile = await openProfile(ctx.db, ctx.services, row.profile)
    const [passkeys] = await ctx.db.select({ n: count() }).from(passkey).where(eq(passkey.userId, user.auth_id))
    const keys = await ctx.db
      .select({ active: apiKeys.is_active, usedAt: apiKeys.last_used_at })
      .from(apiKeys)
      .where(eq(apiKeys.organization_id, ctx.organizationId))
      .limit(500)
    return {
      profile: {
        firstName: user.first_name,
        lastName: user.last_name,
        email: user.email,
        phone: profile.phone,
        companyName: profile.company_name,
        address: profile.address,
        city: profile.city,
        state: profile.state,
        country: profile.country,
        zipCode: profile.zip_code,
        dateOfBirth: profile.date_of_birth,
      },
      verification: {
        identity: verificationState(verification?.identity_status),
        accreditation: verificationState(verification?.accreditation_status),
        documents: verificationState(verification?.documents_status),
      },
      mfaEnabled: user.mfa_enabled,
      passkeys: passkeys?.n ?? 0,
      keys: { active: keys.filter((key) => key.active).length, used: keys.some((key) => key.usedAt !== null) },
    }
  },
})
