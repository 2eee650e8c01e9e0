import { and, eq, gte, inArray, isNotNull, or } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { investors, selfExclusions, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { PersonData } from '../persons/ensure.ts'
import { exclusionKey } from './start.ts'

interface Player {
  wallet: { id: string; address: string }
  person: { id: string } | null
  data: PersonData | null
}

export interface InForce {
  /** The last day as far as the caller may know it. */
  until: string
  /** Made by the holder: another organisation learns that it counts today, and nothing of how long. */
  elsewhere: boolean
}

/**
 * The exclusion that keeps a player from an activity on a day of their place: the organisation's own of the person, whichever
 * wallet it was recorded with, and what the holder excluded themselves from, wherever that was.
 */
export async function exclusionInForce(tx: Tx, ctx: Ctx, player: Player, activity: string, today: string): Promise<InForce | null> {
  const { wallet, person, data } = player
  const key = exclusionKey(ctx, data)
  const ofPerson = person ? inScope(wallets, ctx, eq(wallets.person_id, person.id)) : inScope(wallets, ctx, eq(wallets.id, wallet.id))
  const addresses = tx.select({ address: wallets.address }).from(wallets).where(ofPerson)
  // An account counts for a wallet it proved, in whatever organisation, and for the record it is linked to.
  const provers = tx
    .select({ id: wallets.user_id })
    .from(wallets)
    .where(
      and(
        eq(wallets.environment, ctx.environment),
        eq(wallets.control, 'proven'),
        isNotNull(wallets.user_id),
        or(eq(wallets.address, wallet.address), inArray(wallets.address, addresses)),
      ),
    )
  const linked = tx
    .select({ id: investors.user_id })
    .from(investors)
    .where(inScope(investors, ctx, and(eq(investors.person_id, person?.id ?? ''), isNotNull(investors.user_id))))
  const here = inScope(
    selfExclusions,
    ctx,
    or(
      eq(selfExclusions.wallet_id, wallet.id),
      inArray(selfExclusions.wallet_id, tx.select({ id: wallets.id }).from(wallets).where(ofPerson)),
      person ? eq(selfExclusions.person_id, person.id) : undefined,
      key ? eq(selfExclusions.person_key, key) : undefined,
    ),
  )
  const byHolder = and(
    eq(selfExclusions.source, 'holder'),
    or(
      inArray(selfExclusions.user_id, provers),
      inArray(selfExclusions.user_id, linked),
      key ? eq(selfExclusions.person_key, key) : undefined,
    ),
  )
  const rows = await tx
    .select({ until: selfExclusions.until, organization_id: selfExclusions.organization_id })
    .from(selfExclusions)
    .where(
      and(
        eq(selfExclusions.environment, ctx.environment),
        gte(selfExclusions.until, today),
        activity === 'gambling' ? undefined : eq(selfExclusions.scope, 'all'),
        or(here, byHolder),
      ),
    )
  const own = rows.filter((row) => row.organization_id === ctx.organizationId).map((row) => row.until)
  if (own.length) return { until: own.sort().at(-1)!, elsewhere: false }
  return rows.length ? { until: today, elsewhere: true } : null
}
