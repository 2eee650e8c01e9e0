import { personalCtx } from '#core/access/accounts/personal.ts'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { changeState } from '#core/identity/credentials/change-state.ts'
import { stateAfter } from '#core/identity/credentials/manage.ts'
import { ownInvestor } from '#core/identity/persons/own-investor.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { credentials } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'

/**
 * Ends a credential of the signed-in person for good, at once: it is theirs, so nobody else has to agree. Needs a fresh proof.
 * Throws `not_found`, `invalid_transition`, `step_up_required`.
 */
export const revokeOwnCredential = definePageVerb({
  name: 'own.revoke_credential',
  permission: 'account.write',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    requireStepUp(ctx, { own: true })
    const own = await personalCtx(ctx)
    return write(own, async (tx) => {
      const record = await ownInvestor(tx, own)
      const row = await lockScoped(tx, credentials, own, input.id)
      if (!row || row.person_id !== record?.person_id) throw notFound()
      stateAfter(row, 'revoke', own.now)
      const { audit, events } = await changeState(tx, own, [row], 'revoked', { reasonCode: 'holder_request' })
      return { result: { success: true as const }, audit: audit as [AuditInput, ...AuditInput[]], events }
    })
  },
})
