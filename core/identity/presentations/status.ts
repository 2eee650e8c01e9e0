import type { Ctx } from '#core/kernel/context.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import type { ExpectedPresentation, StatusPlace } from '#credentials/presented/shown.ts'
import { readStatusToken, requireValid, type TokenStatusList } from '#credentials/presented/status-token.ts'
import { TOKEN_LISTS, tokenStatusListUrl } from '#credentials/token-status-list.ts'
import { egress } from '#egress/gate.ts'
import { publishedTokenStatusList } from '../credentials/status-lists.ts'

interface Kept {
  list: TokenStatusList
  fetched: number
}
const kept = new Map<string, Kept>()
const MOST = 200
/** A list is asked for again after so long, ms, or sooner where it says so. */
const FRESH = 5 * 60_000

const unknown = () =>
  new PresentationRefused(
    'credential_status_unavailable',
    'The issuer does not say now whether this credential was revoked. Present it again later.',
  )

/**
 * Throws unless the issuer's list says that the credential is valid. The list is at most five minutes old: one that cannot be had says
 * nothing, and nothing is not "valid". Lists are kept by tenant, since each trusts its own.
 */
export async function requireNotRevoked(ctx: Ctx, place: StatusPlace, expected: Pick<ExpectedPresentation, 'issuerOf'>): Promise<void> {
  const own = await ownList(ctx, place.uri)
  // What stands in our own records is never five minutes old.
  if (own) return requireValid(readStatusToken(own, place.uri, { now: Date.now(), ...expected }), place.index)
  const name = JSON.stringify([ctx.organizationId, ctx.environment, place.uri])
  const now = Date.now()
  let known = kept.get(name)
  if (!known || !isFresh(known, now)) {
    known = { list: readStatusToken(await fetched(ctx, place.uri), place.uri, { now, ...expected }), fetched: now }
    if (kept.size >= MOST) kept.delete(kept.keys().next().value!)
    kept.set(name, known)
  }
  requireValid(known.list, place.index)
}

const isFresh = ({ list, fetched }: Kept, now: number): boolean =>
  now < Math.min(fetched + Math.min(FRESH, list.ttl ?? FRESH), list.expires ?? Number.POSITIVE_INFINITY)

/** A list of this installation’s own: nobody has to be asked for it. */
async function ownList({ services, environment }: Ctx, uri: string): Promise<Uint8Array | null> {
  const list = Number(/\/([1-9]\d{0,8})\/token(?:-es256)?$/.exec(uri)?.[1])
  const algorithms = Object.keys(TOKEN_LISTS) as (keyof typeof TOKEN_LISTS)[]
  const alg = algorithms.find((one) => uri === tokenStatusListUrl(services.config.publicUrl, environment, list, one))
  return alg ? Buffer.from(await publishedTokenStatusList(services, { environment, list, alg })) : null
}

async function fetched(ctx: Ctx, uri: string): Promise<Uint8Array> {
  const own = await ctx.world.issuers.publishes(ctx, uri)
  if (own) return own
  try {
    const answer = await egress.fetch('credential_status', { allowPrivate: ctx.services.config.webhookAllowPrivate })(uri, {
      headers: { accept: 'application/statuslist+jwt, application/statuslist+cwt' },
    })
    if (answer.status !== 200) throw unknown()
    return new Uint8Array(await answer.arrayBuffer())
  } catch {
    throw unknown()
  }
}
