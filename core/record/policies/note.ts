import { desc, sql } from 'drizzle-orm'
import { newId } from '#core/kernel/ids.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import type { Queryable } from '#db/connect.ts'
import { policies, rulesetVersions } from '#db/schema.ts'
import type { RulesetData } from '#engine/ruleset.ts'
import { currentRuleset, type Ruleset } from '#engine/rulesets.ts'
import { write } from '../transaction.ts'

export type PolicyRow = typeof policies.$inferSelect

/** Another process noted it first. */
class AlreadyNoted extends Error {}

/**
 * Keeps the data of the rules this process decides by, so that decisions made under them can be made again, and notes when they
 * differ from the ones last in force: once, however many processes start. A new installation notes its first rules and tells nobody.
 */
export async function noteRuleset(services: Services, ruleset: Ruleset = currentRuleset): Promise<void> {
  const { db } = services.connection
  if (!(await lastPolicy(db))) await noteFirst(db, ruleset)
  const { version, sha256 } = ruleset.ref
  await db
    .insert(rulesetVersions)
    .values({ version, sha256, data: ruleset.data as unknown as Record<string, unknown>, published_at: new Date() })
    .onConflictDoNothing()
  if ((await lastPolicy(db))!.sha256 === sha256) return
  try {
    await noteChange(services, ruleset.ref)
  } catch (error) {
    if (!(error instanceof AlreadyNoted)) throw error
  }
}

export async function lastPolicy(db: Queryable): Promise<PolicyRow | null> {
  const [row] = await db.select().from(policies).orderBy(desc(policies.number)).limit(1)
  return row ?? null
}

/** An installation that decided before policies were noted had the rules archived last. */
async function noteFirst(db: Queryable, ruleset: Ruleset): Promise<void> {
  const [archived] = await db
    .select({ data: rulesetVersions.data, sha256: rulesetVersions.sha256, published_at: rulesetVersions.published_at })
    .from(rulesetVersions)
    .orderBy(desc(rulesetVersions.published_at))
    .limit(1)
  const since = archived?.published_at ?? new Date()
  await db
    .insert(policies)
    .values({
      id: newId('policy'),
      number: 1,
      change: 'first',
      version: archived ? (archived.data as unknown as RulesetData).version : ruleset.ref.version,
      sha256: archived?.sha256 ?? ruleset.ref.sha256,
      in_force_since: since,
      told_at: since,
    })
    .onConflictDoNothing()
}

async function noteChange(services: Services, { version, sha256 }: Ruleset['ref']): Promise<void> {
  // no event: each organisation is told by `tellPolicies`, with what it means for its own decisions.
  await write(systemCtx(services, { id: 'policies' }), async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('policies', 0))`)
    const earlier = await tx.select().from(policies).orderBy(desc(policies.number))
    const last = earlier[0]!
    if (last.sha256 === sha256) throw new AlreadyNoted()
    const [row] = await tx
      .insert(policies)
      .values({
        id: newId('policy'),
        number: last.number + 1,
        change: earlier.some((one) => one.sha256 === sha256) ? 'rolled_back' : 'published',
        version,
        sha256,
        in_force_since: new Date(),
      })
      .returning()
    return {
      result: row!.id,
      audit: {
        action: `policy_${row!.change}`,
        category: 'system',
        subject: { type: 'policy', id: row!.id },
        details: { version, sha256, previous_version: last.version, previous_sha256: last.sha256 },
      },
    }
  })
}
