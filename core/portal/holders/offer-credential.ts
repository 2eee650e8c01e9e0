import { desc, inArray } from 'drizzle-orm'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { findCredential } from '#core/identity/credentials/manage.ts'
import { makeOffer } from '#core/identity/issuing/offer.ts'
import { cancelOffer, presentOffer, type WireOffer } from '#core/identity/issuing/offers.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { timeIn } from '#core/sources/world.ts'
import { credentialOffers } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { listOwnCredentials, ownCredential } from './credentials.ts'

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
    const { url, tx_code, expires_at } = await write(tenant, async (tx) => {
      const { row, wallet } = await findCredential(tx, tenant, input.id)
      const asked = { with_code: true, named: input.named && own, expires_in: MINUTES_15 }
      const { result, audit, events } = await makeOffer(tx, tenant, row, wallet, asked)
      return { result, audit, events }
    })
    return { url, qr_svg: renderSVG(url, { border: 2 }), tx_code: tx_code!, expires_at }
  },
})

export type OwnOfferState = Pick<WireOffer, 'id' | 'credential_id' | 'status' | 'end_reason' | 'named' | 'expires_at' | 'created_at'> & {
  environment: string
}

/** The offers of the signed-in person's credentials, newest first: what waits, what a wallet took, and what ended. */
export const listOwnOffers = definePageVerb({
  name: 'own.list_offers',
  permission: 'account.read',
  run: async ({ ctx }): Promise<OwnOfferState[]> => {
    const { credentials } = await listOwnCredentials({ ctx })
    if (!credentials.length) return []
    const t = credentialOffers
    const ids = credentials.map(({ id }) => id)
    const rows = await ctx.db.select().from(t).where(inArray(t.credential_id, ids)).orderBy(desc(t.created_at), desc(t.id)).limit(20)
    return Promise.all(
      rows.map(async (row) => {
        const now = await timeIn(ctx.services, { organizationId: row.organization_id, environment: row.environment })
        const { id, credential_id, status, end_reason, named, expires_at, created_at } = presentOffer(row, now)
        return { id, credential_id, status, end_reason, named, expires_at, created_at, environment: row.environment }
      }),
    )
  },
})

/** Ends an offer of a credential of the signed-in person. Throws `not_found`, `invalid_transition`. */
export const endOwnOffer = definePageVerb({
  name: 'own.end_offer',
  permission: 'account.write',
  input: byId().extend({ credential_id: z.string().max(100) }),
  run: async ({ ctx, input }): Promise<void> => {
    const { tenant } = await ownCredential(ctx, input.credential_id)
    await write(tenant, async (tx) => {
      const row = await lockScoped(tx, credentialOffers, tenant, input.id)
      if (row?.credential_id !== input.credential_id) throw notFound()
      const { result, audit, events = [] } = await cancelOffer(tx, tenant, row)
      return { result, audit, events }
    })
  },
})
