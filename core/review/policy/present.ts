import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { OWN } from '#core/access/tenant/known.ts'
import { secondPerson } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { anyJson } from '#core/kernel/fields.ts'
import { SANDBOX } from '#core/record/facts/sources.ts'
import { flipsShape } from '#core/record/simulations/simulate.ts'
import type { Queryable } from '#db/connect.ts'
import { policyPlans, protocolPolicies } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { hashOf, type Json } from '#engine/canonical.ts'
import type { Policy } from './file.ts'
import { byAuthoritiesKey, byKey, trustNow } from './trust.ts'

export type PlanRow = typeof policyPlans.$inferSelect

/** One thing that differs: `/settings/licences`, `/protocols/aave`. */
export interface PolicyChange {
  path: string
  from: Json
  to: Json
}

/** What is in force, as the file would say it, and its hash. What the sandbox takes for granted nobody said. */
export async function policyNow(db: Queryable, ctx: Ctx): Promise<{ policy: Policy; sha256: string }> {
  const facts = await ctx.world.tenant.inForce(db, ctx)
  const said = facts.filter(({ fact, stated_by }) => fact in OWN && stated_by !== SANDBOX)
  const rows = await db.select().from(protocolPolicies).where(inScope(protocolPolicies, ctx)).orderBy(protocolPolicies.protocol)
  const policy: Policy = {
    version: 1,
    settings: Object.fromEntries(said.map(({ fact, value }) => [fact, value]).sort(([a], [b]) => (a! < b! ? -1 : 1))),
    protocols: Object.fromEntries(rows.map((row) => [row.name, { ...row.policy, paused: row.paused }])),
    ...(await trustNow(db, ctx)),
  }
  return { policy, sha256: hashOf(policy as unknown as Json) }
}

/** What differs between two policies, settings first. */
export function changesOf(before: Policy, after: Policy): PolicyChange[] {
  const differing = (room: string, from: Record<string, unknown>, to: Record<string, unknown>): PolicyChange[] => {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()
    return names.flatMap((name) => {
      const [was, is] = [(from[name] ?? null) as Json, (to[name] ?? null) as Json]
      return hashOf(was) === hashOf(is) ? [] : [{ path: `/${room}/${name}`, from: was, to: is }]
    })
  }
  return [
    ...differing('settings', before.settings, after.settings),
    ...differing('protocols', before.protocols, after.protocols),
    ...differing('trusted_issuers', byKey(before.trusted_issuers), byKey(after.trusted_issuers)),
    ...differing('authorities', byAuthoritiesKey(before.authorities), byAuthoritiesKey(after.authorities)),
    ...differing('providers', before.providers, after.providers),
  ]
}

const policy = z.object({
  version: z.literal(1),
  settings: z.record(z.string(), anyJson),
  protocols: z.record(z.string(), anyJson),
  trusted_issuers: z.array(anyJson),
  authorities: z.array(anyJson),
  providers: z.record(z.string(), anyJson),
})

export type PolicyShape = z.output<typeof policy>

export const planAnswer = z.object({
  success: z.literal(true),
  object: z.literal('policy_plan'),
  id: z.string().nullable().meta({ description: 'null where it was only tried out: nothing is kept' }),
  status: z.enum(['planned', 'waiting', 'applied', 'refused']).meta({ description: '`waiting` for the second person' }),
  base: z.string().meta({ description: 'SHA-256 of the policy in force that it was made from' }),
  policy: policy.meta({ description: 'As it will be' }),
  changes: z
    .array(z.object({ path: z.string().meta({ description: 'In the file, such as /settings/licences' }), from: anyJson, to: anyJson }))
    .meta({ description: 'What differs from what is in force; null where nothing is said' }),
  by_two: z.boolean().meta({ description: 'Whether a second person has to agree' }),
  decisions: flipsShape.meta({ description: 'Newest decisions, made again from their own facts under the settings planned' }),
  note: z.string().nullable(),
  effective_at: z.string().nullable().meta({ description: 'From when the settings count; null: from when it is applied' }),
  planned_by: z.string(),
  planned_at: z.string(),
  expires_at: z.string().meta({ description: 'Until when it can be applied' }),
  second_person: secondPerson.nullable(),
  applied_by: z.string().nullable(),
  applied_at: z.string().nullable(),
})
export type PlanView = z.output<typeof planAnswer>

export const policyAnswer = z.object({
  success: z.literal(true),
  object: z.literal('tenant_policy'),
  environment: z.enum(['sandbox', 'production']),
  sha256: z.string().meta({ description: 'Of its canonical JSON' }),
  policy,
  yaml: z.string().meta({ description: 'The same as a file' }),
  by_two: z.boolean().meta({ description: 'Whether changes take two people' }),
  waiting: z.array(z.object({ id: z.string(), case_id: z.string().nullable(), planned_by: z.string(), changes: z.array(z.string()) })),
})

export const presentPlan = (row: PlanRow, byTwo: boolean): PlanView => ({
  success: true,
  object: 'policy_plan',
  id: row.id,
  status: row.status,
  base: row.base,
  // Plans from before whom one trusts stood in the file say nothing of it.
  policy: {
    trusted_issuers: [],
    authorities: [],
    providers: {},
    ...(row.policy as unknown as Pick<PlanView['policy'], 'version' | 'settings' | 'protocols'>),
  },
  changes: row.changes as unknown as PlanView['changes'],
  by_two: byTwo || row.case_id !== null,
  decisions: row.flips as unknown as PlanView['decisions'],
  note: row.note,
  effective_at: row.effective_at?.toISOString() ?? null,
  planned_by: row.planned_by,
  planned_at: row.planned_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  second_person: null,
  applied_by: row.applied_by,
  applied_at: row.applied_at?.toISOString() ?? null,
})

/** Plans that wait for a second person. */
export const waitingPlans = (db: Queryable, ctx: Ctx) =>
  db
    .select()
    .from(policyPlans)
    .where(inScope(policyPlans, ctx, and(eq(policyPlans.status, 'waiting'))))
    .orderBy(policyPlans.id)
    .limit(20)
