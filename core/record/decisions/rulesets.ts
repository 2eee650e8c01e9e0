import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesetVersions } from '#db/schema.ts'
import { buildRuleset, type Ruleset, type RulesetData } from '#engine/ruleset.ts'
import { currentRuleset, RULES } from '#engine/rulesets.ts'

/** The ruleset a decision was made under, or null when this build cannot run it: law is never replaced by other law. */
export async function rulesetFor(ctx: Pick<Ctx, 'db'>, version: string, sha256: string): Promise<Ruleset | null> {
  if (currentRuleset.ref.version === version && currentRuleset.ref.sha256 === sha256) return currentRuleset
  const [row] = await ctx.db
    .select()
    .from(rulesetVersions)
    .where(and(eq(rulesetVersions.version, version), eq(rulesetVersions.sha256, sha256)))
    .limit(1)
  if (!row) return null
  try {
    const ruleset = buildRuleset(row.data as unknown as RulesetData, RULES)
    return ruleset.ref.sha256 === sha256 ? ruleset : null
  } catch {
    return null
  }
}
