import { personalCtx } from '#core/access/accounts/personal.ts'
import { lockOwnInvestor } from '#core/identity/persons/own-investor.ts'
import { notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { AppealView } from '#core/review/appeals/appeal.ts'
import { appealIdentityInput, openIdentityAppeal } from '#core/review/appeals/of-investor.ts'

/** Appeals against the rejection of the signed-in person's own identity. Throws `not_found`, `invalid_transition`. */
export const appealOwnIdentity = definePageVerb({
  name: 'own.appeal_identity',
  permission: 'account.write',
  input: appealIdentityInput,
  run: async ({ ctx, input }): Promise<{ success: true } & AppealView> => {
    const own = await personalCtx(ctx)
    // no event: opening the appeal hands over its own.
    return write(own, async (tx) => {
      const row = await lockOwnInvestor(tx, own)
      if (!row) throw notFound()
      return openIdentityAppeal(tx, own, row, input.statement)
    })
  },
})
