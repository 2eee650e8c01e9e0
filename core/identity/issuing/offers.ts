import { and, eq, gt, isNotNull, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { listVerb } from '#core/record/list-verb.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { credentialOffers } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { credentialsById, storedCredential } from '../credentials/manage.ts'

export type OfferRow = typeof credentialOffers.$inferSelect

const OFFER_STATUSES = ['open', 'redeemed', 'collected', 'expired', 'ended'] as const
type OfferStatus = (typeof OFFER_STATUSES)[number]

/** An offer as answers show it. Its codes were shown once, and are not shown again. */
const offerShape = z
  .object({
    id: z.string(),
    object: z.literal('credential_offer'),
    credential_id: z.string(),
    status: z.enum(OFFER_STATUSES).meta({
      description:
        '`open`: waits for a wallet. `redeemed`: a wallet has used its code and took nothing yet. `collected`: a wallet took the credential. `expired`: its time is over. `ended`: see `end_reason`',
    }),
    end_reason: z.enum(['cancelled', 'tries', 'replayed']).nullable().meta({
      description: '`cancelled`: it was ended by a call. `tries`: five wrong codes. `replayed`: its code was used a second time',
    }),
    with_code: z.boolean(),
    named: z.boolean(),
    created_by: z.string(),
    expires_at: z.string(),
    created_at: z.string(),
    redeemed_at: z.string().nullable(),
    collected_at: z.string().nullable(),
    ended_by: z.string().nullable(),
    ended_at: z.string().nullable(),
  })
  .meta({ title: 'CredentialOffer' })
const offerStands = offerShape.extend({ success: z.literal(true) })
export type WireOffer = z.output<typeof offerShape>

function statusOf({ ended, redeemed_at, collected_at, expires_at }: OfferRow, now: number): OfferStatus {
  // What a wallet took it has, though the offer ended afterwards.
  if (ended === 'expired') return 'expired'
  if (ended !== null) return 'ended'
  if (collected_at !== null) return 'collected'
  if (redeemed_at !== null) return 'redeemed'
  return expires_at.getTime() <= now ? 'expired' : 'open'
}

/** The same, as a condition. */
function inStatus(status: OfferStatus, now: number): SQL {
  const t = credentialOffers
  const at = new Date(now)
  const goesOn = isNull(t.ended)
  const conditions: Record<OfferStatus, SQL> = {
    open: and(goesOn, isNull(t.redeemed_at), isNull(t.collected_at), gt(t.expires_at, at))!,
    redeemed: and(goesOn, isNotNull(t.redeemed_at), isNull(t.collected_at))!,
    collected: and(goesOn, isNotNull(t.collected_at))!,
    expired: or(eq(t.ended, 'expired'), and(goesOn, isNull(t.redeemed_at), isNull(t.collected_at), lte(t.expires_at, at)))!,
    ended: and(isNotNull(t.ended), ne(t.ended, 'expired'))!,
  }
  return conditions[status]
}

export const presentOffer = (row: OfferRow, now: number): WireOffer => ({
  id: row.id,
  object: 'credential_offer',
  credential_id: row.credential_id,
  status: statusOf(row, now),
  end_reason: row.ended === 'expired' ? null : row.ended,
  with_code: row.tx_code_hash !== null,
  named: row.named,
  created_by: row.created_by,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  redeemed_at: row.redeemed_at?.toISOString() ?? null,
  collected_at: row.collected_at?.toISOString() ?? null,
  ended_by: row.ended_by,
  ended_at: row.ended_at?.toISOString() ?? null,
})

/** What events tell of an offer. */
export function offerEvent(type: 'credential.offer.created' | 'credential.offer.ended', row: OfferRow, now: number): EventInput {
  const { id, credential_id, status, end_reason, named, expires_at } = presentOffer(row, now)
  return { type, resource: { type: 'credential_offer', id }, object: { id, credential_id, status, end_reason, named, expires_at } }
}

/** One offer, as it stands. Throws `not_found`. */
export const getCredentialOffer = defineVerb({
  name: 'credential_offers.get',
  permission: 'credentials.read',
  input: byId('Id of the offer'),
  output: offerStands,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, credentialOffers, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...presentOffer(row, ctx.now) }
  },
})

/** Offers, newest first. */
export const listCredentialOffers = listVerb({
  name: 'credential_offers.list',
  permission: 'credentials.read',
  table: credentialOffers,
  list: 'credential_offers',
  filters: {
    credential_id: z.string().max(100).optional(),
    status: z.enum(OFFER_STATUSES).optional(),
    expand: z
      .array(z.enum(['credential']))
      .max(1)
      .optional(),
  },
  item: offerShape.extend({
    credential: storedCredential.optional().meta({ description: 'With expand[]=credential: the credential that is offered' }),
  }),
  wanted: ({ ctx, input }) =>
    and(
      input.credential_id ? eq(credentialOffers.credential_id, input.credential_id) : undefined,
      input.status ? inStatus(input.status, ctx.now) : undefined,
    ),
  present: async ({ ctx, input }, rows) => {
    const found = input.expand
      ? await credentialsById(
          ctx,
          rows.map((row) => row.credential_id),
        )
      : null
    return rows.map((row) => ({ ...presentOffer(row, ctx.now), ...(found && { credential: found.get(row.credential_id)! }) }))
  },
})

/** Ends an offer: no wallet takes anything by it any more. What one took stays; it ends with the credential. Throws `not_found`, `invalid_transition`. */
export const cancelCredentialOffer = defineVerb({
  name: 'credential_offers.cancel',
  permission: 'credentials.write',
  input: byId('Id of the offer'),
  output: offerStands,
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => {
      const row = await lockScoped(tx, credentialOffers, ctx, input.id)
      if (!row) throw notFound()
      return cancelOffer(tx, ctx, row)
    }),
})

/** The end of an offer that was locked, and what the log says of it. Throws `invalid_transition`. */
export async function cancelOffer(tx: Tx, ctx: Ctx, row: OfferRow): Promise<Written<z.output<typeof offerStands>>> {
  requireGoesOn(row, ctx.now)
  const [now] = await tx
    .update(credentialOffers)
    .set({ ended: 'cancelled', ended_by: ctx.actor.id, ended_at: new Date(ctx.now), token_hash: null, token_expires_at: null })
    .where(inScope(credentialOffers, ctx, eq(credentialOffers.id, row.id)))
    .returning()
  return {
    result: { success: true as const, ...presentOffer(now!, ctx.now) },
    audit: {
      action: 'credential_offer_ended',
      category: 'user',
      subject: { type: 'credential', id: row.credential_id },
      details: { offer_id: row.id, from: statusOf(row, ctx.now) },
    },
    events: [offerEvent('credential.offer.ended', now!, ctx.now)],
  }
}

/** Throws, in words for each, unless a wallet could still take something. */
function requireGoesOn(row: OfferRow, now: number): void {
  const status = statusOf(row, now)
  const takesMore = row.token_expires_at !== null && row.token_expires_at.getTime() > now
  if (status === 'open' || (takesMore && status !== 'ended')) return
  const words: Record<typeof status, string> = {
    redeemed: 'A wallet used the code of this offer and took nothing in its time, so there is nothing to end.',
    collected: 'This offer was taken up. To end what the wallet holds, revoke or suspend the credential.',
    expired: 'The time of this offer is over: no wallet can take anything by it.',
    ended: 'This offer was ended already.',
  }
  throw new AppError('invalid_transition', words[status])
}
