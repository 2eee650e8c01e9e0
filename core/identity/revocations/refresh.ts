import { X509Certificate } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { partsOfCertificate } from '#credentials/revocation/certificate-parts.ts'
import { fetchList, refreshList } from './fetch.ts'
import { trustedCertificates } from './manage.ts'

/** So many lists in a turn, so many of them at once, and no new one after so long: the next turn is minutes away. */
const MOST = 200
const AT_ONCE = 4
const TURN_MS = 60_000

interface Due {
  organization_id: string
  environment: Environment
  certificate: string
  anchor: string
  url: string
}

/**
 * Fetches lists of revoked certificates before they end: in the last fifth of their time, and each day in any case. One that could not be
 * had is asked for each hour. What is of nobody who is trusted any more is forgotten. Says how many were had.
 */
export async function refreshRevocationLists(services: Services): Promise<number> {
  const { db } = services.connection
  // no audit: they are copies of what others publish.
  await db.execute(sql`
    delete from revocation_lists l where l.environment = 'production' and not exists (
      select from trusted_issuers i where i.organization_id = l.organization_id and i.environment = l.environment
        and i.state = 'active' and lower(i.identifier) = l.anchor)`)
  const { rows } = await db.execute<Due & Record<string, unknown>>(sql`
    select organization_id, environment, certificate, anchor, url from revocation_lists
    where environment = 'production' and url is not null and tried_at < now() - interval '9 minutes' and case
      when body is null then tried_at < now() - interval '1 hour'
      else tried_at < now() - interval '1 day' or now() > next_update - (next_update - this_update) / 5 end
    order by next_update nulls last, id limit ${MOST}`)
  const until = performance.now() + TURN_MS
  // Many tenants trust the same issuer, which is asked once.
  const bytes = new Map<string, Promise<Uint8Array | null>>()
  const left = rows.values()
  let had = 0
  const work = async () => {
    for (const due of left) {
      if (performance.now() > until) return
      if (await refreshOne(services, due, bytes)) had++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return had
}

async function refreshOne(services: Services, due: Due, bytes: Map<string, Promise<Uint8Array | null>>): Promise<boolean> {
  const ctx = await systemCtxIn(services, { id: 'revocation_lists', organizationId: due.organization_id, environment: due.environment })
  const issuer = new X509Certificate(due.certificate).raw
  const { subject } = partsOfCertificate(issuer)
  const others = (await trustedCertificates(ctx.db, ctx)).filter((one) => partsOfCertificate(one).subject === subject)
  const fetched = (url: string) => {
    const known = bytes.get(url) ?? fetchList(ctx, url)
    bytes.set(url, known)
    return known
  }
  return refreshList(ctx, { issuer, anchor: due.anchor, url: due.url }, [issuer, ...others], fetched)
}
