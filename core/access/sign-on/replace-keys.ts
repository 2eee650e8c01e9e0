import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { signOnKeys } from '#db/schema.ts'
import { providerOf } from '../accounts/sign-on-of.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { lockOrganization, ofOrganization } from '../members/role.ts'
import { FORMER_MS, keepOwnKeys, makeOwnKeys, ownKeysOf, SIGNS_AFTER_MS } from './own-keys.ts'
import { toldSignOn } from './settings.ts'

/** Sets of keys that may count at the same time. */
const MOST_KEYS = 4

/**
 * Makes new keys towards the SAML provider. They are in the metadata at once and sign a week later; the former are read for thirty days.
 * `at_once`, for keys that others may know: the former count no more. Needs a fresh proof. Throws `conflict`.
 */
export const replaceSignOnKeys = definePageVerb({
  name: 'sign_on.replace_keys',
  permission: 'organization.own',
  input: z.strictObject({ at_once: z.boolean().default(false) }),
  run: async ({ ctx: base, input: { at_once } }): Promise<{ replaced: true }> => {
    requireStepUp(base, { own: true })
    const ctx = ofOrganization(base)
    if ((await providerOf(ctx.db, ctx.organizationId))?.kind !== 'saml')
      throw new AppError('conflict', 'Only a sign-on by SAML has keys of its own here. Save that first.')
    const made = await makeOwnKeys(ctx.organizationId)
    // no event: toldSignOn says it.
    return write(ctx, async (tx) => {
      await lockOrganization(tx, ctx.organizationId)
      const own = eq(signOnKeys.organization_id, ctx.organizationId)
      const former = await ownKeysOf(tx, ctx.organizationId)
      if (!at_once && former.length >= MOST_KEYS)
        throw new AppError(
          'conflict',
          `${MOST_KEYS} sets of keys count now. Wait until one has ended, or have the former count no more at once.`,
        )
      if (at_once) await tx.delete(signOnKeys).where(own)
      else
        await tx
          .update(signOnKeys)
          .set({ ends_at: new Date(Date.now() + FORMER_MS) })
          .where(and(own, isNull(signOnKeys.ends_at)))
      await keepOwnKeys(tx, ctx, made, new Date(Date.now() + (at_once || !former.length ? 0 : SIGNS_AFTER_MS)))
      return { result: { replaced: true as const }, ...(await toldSignOn(tx, ctx, 'sign_on_keys_replaced', { at_once })) }
    })
  },
})
