import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { listHolds, listVersions } from '#db/schema.ts'
import type { SanctionsList } from '#screening/entity.ts'
import { type FileSigns, type Finding, type KeptVersion, LOSSES_OVER_DAYS } from '#screening/lists/judge.ts'
import { marksOf, profileOf } from '#screening/lists/profile.ts'

/** What is stored of a version so that later ones are judged without reading it again. */
export const keptOf = (list: SanctionsList, signs: FileSigns | undefined) => ({
  counts: profileOf(list),
  marks: marksOf(list, signs?.numbers),
})

const LOSSES: readonly string[] = ['shrunk', 'kind_lost', 'replaced', 'end_missing'] satisfies Finding['code'][]

/**
 * The versions of a list in force within the days over which losses are counted, newest first: also the one that was in force when they began.
 * What people released with a loss begins anew, so that nobody is asked about the same loss twice.
 */
export async function keptVersions(services: Pick<Services, 'connection'>, source: string, now: number): Promise<KeptVersion[]> {
  const rows = await services.connection.db
    .select({
      loaded_at: listVersions.loaded_at,
      profile: listVersions.profile,
      entries: listVersions.entries,
      names: listVersions.names,
      wallets: listVersions.addresses,
      findings: listHolds.findings,
    })
    .from(listVersions)
    .leftJoin(listHolds, and(eq(listHolds.id, listVersions.id), eq(listHolds.state, 'released')))
    .where(and(eq(listVersions.source, source), isNull(listVersions.organization_id)))
    .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
    .limit(1_000)
  const since = now - LOSSES_OVER_DAYS * 86_400_000
  const kept: KeptVersion[] = []
  for (const { loaded_at, profile, entries, names, wallets, findings } of rows) {
    // What Commerce reprints is in its count of entries, and comes and goes.
    const counted = { names, wallets, ...(source !== 'us_csl' && { entries }) }
    kept.push({ counts: profile?.counts ?? counted, marks: profile?.marks ?? {}, loaded_at: loaded_at.toISOString() })
    if (loaded_at.getTime() < since || findings?.some((one) => LOSSES.includes(one.code))) break
  }
  return kept
}
