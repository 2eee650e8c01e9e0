import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { users, verificationStatus } from '#db/schema.ts'
import type { SecondPerson } from '../cases/ask-second.ts'
import type { Ctx } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { write } from '../transaction.ts'
import { requireAdmin } from './admin-only.ts'
import { applyChanges, askVerification, lockVerification } from './ask-verification.ts'
import { presentUser, type UserRow } from './present.ts'
import { verificationNote } from './set-verification-status.ts'

export const verifiedInput = z.strictObject({ id: z.string(), is_verified: z.boolean(), note: verificationNote })

/**
 * Takes away a user's verification flag and tells them; setting it waits for another administrator in the review queue. Throws
 * `not_found`, `already_exists` when such a request waits already. For admins.
 */
export async function setUserVerified({
  ctx,
  input: given,
}: {
  ctx: Ctx
  input: z.input<typeof verifiedInput>
}): Promise<UserRow & { second_person: SecondPerson | null }> {
  await requireAdmin(ctx, 'users.write')
  const { id, is_verified: to, note } = parseInput(verifiedInput, given)
  // no event: an account concerns its person, not an integrator.
  return write(ctx, async (tx) => {
    const { user: before } = await lockVerification(tx, id)
    const change = before.is_verified === to ? {} : { is_verified: { from: before.is_verified, to } }
    const waits = to && change.is_verified ? await askVerification(tx, ctx, before, change, note) : null
    if (!waits) await applyChanges(tx, ctx, before, change)
    const [user] = await tx.select().from(users).where(eq(users.id, id)).limit(1)
    const [verification] = await tx.select().from(verificationStatus).where(eq(verificationStatus.user_id, id)).limit(1)
    return {
      result: { ...presentUser({ user: user!, verification: verification ?? null }), second_person: waits },
      audit: {
        action: 'update_verification_status',
        category: 'admin',
        userId: id,
        subject: { type: 'user', id },
        details: { is_verified: user!.is_verified, previous: before.is_verified, ...(waits && { asked: to, case_id: waits.case_id }) },
      },
    }
  })
}
