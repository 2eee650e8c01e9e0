import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { readResult } from '#core/record/decisions/result.ts'
import { isBlocked } from '#core/record/decisions/watch.ts'
import type { Queryable } from '#db/connect.ts'
import { decisions, offerings, screenings, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { RecordClass } from '#engine/tables/retention.ts'
import { subjectsOf } from './subjects.ts'

/**
 * What sanctions law keeps of somebody, ten years from the newest of it (31 CFR 501.601): a hit on a list, on a wallet of the person, on them as
 * an investor or in a session of theirs; and a refusal, which is a rejected transaction (31 CFR 501.604) also where no list names anybody, as
 * for an embargoed place. The law of the United States binds every tenant here, whatever law it names besides.
 */
export async function sanctionsRecords(db: Queryable, ctx: Ctx, person: PersonRow): Promise<{ kind: RecordClass; from: string }[]> {
  const own = await subjectsOf(db, ctx, person)
  const [hit] = await db
    .select({ at: screenings.created_at })
    .from(screenings)
    .where(inScope(screenings, ctx, and(eq(screenings.status, 'hit'), inArray(screenings.subject_id, own))))
    .orderBy(desc(screenings.created_at))
    .limit(1)
  const newest = Math.max(hit?.at.getTime() ?? 0, await lastRefusal(db, ctx, person, own))
  return newest ? [{ kind: 'sanctions', from: new Date(newest).toISOString().slice(0, 10) }] : []
}

/** When sanctions law last refused them, or what they were to buy or a wallet of theirs to move; 0 for never. */
async function lastRefusal(db: Queryable, ctx: Ctx, person: PersonRow, own: string[]): Promise<number> {
  const held = await db
    .select({ address: wallets.address })
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.person_id, person.id)))
  const checks = await db
    .select({ id: screenings.decision_id })
    .from(screenings)
    .where(inScope(screenings, ctx, and(inArray(screenings.subject_id, own), isNotNull(screenings.decision_id))))
  const sales = await db.select({ id: offerings.id }).from(offerings).where(inScope(offerings, ctx))
  const ids = (rows: { id: string | null }[]) => rows.flatMap(({ id }) => id ?? [])
  // Each way has its index; a condition that asks another table would look through all decisions of the tenant.
  const about = or(
    // The partial index of subjects is without sanctions checks, which name their decision themselves.
    and(ne(decisions.subject_type, 'sanctions_check'), inArray(decisions.subject_id, own)),
    inArray(decisions.id, ids(checks)),
    inArray(
      decisions.wallet_address,
      held.map(({ address }) => address),
    ),
    // Investments are judged as about their offering.
    and(
      ne(decisions.subject_type, 'sanctions_check'),
      inArray(decisions.subject_id, ids(sales)),
      eq(decisions.subject_key_id, person.subject_key_id),
    ),
  )
  const { check, outcome, reason_codes, lists, result, result_hash, ruleset_version, ruleset_sha256, evaluated_at } = decisions
  const rows = await db
    .select({ check, outcome, reason_codes, lists, result, result_hash, ruleset_version, ruleset_sha256, evaluated_at })
    .from(decisions)
    .where(inScope(decisions, ctx, and(eq(outcome, 'deny'), sql`${reason_codes}::text like '%SANCTIONS%'`, about)))
    .orderBy(desc(evaluated_at))
  // The code may have asked for a look while another rule refused.
  for (const row of rows) if (isBlocked(await readResult(db, row))) return row.evaluated_at.getTime()
  return 0
}
