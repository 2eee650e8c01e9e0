import type { KeyObject } from 'node:crypto'
import type { Ctx } from '#core/kernel/context.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import type { SaidSigner, StatusPlace } from '#credentials/presented/shown.ts'
import { readStatusToken, requireValid, type TokenStatusList } from '#credentials/presented/status-token.ts'
import { TOKEN_LISTS, tokenStatusListUrl } from '#credentials/token-status-list.ts'
import { egress } from '#egress/gate.ts'
import { publishedTokenStatusList } from '../credentials/status-lists.ts'

interface Kept {
  list: TokenStatusList
  fetched: number
  by: unknown
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
 * nothing, and nothing is not "valid". Lists are kept by tenant, since each trusts its own. Answers who signed the list, as `issuerOf` knows
 * them: whether their certificate was revoked is asked apart.
 */
export async function requireNotRevoked<By extends { key: KeyObject }>(
  ctx: Ctx,
  place: StatusPlace,
  issuerOf: (signer: SaidSigner) => By,
): Promise<By> {
  const now = Date.now()
  const read = (body: Uint8Array) => {
    const signed: By[] = []
    const noted = (signer: SaidSigner) => {
      const by = issuerOf(signer)
      signed.push(by)
      return by
    }
    const list = readStatusToken(body, place.uri, { now, issuerOf: noted })
    return { list, by: signed[0]! }
  }
  const own = await ownList(ctx, place.uri)
  const name = JSON.stringify([ctx.organizationId, ctx.environment, place.uri])
  const before = kept.get(name)
  // What stands in our own records is never five minutes old.
  const known = own ? read(own) : before && isFresh(before, now) ? before : { ...read(await fetched(ctx, place.uri)), fetched: now }
  if ('fetched' in known && known !== before) {
    if (kept.size >= MOST) kept.delete(kept.keys().next().value!)
    kept.set(name, known)
  }
  requireValid(known.list, place.index)
  return known.by as By
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
