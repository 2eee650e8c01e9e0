import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { users, verificationStatus } from '#db/schema.ts'
import { VERIFICATION_STATES, verificationState } from '../accounts/read-account.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { notify } from '../notifications/notify.ts'
import { parseInput } from '../parse-input.ts'
import { write } from '../transaction.ts'
import { requireAdmin } from './admin-only.ts'
import { presentUser, type UserRow } from './present.ts'
import { tellUserChanged } from './tell.ts'

const state = z.enum(VERIFICATION_STATES).optional()
export const verificationStatusInput = z.strictObject({
  id: z.string(),
  identity_status: state,
  accreditation_status: state,
  documents_status: state,
})

const PARTS = ['identity_status', 'accreditation_status', 'documents_status'] as const

/** Sets one or more of a user's three verification states. Parts left out stay. Throws `not_found`. For admins. */
export async function setVerificationStatus({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof verificationStatusInput>
}): Promise<UserRow> {
  await requireAdmin(ctx, 'users.write')
  const { id, ...given } = parseInput(verificationStatusInput, input)
  // no event: it is told to the user's own organisation, which may be another.
  return write(ctx, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id)).limit(1)
    if (!user) throw notFound()
    await tx.insert(verificationStatus).values({ user_id: id }).onConflictDoNothing()
    const [before] = await tx.select().from(verificationStatus).where(eq(verificationStatus.user_id, id)).for('update').limit(1)
    const changed = PARTS.filter((part) => given[part] !== undefined && given[part] !== verificationState(before![part]))
    const [after] = await tx
      .update(verificationStatus)
      .set({ ...Object.fromEntries(changed.map((part) => [part, given[part]])), updated_at: new Date() })
      .where(eq(verificationStatus.user_id, id))
      .returning()
    for (const part of changed)
      await tellUserChanged(tx, ctx, 'user.verification_changed', user, { from: verificationState(before![part]), to: given[part]! })
    if (changed.length)
      await notify(tx, {
        userId: id,
        title: 'Your verification was updated',
        body: changed.map((part) => `${part.replace('_status', '')}: ${given[part]}`).join(', '),
        href: '/dashboard',
      })
    return {
      result: presentUser({ user, verification: after! }),
      audit: {
        action: 'update_verification_status',
        category: 'admin',
        userId: id,
        subject: { type: 'user', id },
        details: Object.fromEntries(changed.map((part) => [part, { from: verificationState(before![part]), to: given[part] }])),
      },
    }
  })
}
