import { and, inArray, isNull, lte } from 'drizzle-orm'
import { offerEvent } from '#core/identity/issuing/offers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { writeDue } from '#core/record/write-due.ts'
import { credentialOffers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const BATCH = 200

/** Ends the offers that no wallet has taken up in their time, and tells of each. */
export async function expireCredentialOffers(ctx: Ctx): Promise<number> {
  const t = credentialOffers
  const due = inScope(t, ctx, and(isNull(t.ended), isNull(t.redeemed_at), lte(t.expires_at, new Date(ctx.now))))
  const ids = (await ctx.db.select({ id: t.id }).from(credentialOffers).where(due).orderBy(t.id).limit(BATCH)).map(({ id }) => id)
  if (!ids.length) return 0
  return writeDue(ctx, async (tx) => {
    const rows = await tx
      .update(credentialOffers)
      .set({ ended: 'expired', ended_at: new Date(ctx.now) })
      .where(and(due, inArray(t.id, ids)))
      .returning()
    if (!rows.length) return null
    return {
      result: rows.length,
      audit: { action: 'credential_offers_expired', category: 'system', details: { count: rows.length } },
      events: rows.map((row) => offerEvent('credential.offer.ended', row, ctx.now)),
    }
  })
}
