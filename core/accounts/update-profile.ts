import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { user as authUsers, userProfiles, users } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { parseInput } from '../parse-input.ts'
import { write } from '../transaction.ts'
import { ownUser } from './own-user.ts'
import { profileSchema } from './schemas.ts'

/** Changes the signed-in person's own profile. It counts as complete when name, phone, country, city and address are there. */
export async function updateOwnProfile({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof profileSchema>
}): Promise<{ profileCompleted: boolean }> {
  const user = await ownUser(ctx)
  const p = parseInput(profileSchema, input)
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
    updated_at: new Date(),
  }
  // no event: a profile concerns the person, not an integrator.
  return write(ctx, async (tx) => {
    const [before] = await tx.select().from(userProfiles).where(eq(userProfiles.user_id, user.id)).limit(1)
    await tx
      .insert(userProfiles)
      .values({ id: newId('profile'), user_id: user.id, ...values })
      .onConflictDoUpdate({ target: userProfiles.user_id, set: values })
    await tx
      .update(users)
      .set({ first_name: p.firstName, last_name: p.lastName, profile_completed: profileCompleted, updated_at: new Date() })
      .where(eq(users.id, user.id))
    await tx
      .update(authUsers)
      .set({ name: `${p.firstName} ${p.lastName}`, updatedAt: new Date() })
      .where(eq(authUsers.id, user.auth_id))
    const now: Record<string, unknown> = { ...values, first_name: p.firstName, last_name: p.lastName }
    const was: Record<string, unknown> = { ...before, first_name: user.first_name, last_name: user.last_name }
    const fields = Object.keys(now).filter((name) => name !== 'updated_at' && (now[name] ?? null) !== (was[name] ?? null))
    return {
      result: { profileCompleted },
      // Which fields, never what they say.
      audit: { action: 'profile_update', category: 'user', subject: { type: 'user', id: user.id }, details: { fields } },
    }
  })
}
