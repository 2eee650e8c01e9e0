import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { VERIFICATION_STATES } from '#core/access/accounts/read-account.ts'
import type { SecondPerson } from '#core/access/second-person/ask-second.ts'
import { presentUser, type UserRow } from '#core/access/users/present.ts'
import { openUser } from '#core/kernel/people.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { verificationStatus } from '#db/schema.ts'
import { applyChanges, askVerification, lockVerification, PARTS, splitChanges, type VerificationChanges } from './ask-verification.ts'

const state = z.enum(VERIFICATION_STATES).optional()
const verificationNote = z.string().trim().min(3).max(2_000).default('Set by an administrator.')

/**
 * Sets one or more of a user's three verification states. Parts left out stay. Making one verified, or letting one go from
 * rejected, waits for another administrator in the review queue. Throws `not_found`, `already_exists` when such a request waits
 * already. For admins.
 */
export const setVerificationStatus = definePageVerb({
  name: 'users.set_verification',
  permission: 'users.write',
  admin: true,
  input: z.strictObject({
    id: z.string(),
    identity_status: state,
    accreditation_status: state,
    documents_status: state,
    note: verificationNote,
  }),
  run: async ({ ctx, input: { id, note, ...given } }): Promise<UserRow & { second_person: SecondPerson | null }> => {
    // no event: it is told to the user's own organisation, which may be another.
    return write(ctx, async (tx) => {
      const { user, states } = await lockVerification(tx, id)
      const changes: VerificationChanges = {}
      for (const part of PARTS) {
        const to = given[part]
        if (to !== undefined && to !== states[part]) changes[part] = { from: states[part], to }
      }
      const { now, later } = splitChanges(changes)
      const more = await applyChanges(tx, ctx, user, now)
      const waits = Object.keys(later).length ? await askVerification(tx, ctx, user, later, note) : null
      const [after] = await tx.select().from(verificationStatus).where(eq(verificationStatus.user_id, id)).limit(1)
      return {
        result: { ...presentUser({ user: await openUser(tx, ctx.services, user), verification: after! }), second_person: waits },
        audit: [
          {
            action: 'update_verification_status',
            category: 'admin',
            userId: id,
            subject: { type: 'user', id },
            details: { ...now, ...(waits && { asked: later, case_id: waits.case_id }) },
          },
          ...more,
        ],
      }
    })
  },
})
