import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { sealNames, sealProfile } from '#core/kernel/people.ts'
import type { Role } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import { memberships, organizations, userProfiles, userRoles, users, verificationStatus } from '#db/schema.ts'

/** The metadata a sign-up stores with the account (product spec, section 3). */
export interface SignUpMetadata {
  first_name: string
  last_name: string
  phone: string
  company_name: string
  solutions_interest: string[]
  country: string
  city?: string | undefined
  state?: string | undefined
  address?: string | undefined
  postal_code?: string | undefined
}

/** Makes the product's own rows of a new account: its organisation, user, profile, status and default role. */
export async function createUserRows(
  services: Services,
  input: {
    authId: string
    email: string
    first_name: string
    last_name: string
    /** What the account's organisation is called where no sign-up named it: never after a person. */
    organization?: string | undefined
    metadata?: SignUpMetadata | undefined
    role?: Role
    verified?: boolean
  },
): Promise<string> {
  const ctx: Ctx = systemCtx(services, { id: 'accounts' })
  const m = input.metadata
  const role = input.role ?? 'investor'
  const id = newId('user')
  const organizationId = newId('organization')
  // no event: a person signing up concerns no integrator.
  return write(ctx, async (tx) => {
    await tx
      .insert(organizations)
      .values({ id: organizationId, name: m?.company_name || input.organization || `Organisation ${organizationId.slice(-6)}` })
    await tx.insert(users).values({
      id,
      auth_id: input.authId,
      ...(await sealNames(tx, services, id, { email: input.email, first_name: input.first_name, last_name: input.last_name })),
      role,
      is_verified: input.verified ?? false,
      organization_id: organizationId,
    })
    await tx.insert(userProfiles).values({
      id: newId('profile'),
      user_id: id,
      ...(await sealProfile(tx, services, id, {
        phone: m?.phone ?? null,
        company_name: m?.company_name ?? null,
        solutions_interest: m?.solutions_interest ?? [],
        country: m?.country ?? null,
        city: m?.city ?? null,
        state: m?.state ?? null,
        address: m?.address ?? null,
        zip_code: m?.postal_code ?? null,
        date_of_birth: null,
      })),
    })
    await tx.insert(verificationStatus).values({ user_id: id })
    await tx.insert(userRoles).values({ id: newId('user_role'), user_id: id, role })
    await tx
      .insert(memberships)
      .values({ id: newId('membership'), organization_id: organizationId, user_id: id, role: 'owner', came: 'founded' })
    return {
      result: id,
      audit: {
        action: 'sign_up',
        category: 'auth',
        userId: id,
        subject: { type: 'user', id },
        details: { role, organization_id: organizationId, is_verified: input.verified ?? false },
        standing: [`organization:${organizationId}`],
      },
    }
  })
}
