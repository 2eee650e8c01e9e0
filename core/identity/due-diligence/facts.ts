import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { TenantNow } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Party } from '#core/record/decisions/party-facts.ts'
import type { Queryable } from '#db/connect.ts'
import { dueDiligenceFiles } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { countryRiskTable, countryTier, isGrey } from '#engine/tables/country-risk.ts'

const DAY_MS = 86_400_000
/** A file is looked at anew every year; the rule of countries counts the same days. */
export const FILE_DAYS = 365

export interface DueDiligence {
  edd: { filed_on: string; approved: boolean } | null
  pep: { wealth: boolean; approved: boolean } | null
  /** Adverse media that somebody found; a second person confirmed it or not yet. */
  media: { date: string; confirmed: boolean } | null
  /** A residence permit that somebody saw and another person approved. */
  eu_permit: boolean
}

/** What is known of somebody on whom no file was opened. */
export const NO_FILES: DueDiligence = Object.freeze({ edd: null, pep: null, media: null, eu_permit: false })

/**
 * What files of enhanced due diligence say of a person: the newest one that senior management approved and that is not a year old,
 * else the newest. Nothing is read for a party of whom no rule asks it; a verification asks for adverse media in any case.
 */
export async function dueDiligenceOf(
  db: Queryable,
  ctx: TenantNow,
  personId: string | null | undefined,
  about: Pick<Party, 'places' | 'screened'> | 'verification',
): Promise<DueDiligence | null> {
  if (!personId || !(about === 'verification' || isAsked(ctx, about))) return null
  const rows = await db
    .select()
    .from(dueDiligenceFiles)
    .where(
      inScope(
        dueDiligenceFiles,
        ctx,
        and(eq(dueDiligenceFiles.person_id, personId), inArray(dueDiligenceFiles.state, ['proposed', 'approved'])),
      ),
    )
    // What was approved first: no number of proposals hides it.
    .orderBy(asc(dueDiligenceFiles.state), desc(dueDiligenceFiles.created_at), desc(dueDiligenceFiles.id))
    .limit(100)
  const covering = (covers: string) => rows.filter((row) => row.covers.includes(covers))
  const newest = (some: typeof rows) => some.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0]
  const current = (covers: string) => {
    const some = covering(covers)
    return some.find((row) => row.state === 'approved' && isCurrent(ctx, row.created_at)) ?? newest(some)
  }
  const edd = current('country')
  const pep = current('pep')
  // A confirmed report stands as long as its rule says, whatever one person files after it.
  const reports = covering('media')
  const media = reports.find((row) => row.state === 'approved') ?? newest(reports)
  const permit = current('eu_permit')
  return {
    edd: edd ? { filed_on: rulesDay(edd.created_at), approved: edd.state === 'approved' } : null,
    pep: pep ? { wealth: isCurrent(ctx, pep.created_at), approved: pep.state === 'approved' && isCurrent(ctx, pep.created_at) } : null,
    media: media ? { date: rulesDay(media.created_at), confirmed: media.state === 'approved' } : null,
    eu_permit: permit?.state === 'approved' && isCurrent(ctx, permit.created_at),
  }
}

const isCurrent = (ctx: TenantNow, at: Date) => ctx.now - at.getTime() <= FILE_DAYS * DAY_MS

/** Whether a rule asks for a file: a place of higher risk, or a politically exposed person. */
function isAsked(ctx: TenantNow, { places, screened }: Pick<Party, 'places' | 'screened'>): boolean {
  if (screened?.matches.some((match) => match.pep)) return true
  const table = countryRiskTable(new Date(ctx.now).toISOString().slice(0, 10))
  return (
    table === null ||
    places.some((place) => isGrey(table, place.country) || !['low', 'standard'].includes(countryTier(table, place.region ?? place.country)))
  )
}
