import { eq } from 'drizzle-orm'
import { newId } from '#core/kernel/ids.ts'
import { openProfile, type Profile, sealNames, sealProfile } from '#core/kernel/people.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { userProfiles, users } from '#db/schema.ts'
import { ownUser } from './own-user.ts'
import { profileSchema } from './schemas.ts'

/** Changes the signed-in person's own profile. It counts as complete when name, phone, country, city and address are there. */
export const updateOwnProfile = definePageVerb({
  name: 'account.update_profile',
  permission: 'account.keep',
  input: profileSchema,
  run: async ({ ctx, input }): Promise<{ profileCompleted: boolean }> => {
    const user = await ownUser(ctx)
    const p = input
    const profileCompleted = [p.phone, p.country, p.city, p.address].every(Boolean)
    const values = {
      phone: p.phone || null,
      company_name: p.companyName || null,
      country: p.country || null,
      city: p.city || null,
      state: p.state || null,
      address: p.address || null,
      zip_code: p.postalCode || null,
      date_of_birth: p.dateOfBirth || null,
    }
    // no event: a profile concerns the person, not an integrator.
    return write(ctx, async (tx) => {
      const [before] = await tx.select().from(userProfiles).where(eq(userProfiles.user_id, user.id)).limit(1)
      const old = await openProfile(tx, ctx.services, before)
      const profile: Profile = { ...values, solutions_interest: old.solutions_interest }
      const kept = { ...(await sealProfile(tx, ctx.services, user.id, profile)), updated_at: new Date() }
      await tx
        .insert(userProfiles)
        .values({ id: newId('profile'), user_id: user.id, ...kept })
        .onConflictDoUpdate({ target: userProfiles.user_id, set: kept })
      const names = { email: user.email, first_name: p.firstName, last_name: p.lastName }
      await tx
        .update(users)
        .set({ ...(await sealNames(tx, ctx.services, user.id, names)), profile_completed: profileCompleted, updated_at: new Date() })
        .where(eq(users.id, user.id))
      const now: Record<string, unknown> = { ...values, first_name: p.firstName, last_name: p.lastName }
      const was: Record<string, unknown> = { ...old, first_name: user.first_name, last_name: user.last_name }
      const fields = Object.keys(now).filter((name) => (now[name] ?? null) !== (was[name] ?? null))
      return {
        result: { profileCompleted },
        // Which fields, never what they say.
        audit: { action: 'profile_update', category: 'user', subject: { type: 'user', id: user.id }, details: { fields } },
      }
    })
  },
})
