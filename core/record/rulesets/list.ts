import { desc } from 'drizzle-orm'
import { rulesetVersions } from '#db/schema.ts'
import type { RulesetData } from '#engine/ruleset.ts'
import { currentRuleset, RULES } from '#engine/rulesets.ts'
import { definePageVerb } from '../verb.ts'

export interface RulesetView {
  version: string
  sha256: string
  rules: number
  published_at: string
  published_by: string | null
  /** The one that decides now. */
  current: boolean
}

/** Every set of rules that ever decided here, newest first. */
export const listRulesets = definePageVerb({
  name: 'rulesets.list',
  permission: 'rules.manage',
  admin: true,
  run: async ({ ctx }): Promise<{ data: RulesetView[] }> => {
    const rows = await ctx.db.select().from(rulesetVersions).orderBy(desc(rulesetVersions.published_at))
    return {
      data: rows.map((row) => ({
        version: row.version,
        sha256: row.sha256,
        rules: new Set((row.data as unknown as RulesetData).rules.map((rule) => rule.code)).size,
        published_at: row.published_at.toISOString(),
        published_by: row.published_by,
        current: row.version === currentRuleset.ref.version && row.sha256 === currentRuleset.ref.sha256,
      })),
    }
  },
})

export interface RuleView {
  code: string
  market: string
  sentence: string
  severity: string
  citation: { label: string; url: string | null }
  in_force_from: string
  params: Record<string, unknown>
}

/** The rules now in use with the parameters that a what-if may change. */
export const listCurrentRules = definePageVerb({
  name: 'rulesets.list_rules',
  permission: 'rules.manage',
  admin: true,
  run: async ({ ctx }): Promise<{ version: string; data: RuleView[] }> => {
    const written = new Map(RULES.map((rule) => [rule.code, rule]))
    const newest = new Map(currentRuleset.data.rules.map((rule) => [rule.code, rule]))
    return {
      version: currentRuleset.ref.version,
      data: [...newest.values()].map((rule) => {
        const { market, sentence, citation } = written.get(rule.code)!
        return {
          code: rule.code,
          market,
          sentence,
          citation,
          severity: rule.severity,
          in_force_from: rule.in_force_from,
          params: rule.params,
        }
      }),
    }
  },
})
