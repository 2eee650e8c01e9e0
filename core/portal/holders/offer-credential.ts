import { renderSVG } from 'uqr'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { findCredential } from '#core/identity/credentials/manage.ts'
import { makeOffer } from '#core/identity/issuing/offer.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { ownCredential } from './credentials.ts'

export interface OwnOffer {
  /** Opens a wallet on this device. */
  url: string
  /** The same for a wallet on another one. */
  qr_svg: string
  tx_code: string
  expires_at: string
}

/** So long an offer waits, in seconds. */
const MINUTES_15 = 900

/**
 * Offers a credential of the signed-in person to a wallet of their own. Name and birth date can be put in of their own one only: an
 * organisation that sealed another decides what is in that. Needs a fresh proof. Throws `not_found`, `credential_invalid`,
 * `signature_invalid`, `step_up_required`.
 */
export const offerOwnCredential = definePageVerb({
  name: 'own.offer_credential',
  permission: 'account.write',
  input: byId().extend({ named: z.boolean().default(false) }),
  run: async ({ ctx, input }): Promise<OwnOffer> => {
    requireStepUp(ctx, { own: true })
    const { tenant, own } = await ownCredential(ctx, input.id)
    // no event: whoever offers it knows; `credential.collected` tells that it was taken up.
    const { url, tx_code, expires_at } = await write(tenant, async (tx) => {
      const { row, wallet } = await findCredential(tx, tenant, input.id)
      return makeOffer(tx, tenant, row, wallet, { with_code: true, named: input.named && own, expires_in: MINUTES_15 })
    })
    return { url, qr_svg: renderSVG(url, { border: 2 }), tx_code: tx_code!, expires_at }
  },
})
