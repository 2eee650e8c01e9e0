import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { rulesetVersions } from '#db/schema.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import type { RuleData, RulesetData } from '#engine/ruleset.ts'
import { definePageVerb } from '../verb.ts'

const reference = z.strictObject({ version: z.string().max(100), sha256: z.string().max(100) })

export interface RuleChange {
  code: string
  change: 'added' | 'removed' | 'changed'
  /** What differs, field by field; empty for a rule that came or went. */
  fields: { name: string; from: unknown; to: unknown }[]
}

/** What changed between two sets of rules: rules that came, went or say something else. Throws `not_found`. */
export const compareRulesets = definePageVerb({
  name: 'rulesets.compare',
  permission: 'rules.manage',
  admin: true,
  input: z.strictObject({ from: reference, to: reference }),
  run: async ({ ctx, input }): Promise<{ data: RuleChange[] }> => {
    const [from, to] = await Promise.all([read(ctx, input.from), read(ctx, input.to)])
    const codes = [...new Set([...from.keys(), ...to.keys()])].sort()
    return { data: codes.flatMap((code) => changeOf(code, from.get(code), to.get(code)) ?? []) }
  },
})

async function read(ctx: Ctx, ref: z.output<typeof reference>): Promise<Map<string, RuleData>> {
  const [row] = await ctx.db
    .select({ data: rulesetVersions.data })
    .from(rulesetVersions)
    .where(and(eq(rulesetVersions.version, ref.version), eq(rulesetVersions.sha256, ref.sha256)))
    .limit(1)
  if (!row) throw notFound()
  // Versions of a rule ascend, so the newest period of each code stays.
  return new Map((row.data as unknown as RulesetData).rules.map((rule) => [rule.code, rule]))
}

function changeOf(code: string, from: RuleData | undefined, to: RuleData | undefined): RuleChange | null {
  if (!from) return { code, change: 'added', fields: [] }
  if (!to) return { code, change: 'removed', fields: [] }
  const names = ['version', 'severity', 'in_force_from', 'in_force_to'] as const
  const fields = [
    ...names.filter((name) => from[name] !== to[name]).map((name) => ({ name, from: from[name], to: to[name] })),
    ...[...new Set([...Object.keys(from.params), ...Object.keys(to.params)])]
      .filter((name) => text(from.params[name]) !== text(to.params[name]))
      .map((name) => ({ name: `params.${name}`, from: from.params[name] ?? null, to: to.params[name] ?? null })),
  ]
  return fields.length ? { code, change: 'changed', fields } : null
}

const text = (value: Json | undefined) => (value === undefined ? '' : canonical(value))
