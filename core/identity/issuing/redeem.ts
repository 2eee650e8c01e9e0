import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { readDpop } from '#credentials/dpop.ts'
import { issuerUrl } from '#credentials/keys.ts'
import type { Tx } from '#db/connect.ts'
import { credentialOffers } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { PRE_AUTHORIZED } from './metadata.ts'
import { hashOfCode, hashOfTxCode } from './offer.ts'
import { type OfferRow, offerEvent } from './offers.ts'
import { IssuingRefusal } from './refusal.ts'

/** How long an access token works, in seconds. */
const TOKEN_SECONDS = 300
/** More wrong codes than this end an offer: a code has six digits. */
const MOST_TRIES = 5

const tokenRequest = z.object({
  environment: z.enum(['sandbox', 'production']),
  grant_type: z.string(),
  'pre-authorized_code': z.string().max(200).optional(),
  tx_code: z.string().max(100).optional(),
  /** What came as the header `DPoP`. */
  dpop: z.string().max(10_000).optional(),
})
type Sent = z.output<typeof tokenRequest>

export interface TokenAnswer {
  access_token: string
  token_type: 'Bearer' | 'DPoP'
  expires_in: number
}

const refused = (words: string) => new IssuingRefusal('invalid_grant', `${words} Ask for a new one.`)
const unknown = () => refused('This offer is unknown.')

const OVER: Record<NonNullable<OfferRow['ended']>, string> = {
  tries: 'This offer ended after five wrong codes.',
  replayed: 'This offer was used twice, so it ended, and what it gave was revoked.',
  cancelled: 'This offer was ended by whoever made it.',
  expired: 'The time of this offer has run out.',
}

/**
 * Changes the code of an offer into an access token, once. A second use takes back what the first one gave: somebody else has the code.
 * Throws an `IssuingRefusal`.
 */
export const redeemOffer = definePageVerb({
  name: 'credential_offers.redeem',
  permission: null,
  input: tokenRequest,
  run: async ({ ctx, input }): Promise<TokenAnswer> => {
    if (input.grant_type !== PRE_AUTHORIZED)
      throw new IssuingRefusal('unsupported_grant_type', 'Only the code of a credential offer is taken here.')
    const code = input['pre-authorized_code']
    if (!code) throw new IssuingRefusal('invalid_request', 'The pre-authorized_code of the offer is missing.')
    const token_key = boundTo(ctx, input)
    const found = await offerBy(
      ctx,
      and(eq(credentialOffers.code_hash, hashOfCode(code)), eq(credentialOffers.environment, input.environment)),
    )
    if (!found) throw unknown()
    const done = await write(found.ctx, async (tx) => redeem(tx, found.ctx, found.offer.id, input, token_key))
    if (done instanceof IssuingRefusal) throw done
    return done
  },
})

/** The key to which a wallet has the token bound that it asks for; null where it does not. A code works once, so a proof need not be remembered. */
function boundTo({ services }: Ctx, { environment, dpop }: Sent): string | null {
  if (dpop === undefined) return null
  const url = `${issuerUrl(services.config.publicUrl, environment)}/openid4vci/token`
  const key = readDpop(dpop, { method: 'POST', url, now: Math.floor(Date.now() / 1_000) })
  if (!key)
    throw new IssuingRefusal('invalid_dpop_proof', `The DPoP proof does not hold: one is made for POST ${url}, with ES256 or EdDSA, now.`)
  return key
}

/** An offer by what only its holder knows, and the call as made within its tenant by its holder, who needs no account. */
export async function offerBy(caller: Ctx, where: ReturnType<typeof and>): Promise<{ offer: OfferRow; ctx: Ctx } | null> {
  const [offer] = await caller.db.select().from(credentialOffers).where(where).limit(1)
  if (!offer) return null
  const there = await tenantCtx(caller, offer.organization_id, offer.environment as Environment)
  return { offer, ctx: { ...there, actor: { type: 'anonymous', id: 'anonymous' }, idempotency: null } }
}

/** A refusal is a result here, so that what it follows from is kept. */
async function redeem(
  tx: Tx,
  ctx: Ctx,
  id: string,
  sent: Sent,
  token_key: string | null,
): Promise<{ result: TokenAnswer | IssuingRefusal; audit: AuditInput; events: EventInput[] }> {
  const offer = await lockScoped(tx, credentialOffers, ctx, id)
  const keep = async (set: Partial<typeof credentialOffers.$inferInsert>, came_to: string, result: TokenAnswer | IssuingRefusal) => {
    const [now] = Object.keys(set).length
      ? await tx
          .update(credentialOffers)
          .set({ ...set, ...(set.ended && { ended_at: new Date(ctx.now) }) })
          .where(inScope(credentialOffers, ctx, eq(credentialOffers.id, id)))
          .returning()
      : []
    const details = { offer_id: id, came_to }
    const subject = { type: 'credential', id: offer?.credential_id ?? 'none' }
    return {
      result,
      audit: { action: 'credential_offer_used', category: 'user' as const, subject, details },
      events: now?.ended ? [offerEvent('credential.offer.ended', now, ctx.now)] : [],
    }
  }
  if (!offer) return keep({}, 'unknown', unknown())
  if (offer.ended) return keep({}, 'over', refused(OVER[offer.ended]))
  if (offer.redeemed_at) return keep({ ended: 'replayed', token_hash: null, token_expires_at: null }, 'replayed', refused(OVER.replayed))
  if (offer.expires_at.getTime() <= ctx.now) return keep({}, 'over', refused(OVER.expired))
  const wrong = wrongTxCode(ctx, offer, sent.tx_code)
  if (wrong?.code === 'invalid_request') return keep({}, 'invalid_request', wrong)
  if (wrong) {
    const tries = offer.tries + 1
    return keep({ tries, ...(tries >= MOST_TRIES && { ended: 'tries' as const }) }, 'wrong_tx_code', wrong)
  }
  const access_token = randomBytes(32).toString('base64url')
  const set = {
    token_hash: hashOfCode(access_token),
    token_expires_at: new Date(ctx.now + TOKEN_SECONDS * 1_000),
    redeemed_at: new Date(ctx.now),
    token_key,
  }
  return keep(set, 'redeemed', { access_token, token_type: token_key ? 'DPoP' : 'Bearer', expires_in: TOKEN_SECONDS })
}

function wrongTxCode(ctx: Ctx, offer: OfferRow, sent: string | undefined): IssuingRefusal | null {
  if ((offer.tx_code_hash === null) !== (sent === undefined))
    return new IssuingRefusal('invalid_request', sent === undefined ? 'This offer needs its tx_code.' : 'This offer has no tx_code.')
  if (sent === undefined || hashOfTxCode(ctx, offer.id, sent) === offer.tx_code_hash) return null
  return new IssuingRefusal('invalid_grant', 'This is not the tx_code of the offer. After five wrong ones it ends.')
}
