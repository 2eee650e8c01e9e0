import type { Ctx } from '#core/kernel/context.ts'
import { BadCrl } from '#credentials/revocation/crl.ts'
import { egress } from '#egress/gate.ts'
import { keepFetched, type ListPlace, noteFailure } from './lists.ts'

/** The bytes of a list at its address; null where they cannot be had. */
export async function fetchList(ctx: Ctx, url: string): Promise<Uint8Array | null> {
  const own = await ctx.world.issuers.publishes(ctx, url)
  if (own) return own
  try {
    const answer = await egress.fetch('revocation_list', { allowPrivate: ctx.services.config.webhookAllowPrivate })(url, {
      headers: { accept: 'application/pkix-crl, application/octet-stream;q=0.5' },
    })
    return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : null
  } catch {
    return null
  }
}

/** Asks for a list, and keeps it or why it could not be had. `signers`: certificates (DER) of which one has to have signed it. */
export async function refreshList(
  ctx: Ctx,
  place: ListPlace & { url: string },
  signers: readonly Uint8Array[],
  fetched: (url: string) => Promise<Uint8Array | null> = (url) => fetchList(ctx, url),
): Promise<boolean> {
  const bytes = await fetched(place.url)
  if (!bytes) {
    await noteFailure(ctx, place, 'unreachable')
    return false
  }
  try {
    await keepFetched(ctx, place, bytes, signers)
    return true
  } catch (error) {
    if (!(error instanceof BadCrl)) throw error
    await noteFailure(ctx, place, error.problem)
    return false
  }
}
