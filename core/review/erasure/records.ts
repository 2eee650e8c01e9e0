import { and, eq, inArray, max } from 'drizzle-orm'
import type { PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { evidence } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { eraseNotBefore, type Most, yearsOfOwn } from '#engine/calculations/retention.ts'
import { isoDay, parseDay } from '#engine/dates.ts'
import { CUSTOMER_IDENTIFICATION, identifiesInFull } from '#engine/tables/customer-identification.ts'
import { MOST_UNTIL, MOST_YEARS, RETENTION, type RecordClass } from '#engine/tables/retention.ts'
import { sanctionsRecords } from './sanctions.ts'

type Duty = { kind: RecordClass; from: string }

/** Who keeps the records: for how many years at least what a law has kept, and what kind of institution it is. */
interface Keeping {
  least: number
  type: unknown
}

const MOST: Most = { years: MOST_YEARS, until: MOST_UNTIL }

/** Each record with the day and the ground of its keeping, and the day from which the last of them may go. */
export function keptUntil(records: readonly Duty[], { least, type }: Keeping) {
  return {
    records: records.map(({ kind, from }) => {
      const until = eraseNotBefore([{ kind, from }], least, MOST)
      const cite = citeFor(kind, type)
      // What the organisation keeps for longer than the law does is not the law's to answer for.
      const byLaw = until === eraseNotBefore([{ kind, from }])
      const end = MOST.until?.[kind]
      const own = end !== undefined && until === dayAfter(end) ? `until ${end}` : `${yearsOfOwn(kind, least, MOST)} years`
      return { kind, from, until, ground: byLaw ? cite : `${cite}; ${own} by your own setting` }
    }),
    from: records.length ? eraseNotBefore(records, least, MOST) : null,
  }
}

const dayAfter = (day: string): string => isoDay((parseDay(day) as number) + 1)

/** Of what was obtained and found of a customer each kind of institution has its own rule. */
function citeFor(kind: RecordClass, type: unknown): string {
  const own = identifiesInFull(type) ? CUSTOMER_IDENTIFICATION[type as string] : undefined
  const ofCustomers = kind === 'identity' || kind === 'verification'
  return ofCustomers && own?.reliance ? `${own.rule}(a)(3)(ii)` : RETENTION[kind].cite
}

/**
 * What is kept of somebody besides the duties that were stated: what sanctions law keeps, and what was found out of who they are, by the law that
 * the organisation follows. Each kind that was stated counts from the day that was said.
 */
export async function recordsFound(db: Queryable, ctx: Ctx, person: PersonRow, stated: readonly Duty[]): Promise<Duty[]> {
  const identified = (await identificationRecords(db, ctx, person)).filter(
    ({ kind }) => kind === 'verification' || !stated.some((duty) => duty.kind === kind),
  )
  return [...(await sanctionsRecords(db, ctx, person)), ...identified]
}

/**
 * What was found out of who somebody is, in whichever way, is kept five years from when it was (31 CFR 1020.220(a)(3)(ii)): documents that
 * were read, other methods with their results (31 CFR 1020.220(a)(3)(i)(B) and (C)), and the check of another institution that was relied on
 * (31 CFR 1020.220(a)(6)). An institution with a programme of that kind keeps the identifying information itself five years from the end of the
 * account; who follows the law of the Union or of the United Kingdom keeps both from the end of the relationship, which is over with the erasure.
 * While an organisation does not say whose law it follows, nothing it may have to keep goes. Where the law keeps anything: of nobody made up.
 */
async function identificationRecords(db: Queryable, ctx: Ctx, person: PersonRow): Promise<Duty[]> {
  if (!ctx.world.people.keptByLaw) return []
  const [last] = await db
    .select({ at: max(evidence.created_at) })
    .from(evidence)
    .where(inScope(evidence, ctx, and(eq(evidence.person_id, person.id), inArray(evidence.proves, ['identity', 'entity']))))
  if (!last?.at) return []
  const said = await saidOf(db, ctx)
  const [us, eu] = [identifiesInFull(said.us_bsa_type), said.cdd_regime === 'EU' || said.casp_auth === true]
  const uk = said.cdd_regime === 'UK'
  const ended = new Date(ctx.now).toISOString().slice(0, 10)
  return [
    ...(us || !(eu || uk) ? [{ kind: 'verification' as const, from: last.at.toISOString().slice(0, 10) }] : []),
    ...(us ? [{ kind: 'identity' as const, from: ended }] : []),
    ...(eu ? [{ kind: 'eu' as const, from: ended }] : []),
    ...(uk ? [{ kind: 'uk' as const, from: ended }] : []),
  ]
}

const saidOf = async (db: Queryable, ctx: Ctx): Promise<Readonly<Record<string, unknown>>> =>
  Object.fromEntries((await ctx.world.tenant.inForce(db, ctx)).map(({ fact, value }) => [fact, value]))

/** Who keeps records here, and for how many years at least what a law has kept. */
export async function keeperOf(db: Queryable, ctx: Ctx): Promise<Keeping> {
  const { retention_years, us_bsa_type } = await saidOf(db, ctx)
  return { least: typeof retention_years === 'number' ? retention_years : 0, type: us_bsa_type }
}
