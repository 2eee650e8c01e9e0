import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { passkey } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'
import { type PasskeyView, presentPasskey } from './list.ts'

/** Gives one of the person's own passkeys another name. Throws `not_found`. */
export const renamePasskey = definePageVerb({
  name: 'passkeys.rename',
  permission: 'account.keep',
  input: z.strictObject({
    id: z.string(),
    name: z.string().trim().min(1, 'Please enter a name').max(60, 'At most 60 characters'),
  }),
  run: async ({ ctx, input: { id, name } }): Promise<PasskeyView> => {
    const user = await ownUser(ctx)
    // no event: a passkey concerns the person, not an integrator.
    return write(ctx, async (tx) => {
      const [row] = await tx
        .update(passkey)
        .set({ name })
        .where(and(eq(passkey.id, id), eq(passkey.userId, user.auth_id)))
        .returning()
      if (!row) throw notFound()
      return {
        result: presentPasskey(row),
        audit: { action: 'passkey_renamed', category: 'auth', subject: { type: 'user', id: user.id }, details: { passkey_id: id } },
      }
    })
  },
})
